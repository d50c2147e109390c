// Two servers that do the same, side by side: node compare.mjs FOLDER, where the three programs lie. Prints the tables of
// docs/network-layer.md. The servers run on one core and the clients on another, in turn, so that noise meets both alike.
import { execFile, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pass } from "node:timers/promises";
import { promisify } from "node:util";
import { call, closeCodeIn, open } from "../../tests/server/attacker.mjs";
import { malformedFrames, malformedRequests } from "../../tests/server/malformed.mjs";

const folder = process.argv[2];
const ROUNDS = 5;
const SECONDS = 1;
const IDLE = 5000;
const servers = [
  { name: "src/net", program: "net_server", port: 9201, env: {} },
  { name: "libwebsockets", program: "libwebsockets_server", port: 9202, env: {} },
  { name: "libwebsockets, libuv", program: "libwebsockets_server", port: 9203, env: { LIBUV: "1" } },
];

process.once("exit", () => servers.forEach(({ child }) => child?.kill("SIGKILL")));

async function start(server) {
  server.child = spawn("taskset", ["-c", "0", join(folder, server.program), String(server.port)], { env: { ...process.env, ...server.env }, stdio: "ignore" });
  await pass(300);
}

function stop(server) {
  server.child.kill("SIGKILL");
  return new Promise((resolve) => server.child.once("exit", resolve));
}

/** Seconds of the processor so far, and bytes of memory. */
function used(server) {
  const fields = readFileSync(`/proc/${server.child.pid}/stat`, "utf8").split(") ")[1].split(" ");
  const [, pages] = readFileSync(`/proc/${server.child.pid}/statm`, "utf8").split(" ");
  return { cpu: (Number(fields[11]) + Number(fields[12])) / 100, memory: Number(pages) * 4096 };
}

async function measure(server, words) {
  const before = used(server);
  const { stdout } = await promisify(execFile)("taskset", ["-c", "1", join(folder, "clients"), String(server.port), ...words.map(String)]);
  const figures = JSON.parse(stdout);
  return { ...figures, each: ((used(server).cpu - before.cpu) * 1e6) / figures.messages };
}

const middle = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const row = (cells) => console.log(`| ${cells.join(" | ")} |`);
function table(titles, rows) {
  row(titles);
  row(titles.map(() => "---"));
  rows.forEach(row);
  console.log();
}

async function speed(title, words) {
  const found = servers.map(() => []);
  for (let round = 0; round < ROUNDS; round++)
    for (const [at, server] of servers.entries()) {
      await start(server);
      found[at].push(await measure(server, words));
      await stop(server);
    }
  const of = (at, what) => middle(found[at].map((one) => one[what]));
  console.log(`${title}:\n`);
  table(
    ["", "messages a second", "p50", "p99", "processor time of the server for each"],
    servers.map(({ name }, at) => [name, Math.round(of(at, "perSecond")), `${(of(at, "p50") / 1000).toFixed(2)} ms`, `${(of(at, "p99") / 1000).toFixed(2)} ms`, `${of(at, "each").toFixed(1)} µs`]),
  );
}

async function memory() {
  const rows = [];
  for (const server of servers) {
    await start(server);
    const before = used(server).memory;
    const clients = spawn(join(folder, "clients"), [server.port, "idle", IDLE, 600].map(String), { stdio: "ignore" });
    for (let last = -1; last !== used(server).memory; await pass(1500)) last = used(server).memory;
    rows.push([server.name, `${Math.round(before / 1024)} KiB`, `${Math.round((used(server).memory - before) / IDLE)} bytes`]);
    clients.kill();
    await stop(server);
  }
  console.log(`${IDLE} clients who are silent:\n`);
  table(["", "the empty server", "each connection"], rows);
}

/** What a server does with a frame: the code it closes with. */
async function answerTo(server, frames) {
  const socket = await open(server, { from: "127.0.0.1" });
  socket.write(Buffer.concat(frames));
  await Promise.race([socket.ended, pass(1000)]);
  const answer = closeCodeIn(socket) ?? (socket.gone ? "closes without a code" : "stays open");
  socket.destroy();
  return answer;
}

async function statusOf(server, request) {
  const socket = call(server, "127.0.0.1");
  socket.write(request, "latin1");
  await Promise.race([socket.ended, pass(1000)]);
  const status = /^HTTP\/1\.[01] (\d+)/.exec(socket.text)?.[1] ?? (socket.gone ? "closes without an answer" : "waits");
  socket.destroy();
  return status === "404" ? "takes it (404)" : status;
}

async function strictness(title, list, ask) {
  const rows = [];
  for (const [what, bytes, expected] of list) {
    const cells = [];
    for (const server of servers.slice(0, 2)) {
      await start(server);
      cells.push(String(await ask(server, bytes)));
      await stop(server);
    }
    rows.push([what, String(expected), ...cells]);
  }
  console.log(`${title}:\n`);
  table(["", "should be", ...servers.slice(0, 2).map(({ name }) => name)], rows);
}

await speed("100 clients, each of which waits for its message of 200 bytes to come back", ["echo", 100, SECONDS]);
await speed("100 clients, 5,000 messages a second in all", ["echo", 100, SECONDS, 5000]);
await speed("A message to 1,000 clients, the next when all have it", ["broadcast", 1000, SECONDS]);
await memory();
await strictness("Frames", malformedFrames, answerTo);
await strictness("Requests", malformedRequests, statusOf);
