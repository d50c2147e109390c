// Time: clocks, lost connections, restarts of the server, and coming back.
// runs: release postgres
import { test, before, after } from "node:test";
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pass } from "node:timers/promises";
import { openServer, cluster, Guest, program, enter, caughtUp, begin, chooser, playAny } from "./client.mjs";
import { metricsOf, valueOf, withMetrics } from "./metrics.mjs";

let server;
const here = []; // guests that leave at the end

async function arrive(name, url = server.url) {
  const guest = await enter(url, name);
  here.push(guest);
  return guest;
}

/** The same person on another device. */
async function elsewhere(guest, name = `${guest.name} elsewhere`) {
  const { ticket } = (await guest.http("POST", "/api/v1/me/ticket")).body;
  const other = new Guest(guest.url, name);
  const answer = await other.http("POST", "/api/v1/resume", { ticket });
  assert.equal(answer.status, 200);
  assert.equal(answer.body.person.id, guest.person);
  other.person = guest.person;
  here.push(other);
  return other.connect();
}

const about = (table, type) => (m) => m.table === table && (!type || m.type === type);
const get = async (guest, path) => (await guest.http("GET", `/api/v1${path}`)).body;
/** The texts of the messages of a channel that are numbered. */
const numbered = (guest, table, from = 0) =>
  guest.bytes.filter((text) => {
    const message = JSON.parse(text);
    return message.table === table && message.n > from && message.type !== "table" && message.type !== "done";
  });

async function refused(guest, message, code) {
  const answer = await guest.ask(message);
  assert.equal(answer.type, "refused", JSON.stringify(answer));
  assert.equal(answer.code, code);
}

let flag; // a game whose clock runs out while the other tests go on
let lonely; // one whose mover has lost the connection
let asleep; // one that everybody has left

before(async () => {
  server = await openServer(program, { options: withMetrics });
  const [ada, bob, cleo, dan] = await Promise.all(["Ada", "Bob", "Cléo", "Dan"].map((name) => arrive(name)));
  const time = { seconds: 10, increment: 0 };
  flag = { ada, bob, table: await begin(ada, { game: "chevaliers", public: true, time }, { S: ada, O: bob }) };
  flag.heard = bob.hear(about(flag.table, "flag"), 30);
  lonely = { bob: dan, table: await begin(cleo, { game: "chevaliers", time }, { S: dan, O: cleo }) };
  dan.leave();
  asleep = await begin(cleo, { game: "chars" }, { V: cleo, G: ada });
  await playAny(cleo, asleep, "V");
  for (const guest of [cleo, ada]) await guest.will({ do: "leave", table: asleep });
});

after(async () => {
  for (const guest of here) guest.leave();
  const end = await server.close();
  assert.deepEqual({ code: end.code, errors: end.errors }, { code: 0, errors: "" });
});

// ---- Clocks ---------------------------------------------------------------------------------------------------------

test("a clock runs for the side to act, and a completed turn earns the increment", async () => {
  const [ada, bob] = [await arrive("Ada"), await arrive("Bob")];
  const time = { seconds: 60, increment: 5 };
  const { table } = await ada.will({ do: "open", game: "chevaliers", time });
  await ada.will({ do: "sit", table, seat: "S" });
  await bob.will({ do: "sit", table, seat: "O" });
  await bob.will({ do: "subscribe", table });
  await caughtUp(bob);
  const opened = bob.latest(table);
  assert.deepEqual(opened.time, time);
  assert.deepEqual([opened.clock.left, opened.clock.running], [{ S: 60000, O: 60000 }, []]);
  const [begun] = await Promise.all([bob.hear(about(table, "start")), ada.will({ do: "start", table })]);
  assert.deepEqual(begun.clock.running, ["S"]);
  await pass(120);
  const [played] = await Promise.all([bob.hear(about(table, "play")), playAny(ada, table, "S")]);
  assert.deepEqual(played.clock.running, ["O"]);
  const spent = played.at - begun.at;
  assert.ok(spent >= 110, "the server's clock decides");
  assert.equal(played.clock.left.S, 60000 - spent + 5000);
  assert.equal(played.clock.left.O, 60000);
  assert.equal(played.clock.at, played.at);
  const [said] = await Promise.all([bob.hear(about(table, "say")), ada.will({ do: "say", table, text: "hm" })]);
  assert.equal(said.clock.left.O, 60000 - (said.at - played.at));
});

test("days a turn, and vacation", async () => {
  const [ada, bob] = [await arrive("Ada"), await arrive("Bob")];
  const day = 24 * 3600 * 1000;
  const time = { days: 3, vacation: 14 };
  const table = await begin(ada, { game: "chevaliers", time }, { S: ada, O: bob });
  await caughtUp(bob);
  assert.deepEqual(bob.latest(table).clock.left, { S: 3 * day, O: 3 * day });
  const [away] = await Promise.all([bob.hear(about(table, "vacation")), ada.will({ do: "vacation", table, days: 4 })]);
  assert.deepEqual([away.side, away.days], ["S", 4]);
  await refused(ada, { do: "vacation", table, days: 11 }, "no-vacation");
  await refused(ada, { do: "vacation", table }, "no-vacation");
  await ada.will({ do: "vacation", table, days: 10 });
  await refused(ada, { do: "vacation", table, days: 1 }, "no-vacation");
  const [played] = await Promise.all([bob.hear(about(table, "play")), playAny(ada, table, "S")]);
  assert.equal(played.clock.left.O, 3 * day);
  await refused(bob, { do: "claim", table }, "not-abandoned");
  const untimed = await begin(ada, { game: "chevaliers" }, { S: ada, O: bob });
  await refused(ada, { do: "vacation", table: untimed, days: 1 }, "no-vacation");
});

test("a lost connection costs no time", async () => {
  const [ada, bob] = [await arrive("Ada"), await arrive("Bob")];
  const table = await begin(ada, { game: "chevaliers", time: { seconds: 60 } }, { S: ada, O: bob });
  ada.leave();
  await pass(300);
  const back = bob.hear(about(table, "credit"));
  await ada.connect();
  await ada.will({ do: "subscribe", table });
  const { side, milliseconds, clock } = await back;
  assert.equal(side, "S");
  assert.ok(milliseconds >= 250 && milliseconds < 5000, `${milliseconds} ms were given back`);
  assert.ok(clock.left.S > 60000 - 200, `${clock.left.S} ms are left`);
  // Who was not to act, or never left, is given nothing.
  bob.leave();
  await bob.connect();
  await bob.will({ do: "subscribe", table });
  await ada.will({ do: "subscribe", table });
  await caughtUp(ada, bob);
  assert.equal(ada.messages.filter(about(table, "credit")).length, 1);
});

test("an opponent who is there has not abandoned the game", async () => {
  const [ada, bob] = [await arrive("Ada"), await arrive("Bob")];
  const table = await begin(ada, { game: "chevaliers" }, { S: ada, O: bob });
  await refused(bob, { do: "claim", table }, "not-abandoned");
  ada.leave();
  await refused(bob, { do: "claim", table }, "not-abandoned");
});

// ---- Coming back -------------------------------------------------------------------------------------------------------

test("a ticket makes one the same person on another device", async () => {
  const [ada, bob] = [await arrive("Ada"), await arrive("Bob")];
  const table = await begin(ada, { game: "chars" }, { V: ada, G: bob });
  const phone = await elsewhere(ada);
  await phone.will({ do: "subscribe", table });
  await caughtUp(phone);
  assert.equal(phone.latest(table).as, "V");
  const [seen, token] = await Promise.all([ada.hear(about(table, "play")), playAny(phone, table, "V")]);
  assert.equal(seen.token, token);
  const thief = new Guest(server.url, "thief");
  const { ticket } = (await ada.http("POST", "/api/v1/me/ticket")).body;
  for (const wrong of ["", "x", `${ticket}0`, ticket.replace(/^./, (c) => (c === "0" ? "1" : "0")), ada.cookie.slice(8)])
    assert.equal((await thief.http("POST", "/api/v1/resume", { ticket: wrong })).status, 403, wrong);
  assert.equal((await thief.http("POST", "/api/v1/me/ticket")).status, 401);
  const late = ticket.split(".");
  late[1] = String(Number(late[1]) + 1000000);
  assert.equal((await thief.http("POST", "/api/v1/resume", { ticket: late.join(".") })).status, 403);
});

for (const game of ["chars", "kriegspiel", "belligerants"])
  test(`who comes back to ${game} is told what was missed, byte for byte`, async () => {
    const names = { chars: "VG", kriegspiel: "FA", belligerants: "JR" }[game];
    const [ada, bob, watcher] = [await arrive("Ada"), await arrive("Bob"), await arrive("Watcher")];
    const holders = { [names[0]]: ada, [names[1]]: bob };
    const table = await begin(ada, { game, time: { seconds: 600, increment: 1 } }, holders, [watcher]);
    const other = await elsewhere(bob);
    const stays = await arrive("Stays");
    for (const guest of [other, stays]) await guest.will({ do: "subscribe", table });
    const choose = chooser(9);
    const playSome = async (count) => {
      for (let i = 0; i < count; i++) {
        const seat = names[choose(2)];
        const player = seat === names[1] ? other : ada;
        const { legal } = await player.will({ do: "legal", table, seat });
        if (legal.length) await player.will({ do: "play", table, seat, token: legal[choose(legal.length)] });
      }
      await ada.will({ do: "say", table, to: "side", text: "between us" });
      await other.will({ do: "say", table, to: "side", text: "entre nous" });
      await other.will({ do: "say", table, text: "à tous" });
      await caughtUp(other, stays, ada);
    };
    await playSome(20);
    await caughtUp(bob, watcher);
    const last = (guest) => JSON.parse(numbered(guest, table).at(-1)).n;
    const since = last(bob);
    const watched = last(watcher);
    bob.leave();
    watcher.leave();
    await playSome(60);
    const kept = [bob.bytes.length, watcher.bytes.length];
    await bob.connect();
    await watcher.connect();
    await bob.will({ do: "subscribe", table, since });
    await watcher.will({ do: "subscribe", table, since: { watcher: watched } });
    await caughtUp(bob, watcher, other, stays);
    const missed = numbered(other, table, since);
    assert.ok(missed.length > 3);
    assert.deepEqual(numbered({ bytes: bob.bytes.slice(kept[0]) }, table), missed);
    assert.deepEqual(numbered({ bytes: watcher.bytes.slice(kept[1]) }, table), numbered(stays, table, watched));
    assert.ok(!bob.bytes.some((text) => text.includes("between us")));
    // Then the table as it stands, with the number of the last message.
    const shown = bob.messages.findLast(about(table, "table"));
    assert.deepEqual([shown.as, shown.n], [names[1], JSON.parse(missed.at(-1)).n]);
    assert.equal(shown.position, other.latest(table).position);
    // The history is the same again.
    const history = (await bob.http("GET", `/api/v1/tables/${table}/history?since=${since}`)).text;
    assert.ok(history.startsWith(`{"messages":[${missed.join(",")}]`));
    // Who missed nothing is told nothing twice.
    const before = bob.bytes.length;
    await bob.will({ do: "subscribe", table, since: shown.n });
    await caughtUp(bob);
    assert.deepEqual(numbered({ bytes: bob.bytes.slice(before) }, table), []);
  });

// ---- The server is closed and opened again ------------------------------------------------------------------------------

for (const signal of ["SIGTERM", "SIGKILL"])
  test(`${signal} in the middle of games: everything is there again`, async (t) => {
    const data = mkdtempSync(join(tmpdir(), "bivouac-inn-"));
    let inn = await openServer(program, { data });
    t.after(() => inn.close().finally(() => rmSync(data, { recursive: true })));
    const [ada, bob] = [await arrive("Ada", inn.url), await arrive("Bob", inn.url)];
    const timed = await begin(ada, { game: "kriegspiel", time: { seconds: 600 }, public: true }, { F: ada, A: bob });
    const secret = await begin(ada, { game: "chars" }, { V: ada, G: bob });
    const { table: waiting, keys } = await ada.will({ do: "open", game: "paris", seats: 3, public: true, occupants: { G: "me", B: "invite" } });
    const { table: thinking } = await ada.will({ do: "open", game: "chevaliers", occupants: { S: "me", O: "computer:8" }, start: true });
    await ada.will({ do: "subscribe", table: thinking });
    const choose = chooser(4);
    await caughtUp(ada);
    for (let i = 0; i < 12; i++) {
      await caughtUp(ada);
      const [seat] = ada.latest(timed).toAct;
      await playAny({ F: ada, A: bob }[seat], timed, seat, choose);
      await playAny(bob, secret, "G", choose);
      await playAny(ada, secret, "V", choose);
    }
    await ada.will({ do: "say", table: timed, text: "good night" });
    await ada.will({ do: "offer", table: timed });
    const views = async (guest) => {
      const shown = [];
      for (const table of [timed, secret, waiting]) shown.push(await get(guest, `/tables/${table}`));
      return shown.map(({ clock, n, ...rest }) => rest);
    };
    const before = [await views(ada), await views(bob)];
    const clock = (await get(bob, `/tables/${timed}`)).clock;
    await caughtUp(bob);
    const told = numbered(bob, timed);
    // The computer has not answered when the server closes.
    await playAny(ada, thinking, "S");
    await inn[signal === "SIGKILL" ? "kill" : "close"](signal);
    if (signal === "SIGTERM") assert.equal(inn.errors(), "");
    await pass(150);

    inn = await openServer(program, { data, port: inn.port });
    assert.deepEqual([await views(ada), await views(bob)], before, "cookies, seats, positions, offers");
    // A server of many nodes has been open all the time when one of them comes back this soon: its clocks went on.
    const after = (await get(bob, `/tables/${timed}`)).clock;
    for (const side of cluster ? [] : ["F", "A"])
      assert.ok(clock.left[side] - after.left[side] < 1500, `the clock of ${side} stood still`);
    await Promise.all([ada.connect(), bob.connect()]);
    const heard = bob.bytes.length;
    const restart = cluster ? null : bob.hear(about(timed, "restart")); // missed already, or stored by the next check
    await bob.will({ do: "subscribe", table: timed, since: 0 });
    await restart;
    await caughtUp(bob);
    const again = numbered({ bytes: bob.bytes.slice(heard) }, timed);
    const number = (text) => JSON.parse(text).n;
    const [first, last] = [number(told[0]), number(told.at(-1))];
    assert.deepEqual(again.filter((text) => number(text) >= first && number(text) <= last), told, "what was told before is told again");
    if (!cluster) assert.equal(JSON.parse(again.find((text) => number(text) === last + 1)).type, "restart");
    assert.ok(again.some((text) => text.includes("good night")));
    // And everything goes on.
    const lobby = (await get(bob, "/tables")).tables.map((one) => one.table);
    assert.ok(lobby.includes(timed) && lobby.includes(waiting) && !lobby.includes(secret));
    await ada.will({ do: "subscribe", table: timed });
    await caughtUp(ada);
    const [seat] = ada.latest(timed).toAct;
    await playAny({ F: ada, A: bob }[seat], timed, seat, choose);
    await playAny(bob, secret, "G", choose);
    await bob.will({ do: "sit", table: waiting, seat: "B", key: keys.B });
    const state = await get(ada, `/tables/${thinking}`);
    if (!state.toAct.includes("S")) {
      const answer = ada.hear((m) => about(thinking, "play")(m) && m.seat === "O");
      await ada.will({ do: "subscribe", table: thinking });
      await answer;
    }
    await playAny(ada, thinking, "S");
  });

test("the computer goes on after a restart although nobody looks", async (t) => {
  const data = mkdtempSync(join(tmpdir(), "bivouac-inn-"));
  let inn = await openServer(program, { data });
  t.after(() => inn.close().finally(() => rmSync(data, { recursive: true })));
  const ada = await arrive("Ada", inn.url);
  const occupants = { S: "computer:1", O: "computer:1" };
  const { table } = await ada.will({ do: "open", game: "chevaliers", occupants, start: true });
  await ada.will({ do: "subscribe", table });
  await ada.hear(about(table, "play"));
  await inn.kill();
  inn = await openServer(program, { data, port: inn.port, options: withMetrics });
  const loaded = async () => valueOf(await metricsOf(inn), "bivouac_live_tables_loaded");
  // Anything that is asked of the server, but not of this table. Of a node that was killed others first believe that it lives.
  for (let i = 0; i < (cluster ? 400 : 40) && (await loaded()) === 0; i++) await pass(50);
  assert.ok((await loaded()) > 0, "the game goes on by itself");
});

test("after a restart people at a table whose game is over talk, and play again", async (t) => {
  const data = mkdtempSync(join(tmpdir(), "bivouac-inn-"));
  let inn = await openServer(program, { data });
  t.after(() => inn.close().finally(() => rmSync(data, { recursive: true })));
  const [ada, bob] = [await arrive("Ada", inn.url), await arrive("Bob", inn.url)];
  const table = await begin(ada, { game: "chevaliers" }, { S: ada, O: bob });
  await ada.will({ do: "resign", table });
  await inn.close();
  inn = await openServer(program, { data, port: inn.port });
  for (const guest of [ada, bob]) await guest.connect();
  await ada.will({ do: "say", table, text: "bien joué" });
  for (const guest of [ada, bob]) await guest.will({ do: "rematch", table });
  assert.ok((await get(ada, `/tables/${table}`)).next);
});

// ---- What took its time --------------------------------------------------------------------------------------------------

test("a clock that runs out ends the game", async () => {
  const message = await flag.heard;
  assert.deepEqual([message.side, message.result], ["S", "S 0 O 1 time"]);
  assert.equal(message.clock.left.S, 0);
  await refused(flag.ada, { do: "play", table: flag.table, token: "d2-d1" }, "over");
  const { records } = await get(flag.bob, "/records?reason=time");
  assert.deepEqual(records.map((record) => record.table), [flag.table]);
});

test("a clock does not run out while a lost connection has its grace", async () => {
  const state = await get(lonely.bob, `/tables/${lonely.table}`);
  assert.equal(state.stage, "playing");
  assert.equal(state.clock.left.S, 0);
  await lonely.bob.connect();
  await lonely.bob.will({ do: "subscribe", table: lonely.table });
  await playAny(lonely.bob, lonely.table, "S");
  await caughtUp(lonely.bob);
  assert.ok(lonely.bob.latest(lonely.table).clock.left.S > 9000);
});

test("a table that everybody has left sleeps, and wakes as it was", async () => {
  const counts = async () => {
    const figures = await metricsOf(server);
    return { tables: valueOf(figures, "bivouac_live_tables"), loaded: valueOf(figures, "bivouac_live_tables_loaded") };
  };
  const state = async () => {
    const { messages } = await get(lonely.bob, `/tables/${asleep}/history`);
    return messages;
  };
  let { tables, loaded } = await counts();
  const limit = Date.now() + 25000;
  while (loaded === tables && Date.now() < limit) {
    await pass(250);
    ({ tables, loaded } = await counts());
  }
  assert.ok(loaded < tables, `${loaded} of ${tables} tables are loaded`);
  const messages = await state();
  assert.deepEqual(messages.map((m) => m.type), ["sit", "sit", "start"]);
});

test("one's own games say how much time is left, for oneself and for the others", async () => {
  const [ada, bob] = [await arrive("Ada"), await arrive("Bob")];
  const table = await begin(ada, { game: "chevaliers", time: { days: 3 } }, { S: ada, O: bob });
  const endless = await begin(ada, { game: "chevaliers" }, { S: ada, O: bob });
  const day = 86_400_000;
  for (const [guest, yourTurn] of [[ada, true], [bob, false]]) {
    const { tables } = await get(guest, "/me");
    const own = tables.find((one) => one.table === table);
    assert.equal(own.yourTurn, yourTurn);
    assert.ok(own.left > 2.9 * day && own.left <= 3 * day, `${guest.name}: ${own.left}`);
    assert.equal(tables.find((one) => one.table === endless).left, undefined);
  }
});
