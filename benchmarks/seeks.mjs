// How long it takes to find an opponent while many wait who do not fit each other:
//   node benchmarks/seeks.mjs [WAITING] [PAIRS]
// Those who wait have ratings far apart (bivouac-proof rate); each newcomer has none, and fits one of them.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Guest, enter } from "../tests/server/client.mjs";
import { openServer, until } from "../tests/launch.mjs";

const [waiting = 500, pairs = 100] = process.argv.slice(2).map(Number);
const program = process.env.BIVOUAC ?? "build/bivouac";
const games = ["kriegspiel", "chevaliers", "chars", "paris", "belligerants"];
const limits = ["guests-per-hour", "requests-per-second", "messages-per-second", "tables-per-hour"].flatMap((limit) => ["--config-set", `${limit}=0`]);
const options = [...limits, "--config-set", "connections-per-address=5000"];
const data = mkdtempSync(join(tmpdir(), "bivouac-seeks-"));

let server = await openServer(program, { data, options, inFolder: true });
const people = [];
for (let i = 0; i < waiting + pairs; i++) people.push(await Guest.arrive(server.url, `Seeker ${i}`));
await server.close();
execFileSync(`${program}-proof`, ["rate", "--data", data]);
server = await openServer(program, { data, options, inFolder: true });

for (const [i, person] of people.entries()) {
  person.url = server.url;
  await person.connect();
  await person.will({ do: "seek", game: games[i % games.length], pace: "live" });
}
const count = async () => {
  const { waiting: rows } = await (await fetch(`${server.url}/api/v1/seeks`)).json();
  return rows.reduce((sum, row) => sum + row.count, 0);
};
await until(async () => (await count()) === people.length, "all wait");

const times = [];
for (let i = 0; i < pairs; i++) {
  const newcomer = await enter(server.url, `Newcomer ${i}`);
  const others = people.map((person) => person.hear("paired", 60).catch(() => null));
  const told = newcomer.hear("paired", 60);
  const begun = performance.now();
  newcomer.send({ do: "seek", game: games[i % games.length], pace: "live" });
  await Promise.all([told, Promise.any(others)]);
  times.push(performance.now() - begun);
  for (const person of people) person.waiting.length = 0;
}
const left = await count();
times.sort((one, other) => one - other);
const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(0);
console.log(`${left} to ${people.length} wait; ${pairs} pairs: both told after ${at(0.5)} ms (median), ${at(0.99)} ms (p99), ${at(1)} ms at most`);
for (const person of people) person.leave();
await server.close();
rmSync(data, { recursive: true, force: true });
process.exit(left >= waiting && Number(at(1)) < 1000 ? 0 : 1);
