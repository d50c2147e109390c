// What goes wrong around the server: a full disk, a damaged file, two servers on one folder; and the way back, backups.
// runs: release
import { test, after } from "node:test";
import assert from "node:assert/strict";
import { spawnSync, execFile } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync, writeSync, closeSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { setTimeout as pass } from "node:timers/promises";
import { openServer as open, Guest, program, enter as come, caughtUp, begin, chooser, playAny } from "./client.mjs";

const folders = [];
const servers = [];
const guests = [];

/** Whatever a test leaves open is closed after all of them. */
async function openServer(...terms) {
  const server = await open(...terms);
  servers.push(server);
  return server;
}

async function enter(url, name) {
  const guest = await come(url, name);
  guests.push(guest);
  return guest;
}

function folder() {
  const made = mkdtempSync(join(tmpdir(), "bivouac-fault-"));
  folders.push(made);
  return made;
}

after(async () => {
  for (const guest of guests) guest.leave();
  for (const server of servers) await server.close();
  for (const one of folders) rmSync(one, { recursive: true, force: true });
});

/** Runs the program to its end. */
const run = (...words) => spawnSync(program, words, { encoding: "utf8", timeout: 20000 });

/** A server that cannot open says why in a line or two, and exits with 1. */
function cannotOpen(data, why, ...options) {
  const { status, stdout, stderr } = run("serve", "--port", "0", "--data", data, ...options);
  assert.equal(status, 1, `${stdout}${stderr}`);
  assert.equal(stdout, "");
  assert.match(stderr, why);
  assert.ok(stderr.trim().split("\n").length <= 2, stderr);
  return stderr;
}

/** A folder in which a few games were played, and what was known of one. */
async function usedFolder() {
  const data = folder();
  const server = await openServer(program, { data });
  const [ada, bob] = [await enter(server.url, "Ada"), await enter(server.url, "Bob")];
  const tables = [];
  for (let i = 0; i < 8; i++) {
    const table = await begin(ada, { game: "chevaliers", public: true }, { S: ada, O: bob });
    await playAny(ada, table, "S");
    tables.push(table);
  }
  ada.leave();
  bob.leave();
  await server.close();
  return { data, file: join(data, "bivouac.db"), tables };
}

// ---- Opening ------------------------------------------------------------------------------------------------------------

test("two servers on one folder: the second says so and stays closed", async () => {
  const server = await openServer(program, { data: folder() });
  const message = cannotOpen(server.folder, /another bivouac serve/);
  assert.ok(message.includes(server.folder), "it names the folder");
  assert.equal((await fetch(`${server.url}/healthz`)).status, 200, "the first one goes on");
  assert.equal((await server.close()).code, 0);
});

test("a port that is taken", async () => {
  const server = await openServer(program, { data: folder() });
  const message = cannotOpen(folder(), new RegExp(String(server.port)), "--port", String(server.port));
  assert.match(message, /use|port/i);
  await server.close();
});

test("an address that is not this machine's", () => {
  cannotOpen(folder(), /192\.0\.2\.1/, "--listen", "192.0.2.1");
});

test("a data folder that cannot be written", () => {
  const inside = folder();
  const file = join(inside, "file");
  writeFileSync(file, "not a folder");
  for (const data of [file, join(file, "deeper"), join(inside, "no", "such", "parents"), "/proc/bivouac"]) {
    const message = cannotOpen(data, /./);
    assert.ok(message.includes(data), `${message} names ${data}`);
  }
  if (process.getuid() === 0) return; // whom no mode stops
  const closed = join(inside, "closed");
  mkdirSync(closed);
  chmodSync(closed, 0o555);
  cannotOpen(closed, /written/);
});

test("a damaged file: a clear message, and the file is left as it is", async () => {
  const { file, data } = await usedFolder();
  const good = readFileSync(file);
  const damages = {
    "not a database": () => writeFileSync(file, "This is a letter to my aunt.\n".repeat(200)),
    "a damaged beginning": () => {
      const handle = openSync(file, "r+");
      writeSync(handle, Buffer.alloc(100, 0x5a), 0, 100, 0);
      closeSync(handle);
    },
    "cut off": () => truncateSync(file, Math.floor(good.length / 2)),
  };
  for (const [name, damage] of Object.entries(damages)) {
    writeFileSync(file, good);
    damage();
    const before = readFileSync(file);
    const message = cannotOpen(data, /damaged|malformed|not a database|cannot be read/i);
    assert.ok(message.includes(data), `${name}: ${message}`);
    assert.ok(before.equals(readFileSync(file)), `${name}: nothing was written`);
    const check = run("backup", "--data", data, "--check");
    assert.equal(check.status, 1, `${name}: ${check.stdout}`);
  }
});

test("a file damaged in the middle: the check finds it, and a server never crashes on it", async () => {
  const { file, data, tables } = await usedFolder();
  const size = statSync(file).size;
  assert.equal(run("backup", "--data", data, "--check").status, 0);
  const handle = openSync(file, "r+");
  for (let at = 3 * 4096; at < size; at += 4096) writeSync(handle, Buffer.alloc(3072, 0xa5), 0, 3072, at + 1024);
  closeSync(handle);
  const check = run("backup", "--data", data, "--check");
  assert.equal(check.status, 1, check.stdout);
  assert.ok(check.stderr.includes(data) && !check.stderr.includes("Sanitizer"), check.stderr);
  const server = await openServer(program, { data }).catch((error) => {
    assert.match(error.message, /damaged|malformed|cannot be read/i);
    return null;
  });
  if (!server) return;
  const guest = new Guest(server.url, "x");
  for (const table of tables) {
    const answer = await guest.http("GET", `/api/v1/tables/${table}`);
    assert.ok([200, 404, 503].includes(answer.status), answer.text);
  }
  const end = await server.close();
  assert.deepEqual([end.code, end.by], [0, null], end.errors);
});

// ---- A full disk -----------------------------------------------------------------------------------------------------------

/** From now on no file of the process can grow, or again as much as it likes. */
function disk(server, bytes) {
  const limit = spawnSync("prlimit", ["--pid", String(server.child.pid), `--fsize=${bytes}:unlimited`], { encoding: "utf8" });
  assert.equal(limit.status, 0, limit.stderr);
}

test("a full disk: moves are refused, nobody is told of them, and nothing that was acknowledged is lost", async () => {
  const data = folder();
  let server = await openServer(program, { data });
  const [ada, bob, cleo] = await Promise.all(["Ada", "Bob", "Cléo"].map((name) => enter(server.url, name)));
  const table = await begin(ada, { game: "kriegspiel", public: true, time: { seconds: 600 } }, { F: ada, A: bob }, [cleo]);
  const seats = { F: ada, A: bob };
  const choose = chooser(2);
  const step = async () => {
    await caughtUp(ada);
    const [seat] = ada.latest(table).toAct;
    return playAny(seats[seat], table, seat, choose);
  };
  for (let i = 0; i < 20; i++) await step();
  // A table that nobody touches while the disk is full, with a clock that runs.
  const other = { mover: await enter(server.url, "Dan") };
  other.table = await begin(other.mover, { game: "chevaliers", time: { seconds: 600 } }, { S: other.mover, O: other.mover });
  await caughtUp(ada, bob, cleo, other.mover);
  other.position = other.mover.latest(other.table).position;
  const before = cleo.latest(table).position;
  const told = cleo.bytes.length;

  disk(server, 0);
  const [seat] = ada.latest(table).toAct;
  const { legal } = await seats[seat].will({ do: "legal", table, seat });
  for (let i = 0; i < 3; i++) {
    const answer = await seats[seat].ask({ do: "play", table, seat, token: legal[0], key: `full-${i}` });
    assert.deepEqual([answer.type, answer.code], ["refused", "not-stored"]);
    assert.ok(answer.text.fr && answer.text.en);
  }
  assert.equal((await cleo.http("POST", "/api/v1/guest", { name: "Late" })).status, 503);
  const health = await cleo.http("GET", "/healthz");
  assert.equal(health.status, 503);
  assert.equal(health.body.status, "trouble");
  assert.ok(health.body.trouble.length > 5);
  assert.ok(!health.text.includes(data), "where it lies is nobody's business");
  // Reading goes on.
  assert.equal((await cleo.http("GET", `/api/v1/tables/${table}`)).body.position, before);
  assert.equal((await cleo.http("GET", "/api/v1/tables")).status, 200);
  assert.equal((await cleo.http("GET", "/api/v1/records")).status, 200);
  assert.ok((await cleo.http("GET", `/api/v1/tables/${table}/history`)).body.messages.length > 10);
  assert.deepEqual((await seats[seat].will({ do: "legal", table, seat })).legal, legal);
  const newcomer = new Guest(server.url, "newcomer");
  guests.push(await newcomer.connect());
  await newcomer.will({ do: "subscribe", table });
  assert.equal(newcomer.latest(table)?.position ?? before, before);
  // Subscribed is reading: who comes back does, though the time that it cost cannot be given back, nor anything be stored.
  const [waiting, active] = ["F", "A"].map((one) => seats[one]).sort((one) => (one === seats[seat] ? 1 : -1));
  for (const one of [other.mover, waiting]) {
    one.leave();
    await one.connect();
  }
  await other.mover.will({ do: "subscribe", table: other.table });
  assert.equal(other.mover.latest(other.table).position, other.position);
  const refusals = [];
  for (let i = 0; i < 20; i++) {
    refusals.push(active.ask({ do: "play", table, seat, token: legal[0], key: `again-${i}` }));
    const [shown] = await Promise.all([waiting.hear("table"), waiting.will({ do: "subscribe", table })]);
    assert.equal(shown.position, before);
    assert.equal((await cleo.http("GET", `/api/v1/tables/${table}`)).status, 200);
  }
  for (const answer of await Promise.all(refusals)) assert.deepEqual([answer.type, answer.code], ["refused", "not-stored"]);
  assert.equal(newcomer.messages[0].type, "hello");
  await caughtUp(cleo);
  const news = cleo.messages.slice(cleo.messages.length - (cleo.bytes.length - told));
  assert.deepEqual(news.filter((m) => m.type === "play" || m.type === "roll"), [], "nobody is told of what is not kept");
  assert.ok(server.errors().split("\n").length < 100, "the server does not fill its log");
  assert.ok(server.errors().length > 0, "but it says what is wrong");

  disk(server, "unlimited");
  await seats[seat].will({ do: "play", table, seat, token: legal[0], key: "full-0" });
  assert.equal((await cleo.http("GET", "/healthz")).status, 200);
  for (let i = 0; i < 10; i++) await step();
  await caughtUp(cleo);
  const numbers = cleo.messages.filter((m) => m.table === table && m.as && m.type !== "table").map((m) => m.n);
  numbers.forEach((n, i) => i && assert.equal(n, numbers[i - 1] + 1, "messages are numbered without a gap"));
  const last = cleo.latest(table);
  const history = await cleo.history(table);
  const plays = (guest) => guest.messages.filter((m) => m.table === table && (m.type === "play" || m.type === "roll")).map((m) => m.token);
  assert.deepEqual(history.filter((m) => m.type === "play" || m.type === "roll").map((m) => m.token), plays(cleo));
  await server.kill();
  server = await openServer(program, { data, port: server.port });
  assert.equal((await cleo.http("GET", `/api/v1/tables/${table}`)).body.position, last.position);
  const again = await cleo.history(table);
  assert.deepEqual(again.filter((m) => m.type === "play" || m.type === "roll").map((m) => m.token), plays(cleo));
  for (const guest of [ada, bob, cleo, newcomer, other.mover]) guest.leave();
  await server.close();
  assert.equal(run("backup", "--data", data, "--check").status, 0);
});

test("a full disk: everything that is asked is answered", async () => {
  const server = await openServer(program, { data: folder() });
  const [ada, bob] = [await enter(server.url, "Ada"), await enter(server.url, "Bob")];
  const table = await begin(ada, { game: "chevaliers" }, { S: ada, O: bob });
  const { legal } = await ada.will({ do: "legal", table });
  disk(server, 0);
  for (let i = 0; i < 5; i++) {
    const commands = [
      { do: "play", table, seat: "S", token: legal[0] },
      { do: "play", table, seat: "S", token: "zz" },
      { do: "dance", table },
      { do: "legal", table },
    ];
    ada.socket.cork(); // all at once
    const asked = Promise.all(commands.map((command) => ada.ask(command)));
    ada.socket.uncork();
    const answers = await Promise.race([asked, pass(3000, null, { ref: false })]);
    assert.ok(answers, "everything is answered");
    assert.ok(answers.slice(0, 3).every((answer) => answer.type === "refused"));
  }
  disk(server, "unlimited");
  await ada.will({ do: "play", table, seat: "S", token: legal[0] });
  for (const guest of [ada, bob]) guest.leave();
  await server.close();
});

test("a full disk: computers and clocks do not make the server spin", async () => {
  const server = await openServer(program, { data: folder() });
  const ada = await enter(server.url, "Ada");
  const start = async (fields) => {
    const { table } = await ada.will({ do: "open", ...fields, start: true });
    await ada.will({ do: "subscribe", table });
    return table;
  };
  const occupants = { F: "computer:8", A: "computer:8" }; // who think long enough
  const tables = [await start({ game: "kriegspiel", occupants }), await start({ game: "kriegspiel", occupants, time: { seconds: 600 } })];
  await start({ game: "chevaliers", time: { seconds: 60 }, occupants: { S: "me", O: "me" } });
  disk(server, 0);
  const status = async () => (await ada.http("GET", "/healthz")).body.status;
  for (let i = 0; i < 100 && (await status()) === "good"; i++) await pass(100);
  await pass(1500);
  const lines = server.errors().split("\n").length;
  assert.ok(lines < 60, `${lines} lines in a second and a half`);
  const began = Date.now();
  assert.equal(await status(), "trouble");
  assert.ok(Date.now() - began < 1000);
  const going = tables.map((table) => ada.hear((m) => m.table === table && m.type === "play"));
  disk(server, "unlimited");
  await Promise.all(going);
  ada.leave();
  const end = await server.close();
  assert.ok(!end.errors.includes("Sanitizer"), end.errors);
});

test("health is good again when the disk is, without anybody playing", async () => {
  const server = await openServer(program, { data: folder() });
  const guest = new Guest(server.url, "Ada");
  disk(server, 0);
  assert.equal((await guest.http("POST", "/api/v1/guest", { name: "Ada" })).status, 503);
  assert.equal((await guest.http("GET", "/healthz")).status, 503);
  disk(server, "unlimited");
  const limit = Date.now() + 4000;
  let status = 503;
  while (status !== 200 && Date.now() < limit) {
    await pass(100);
    ({ status } = await guest.http("GET", "/healthz"));
  }
  assert.equal(status, 200, "a load balancer that sends guests only to healthy servers would never send one again");
  await server.close();
});

// ---- Backups ------------------------------------------------------------------------------------------------------------------

test("a backup is made while they play, and a server opened from it", async () => {
  const data = folder();
  const server = await openServer(program, { data });
  const [ada, bob] = [await enter(server.url, "Ada"), await enter(server.url, "Bob")];
  const table = await begin(ada, { game: "kriegspiel" }, { F: ada, A: bob });
  const over = await begin(ada, { game: "chars", public: true }, { V: ada, G: bob });
  await ada.will({ do: "resign", table: over });
  const choose = chooser(8);
  const step = async () => {
    await caughtUp(ada);
    const [seat] = ada.latest(table).toAct;
    return playAny({ F: ada, A: bob }[seat], table, seat, choose);
  };
  for (let i = 0; i < 15; i++) await step();
  await caughtUp(ada);
  const plays = () => ada.messages.filter((m) => m.table === table && (m.type === "play" || m.type === "roll")).map((m) => m.token);
  const sure = plays();
  const file = join(data, "copy.backup");
  let going = true;
  const copying = promisify(execFile)(program, ["backup", "--data", data, file]).finally(() => (going = false));
  while (going) await step();
  await copying;
  await caughtUp(ada);
  const all = plays();

  assert.equal(run("backup", "--data", data, file).status, 1, "a backup that is there is not written over");
  assert.equal(run("backup", "--data", data, "--check").status, 0, "the server can be checked while it is open");
  assert.equal(run("restore", "--data", data, file).status, 1, "a folder in use is not written over");
  const other = join(folder(), "new");
  const restored = run("restore", "--data", other, file);
  assert.equal(restored.status, 0, restored.stderr);
  assert.equal(run("backup", "--data", other, "--check").status, 0);
  assert.equal(run("restore", "--data", join(folder(), "bad"), join(data, "nothing")).status, 1);

  const second = await openServer(program, { data: other });
  const guest = new Guest(second.url, "Ada");
  guest.cookie = ada.cookie;
  assert.equal((await guest.http("GET", "/api/v1/me")).body.person?.name, "Ada", "her cookie is good there too");
  const messages = await guest.history(table);
  const copied = messages.filter((m) => m.type === "play" || m.type === "roll").map((m) => m.token);
  assert.ok(copied.length >= sure.length && copied.length <= all.length);
  assert.deepEqual(copied, all.slice(0, copied.length));
  assert.equal((await guest.http("GET", `/api/v1/records/${over}.record`)).status, 200);
  const { records } = (await guest.http("GET", "/api/v1/records?game=chars")).body;
  assert.deepEqual(records.map((record) => record.table), [over]);
  guests.push(await guest.connect());
  await guest.will({ do: "subscribe", table });
  await caughtUp(guest);
  if (guest.latest(table).toAct.includes("F")) await playAny(guest, table, "F");
  guest.leave();
  for (const one of [ada, bob]) one.leave();
  await second.close();
  await server.close();
});

test("a server is told to close politely, and does so at once", async () => {
  const server = await openServer(program, { data: folder() });
  const ada = await enter(server.url, "Ada");
  const { table } = await ada.will({ do: "open", game: "chevaliers", occupants: { S: "computer:1", O: "computer:1" }, start: true });
  await ada.will({ do: "subscribe", table });
  await ada.hear((m) => m.type === "play");
  const began = Date.now();
  const end = await server.close("SIGINT");
  assert.deepEqual([end.code, end.errors], [0, ""]);
  assert.ok(Date.now() - began < 3000);
  assert.ok(existsSync(join(server.folder, "bivouac.db")));
});
