// A server that is busy for a long time does not grow.
//
//     node tests/server/soak.mjs [--minutes 60] [PROGRAM]
//
// Players come, play all five games to their ends and go; people register, log in and out, talk, watch the lobby, open
// tables and close them; programs ask for records and figures. Meanwhile the resident memory of the server is read every
// few seconds, and the lowest of each minute kept: a password that is being hashed takes 64 MiB for a moment. After a
// quarter of the time (caches fill, the allocator finds its size) it must not rise any more: the mean of the last quarter
// may be at most 5 per cent and 4 MiB above that of the second.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { Guest, enter, openServer, program as usual } from "./client.mjs";
import { withMetrics } from "./metrics.mjs";

const words = process.argv.slice(2);
const at = words.indexOf("--minutes");
const minutes = at >= 0 ? Number(words.splice(at, 2)[1]) : 60;
const program = words[0] ?? usual;
const run = promisify(execFile);
const SAMPLE = 2000;

const server = await openServer(program, { options: withMetrics });
const end = Date.now() + minutes * 60_000;
const counts = { moves: 0, people: 0, tables: 0, troubles: 0 };
const lowest = []; // of each minute, KiB

const resident = () => Number(readFileSync(`/proc/${server.child.pid}/status`, "utf8").match(/VmRSS:\s+(\d+)/)[1]);
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Two hundred players at a hundred tables, game after game: no table is left behind, which would rightly be remembered. */
async function players() {
  const seconds = String((end - Date.now()) / 1000);
  const wanted = ["--tables", "100", "--rate", "300", "--seconds", seconds, "--url", server.url, "--json"];
  const { stdout } = await run(program, ["load", ...wanted]);
  counts.moves += JSON.parse(stdout).moves ?? 0;
}

/** A guest that registers, plays against the computer, chats, reads pages and is deleted again. */
async function visitor(number) {
  const name = `Soaker ${number} ${Math.random().toString(36).slice(2, 8)}`;
  const password = "a long enough password";
  const guest = await enter(server.url, name);
  try {
    await guest.will({ do: "lobby" });
    const { table } = await guest.will({ do: "open", game: "chevaliers", occupants: { S: "me", O: "computer:1" }, start: true });
    await guest.will({ do: "subscribe", table });
    for (const text of ["bonjour", "à vous", "bien joué"]) await guest.will({ do: "say", table, text });
    await guest.will({ do: "resign", table });
    const registered = await guest.http("POST", "/api/v1/account", { name, password });
    if (registered.status !== 201) counts.troubles++;
    const elsewhere = new Guest(server.url, name);
    await elsewhere.http("POST", "/api/v1/login", { name, password });
    for (const path of ["/account", "/records", "/tables", "/leaders?game=chars"])
      await elsewhere.http("GET", `/api/v1${path}`);
    await elsewhere.http("DELETE", "/api/v1/account", { password });
    counts.people++;
    counts.tables++;
  } finally {
    guest.leave();
  }
}

async function visitors(lane) {
  for (let i = 0; Date.now() < end; i++) {
    await visitor(`${lane}-${i}`).catch(() => counts.troubles++);
    await pause(2000);
  }
}

async function reader() {
  while (Date.now() < end) {
    let low = Infinity;
    for (const minute = Date.now() + 60_000; Date.now() < minute; await pause(SAMPLE)) {
      low = Math.min(low, resident());
      await fetch(server.metrics).then((answer) => answer.text());
    }
    lowest.push(low);
    console.log(`${lowest.length} min: ${low} KiB, ${counts.people} people`);
  }
}

const mean = (numbers) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

await Promise.all([players(), visitors(0), visitors(1), reader()]);
const quarter = Math.floor(lowest.length / 4);
const [before, after] = [mean(lowest.slice(quarter, 2 * quarter)), mean(lowest.slice(3 * quarter))];
const grown = after - before;
const { code } = await server.close();
console.log(
  `${minutes} minutes: ${counts.moves} moves, ${counts.people} people, ${counts.troubles} troubles; ` +
    `${Math.round(before)} KiB in the second quarter, ${Math.round(after)} KiB in the last, ${(100 * grown) / before > 0 ? "+" : ""}${((100 * grown) / before).toFixed(1)}%`,
);
const good = code === 0 && counts.moves > 0 && counts.people > 0 && counts.troubles === 0 && grown < Math.max(before * 0.05, 4096);
console.log(good ? "no growth" : "the server has grown, or was in trouble");
process.exit(good ? 0 : 1);
