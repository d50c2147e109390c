// Clocks that are set, and servers that stand still: whose time that is (src/store/game_time.h). The wall clock of a server, or
// of its database, is one that the test sets.
import { test } from "node:test";
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pass } from "node:timers/promises";
import { openClusterIn } from "../launch.mjs";
import { openServer, cluster, program, enter, begin, playAny } from "./client.mjs";
import { wallClock } from "./wall_clock.mjs";

const GAMES = 10;
const SECONDS = 10; // of each side: the least there is

/** A server that is closed at the end, whatever it has complained of. */
async function open(t, { data, ...rest } = {}) {
  const folder = data ?? mkdtempSync(join(tmpdir(), "bivouac-inn-"));
  if (!data) t.after(() => rmSync(folder, { recursive: true, force: true }));
  const server = await openServer(program, { data: folder, ...rest });
  t.after(() => server.close());
  return { ...server, folder };
}

const state = async (guest, table) => (await guest.http("GET", `/api/v1/tables/${table}`)).body;

/** Two people and the live games between them, in which S is to move. */
async function playing(urls, count = GAMES, seconds = SECONDS) {
  const [ada, bob] = [await enter(urls[0], "Ada"), await enter(urls.at(-1), "Bob")];
  const tables = [];
  for (let i = 0; i < count; i++)
    tables.push({ id: await begin(ada, { game: "chevaliers", time: { seconds } }, { S: ada, O: bob }), begun: performance.now() });
  return {
    ada,
    bob,
    tables,
    leave: () => [ada, bob].forEach((guest) => guest.leave()),
    /** Nothing has ended, and S has as much time left as has really passed, less what is not to be counted. */
    async hold(uncounted = 0) {
      for (const { id, begun } of tables) {
        const { stage, clock } = await state(bob, id);
        const due = SECONDS * 1000 - (performance.now() - begun) + uncounted;
        assert.equal(stage, "playing");
        assert.ok(Math.abs(clock.left.S - due) < 1500, `${clock.left.S} ms are left instead of ${Math.round(due)}`);
        assert.equal(clock.left.O, SECONDS * 1000);
      }
    },
    /** Time that really passes ends all of them. */
    async end() {
      for (const { id } of tables) {
        const result = async () => (await state(bob, id)).result;
        for (const limit = performance.now() + 30000; !(await result()) && performance.now() < limit; ) await pass(100);
        assert.equal(await result(), "S 0 O 1 time");
      }
    },
  };
}

const jumps = (server) => [...server.errors().matchAll(/event=clock-jump milliseconds=(\S+) cause=(\w+)/g)].map(([, ms, cause]) => [Math.round(ms / 60000), cause]);

// Nodes that share a database do not go by their own wall clocks.
test("ten games go on while the wall clock is set by an hour, back, and by a day", async (t) => {
  const clock = wallClock(t);
  const server = await open(t, { env: clock.env });
  const games = await playing([server.url]);
  for (const seconds of [3600, 0, 86400, 0]) {
    clock.set(seconds);
    await pass(800);
    await games.hold();
    if (!cluster) assert.ok(Math.abs((await state(games.bob, games.tables[0].id)).clock.at - (Date.now() + seconds * 1000)) < 5000, "people see the clock that was set");
  }
  if (!cluster) assert.deepEqual(jumps(server), [[60, "step"], [-60, "step"], [1440, "step"], [-1440, "step"]]);
  // A move after it is dated and counted as any other.
  await playAny(games.ada, games.tables[0].id, "S");
  const { clock: after } = await state(games.bob, games.tables.shift().id);
  assert.deepEqual(after.running, ["O"]);
  assert.ok(after.left.O > SECONDS * 1000 - 1000);
  await games.end();
  games.leave();
});

test("a client that shows a clock receives the present time", { skip: Boolean(cluster) }, async (t) => {
  const clock = wallClock(t);
  const server = await open(t, { env: clock.env });
  const games = await playing([server.url], 1);
  const told = games.bob.hear((message) => message.type === "now");
  const paused = games.bob.hear((message) => message.type === "pause");
  clock.set(3600);
  assert.ok(Math.abs((await told).now - (Date.now() + 3600000)) < 5000);
  assert.ok((await paused).clock.left.S > SECONDS * 1000 - 5000);
  games.leave();
});

test("time in which the server is stopped is nobody's", { skip: process.env.BIVOUAC_NODES > 1 }, async (t) => {
  const server = await open(t);
  const games = await playing([server.url]);
  await pass(1500);
  server.child.kill("SIGSTOP");
  const stopped = performance.now();
  await pass((SECONDS + 2) * 1000);
  server.child.kill("SIGCONT");
  const uncounted = performance.now() - stopped;
  await games.hold(uncounted);
  await pass(1500);
  await games.hold(uncounted);
  games.leave();
});

test("nor is time in which it is dead", { skip: process.env.BIVOUAC_NODES > 1 }, async (t) => {
  const server = await open(t);
  const games = await playing([server.url]);
  await server.kill();
  await pass((SECONDS + 2) * 1000);
  await open(t, { data: server.folder, port: server.port });
  for (const { id } of games.tables) {
    const { stage, clock } = await state(games.bob, id);
    assert.equal(stage, "playing");
    assert.ok(clock.left.S > SECONDS * 1000 - 3000 && clock.left.O === SECONDS * 1000, `${clock.left.S} ms are left`);
  }
  games.leave();
});

test("reading a table stores nothing, and shows the clock as the restart leaves it", { skip: process.env.BIVOUAC_NODES > 1 }, async (t) => {
  const server = await open(t);
  const games = await playing([server.url], 1, 600);
  const [{ id }] = games.tables;
  const before = await state(games.bob, id);
  await server.kill();
  await pass(4500);
  await open(t, { data: server.folder, port: server.port });
  // Nor do the checks of all tables, which come every half a second.
  for (let i = 0; i < 4; i++) {
    const read = await state(games.bob, id);
    assert.equal(read.n, before.n, "reading has added an event");
    assert.ok(read.clock.left.S > 600 * 1000 - 2000, `${read.clock.left.S} ms are left`);
    assert.ok(Math.abs(read.clock.at - Date.now()) < 2000, "the clock is told for now");
    await pass(500);
  }
  // It is stored when a player is back: alone, the server knows that it was stopped; a database, that no node has run.
  await games.bob.connect();
  await games.bob.will({ do: "subscribe", table: id });
  const history = (await games.bob.history(id)).map(({ type }) => type);
  assert.ok(history.includes(cluster ? "pause" : "restart"), `${history}`);
  games.leave();
});

/** A game by correspondence, whose deadline comes when the wall clock has been set by two days. */
async function corresponding(url) {
  const [ada, bob] = [await enter(url, "Ada"), await enter(url, "Bob")];
  const table = await begin(ada, { game: "chevaliers", time: { days: 1 } }, { S: ada, O: bob });
  return { bob, result: async () => (await state(bob, table)).result, leave: () => [ada, bob].forEach((guest) => guest.leave()) };
}

const confirm = (seconds) => ["--config-set", `confirm-jump-seconds=${seconds}`];
const DAYS = 2 * 86400;

test("a deadline by the calendar ends a game when the wall clock's jump is confirmed", { skip: Boolean(cluster) }, async (t) => {
  const clock = wallClock(t);
  const server = await open(t, { env: clock.env, options: confirm(5) });
  const game = await corresponding(server.url);
  clock.set(DAYS);
  await pass(2500);
  assert.equal(await game.result(), undefined);
  clock.set(0); // it was a mistake
  await pass(6500);
  assert.equal(await game.result(), undefined);
  clock.set(DAYS);
  for (let i = 0; i < 200 && !(await game.result()); i++) await pass(100);
  assert.equal(await game.result(), "S 0 O 1 time");
  game.leave();
});

test("after a long absence of the server there is still time to move", { skip: Boolean(cluster) }, async (t) => {
  const clock = wallClock(t);
  const server = await open(t, { env: clock.env });
  const game = await corresponding(server.url);
  await server.close();
  clock.set(DAYS);
  const again = await open(t, { data: server.folder, port: server.port, env: clock.env, options: confirm(5) });
  await pass(2500);
  assert.equal(await game.result(), undefined);
  for (let i = 0; i < 200 && !(await game.result()); i++) await pass(100);
  assert.equal(await game.result(), "S 0 O 1 time");
  assert.deepEqual(jumps(again), []); // that it was closed is no trouble
  game.leave();
});

test("two nodes and ten games do not mind that their database's clock is set", { skip: Boolean(cluster) }, async (t) => {
  const clock = wallClock(t);
  const database = openClusterIn(clock.env);
  t.after(() => database.close());
  const options = ["--store", database.url, ...confirm(4)];
  const nodes = [await open(t, { options }), await open(t, { options })];
  const games = await playing(nodes.map((node) => node.url));
  const days = await corresponding(nodes[0].url);
  for (const seconds of [3600, -3600, DAYS]) {
    clock.set(seconds);
    await pass(1800);
    await games.hold();
    assert.equal(await days.result(), undefined);
  }
  for (const node of nodes) assert.deepEqual(jumps(node).map(([minutes]) => minutes), [60, -120, 60 + DAYS / 60]);
  await games.end();
  for (let i = 0; i < 200 && !(await days.result()); i++) await pass(100);
  assert.equal(await days.result(), "S 0 O 1 time");
  games.leave();
  days.leave();
});
