// Finding an opponent: who meets whom, what both are told, and who leaves the queue.
// runs: sanitizers nodes
import { test, before, after, afterEach } from "node:test";
import assert from "node:assert/strict";
import { openServer, program, enter, caughtUp, playAny, Guest } from "./client.mjs";
import { register } from "./people.mjs";
import { until } from "../launch.mjs";

let server;
const here = [];

before(async () => {
  server = await openServer(program);
});

after(async () => {
  await server?.close();
});

// Nobody waits for the next test.
afterEach(async () => {
  for (const one of here.splice(0)) one.leave();
  await until(async () => (await seeks()).people.length === 0, "everybody has left the queue");
});

async function arrive(name) {
  const guest = await enter(server.url, name);
  here.push(guest);
  return guest;
}

const seeks = async () => (await new Guest(server.url, "").http("GET", "/api/v1/seeks")).body;
const waits = (who) => async () => (await seeks()).people.some((one) => one.person === who.person);
const table = async (who, id) => (await who.http("GET", `/api/v1/tables/${id}`)).body;

/** Looks for an opponent: when it is known everywhere that the person waits. */
async function look(who, fields) {
  await who.will({ do: "seek", ...fields });
  await until(waits(who), `${who.name} waits`);
}

/** Two look for an opponent, the second after the first: the table that both are told. */
async function pair(first, second, wish, other = wish) {
  await look(first, wish);
  const told = [first.hear("paired"), second.hear("paired")];
  await second.will({ do: "seek", ...other });
  const [one, two] = await Promise.all(told);
  assert.equal(one.table, two.table);
  return one.table;
}

test("two who look for the same game meet at a table that has begun", async () => {
  const [ada, bob] = [await arrive("Ada"), await arrive("Bob")];
  const id = await pair(ada, bob, { game: "chevaliers", pace: "live" });
  const { stage, game, time, rated, occupants, options } = await table(ada, id);
  assert.deepEqual([stage, game, time, rated], ["playing", "chevaliers", { seconds: 1200, increment: 10 }, false]);
  assert.deepEqual(new Set(occupants.map((seat) => seat.people[0].person)), new Set([ada.person, bob.person]));
  const usual = await (await fetch(`${server.url}/api/v1/games`)).json();
  const named = usual.games.find((one) => one.id === "chevaliers").options.map((one) => [one.name, one.values[0].name]);
  assert.deepEqual(options, Object.fromEntries(named), "with the default options");
  for (const one of [ada, bob]) await one.will({ do: "subscribe", table: id });
  const mover = (await table(ada, id)).toAct[0];
  const seat = occupants.find((one) => one.seat === mover);
  await playAny(seat.people[0].person === ada.person ? ada : bob, id, mover);
});

test("one player holds all seats of a side, and any game is one of them", async () => {
  const [ada, bob] = [await arrive("Ada"), await arrive("Bob")];
  const id = await pair(ada, bob, { game: "paris", pace: "correspondence" }, { pace: "correspondence" });
  const { game, time, occupants } = await table(ada, id);
  assert.deepEqual([game, time.days], ["paris", 3]);
  const bySide = new Map();
  for (const { side, people } of occupants) bySide.set(side, (bySide.get(side) ?? new Set()).add(people[0].person));
  assert.deepEqual([...bySide.values()].map((people) => people.size), [1, 1]);
});

test("another game, another pace or oneself is no opponent", async () => {
  const [ada, bob, cleo] = [await arrive("Ada"), await arrive("Bob"), await arrive("Cléo")];
  await look(ada, { game: "chars", pace: "live" });
  await look(bob, { game: "paris", pace: "live" });
  await look(cleo, { game: "chars", pace: "correspondence" });
  await look(ada, { game: "chars", pace: "live" });
  await caughtUp(ada, bob, cleo);
  for (const one of [ada, bob, cleo]) assert.ok(!one.messages.some((message) => message.type === "paired"), one.name);
  const { waiting, people } = await seeks();
  assert.deepEqual(people.length, 3);
  assert.equal(waiting.find((row) => row.game === "chars" && row.pace === "live").count, 1);
  assert.deepEqual(people.find((one) => one.person === bob.person).game, "paris");
});

test("who looks and for how long is told to those who wait and to the lobby", async () => {
  const [ada, bob, cleo] = [await arrive("Ada"), await arrive("Bob"), await arrive("Cléo")];
  const [first] = await Promise.all([cleo.hear("seeks"), cleo.will({ do: "lobby" })]);
  assert.deepEqual(first.people, []);
  const heard = cleo.hear((message) => message.type === "seeks" && message.people.length === 1);
  await look(ada, { game: "belligerants", pace: "live" });
  assert.equal((await heard).people[0].name, "Ada");
  const empty = cleo.hear((message) => message.type === "seeks" && message.people.length === 0);
  await pair(ada, bob, { game: "belligerants", pace: "live" });
  const { waiting } = await empty;
  assert.ok(waiting.find((row) => row.game === "belligerants" && row.pace === "live").usual >= 1);
});

test("leaving, or closing the connection, leaves the queue", async () => {
  const [ada, bob, cleo] = [await arrive("Ada"), await arrive("Bob"), await arrive("Cléo")];
  await look(ada, { game: "chars", pace: "live" });
  await ada.will({ do: "seek-leave" });
  await until(async () => !(await waits(ada)()), "Ada has left");
  await look(bob, { game: "chars", pace: "live" });
  bob.leave();
  await until(async () => !(await waits(bob)()), "Bob has left");
  await look(cleo, { game: "chars", pace: "live" });
  await caughtUp(cleo);
  assert.ok(!cleo.messages.some((message) => message.type === "paired"));
});

test("a second connection of the same player takes the place of the first", async () => {
  const ada = await arrive("Ada");
  const same = new Guest(server.url, "Ada");
  Object.assign(same, { cookie: ada.cookie, person: ada.person });
  here.push(await same.connect());
  await look(ada, { game: "chars", pace: "live" });
  const over = ada.hear("seek-over");
  await look(same, { game: "paris", pace: "live" });
  await over;
  ada.leave();
  const bob = await arrive("Bob");
  const told = same.hear("paired");
  await bob.will({ do: "seek", game: "paris", pace: "live" });
  await told;
});

test("who has blocked the other never meets them", async () => {
  const [ada, bob, cleo] = [await register(await arrive("Adèle")), await arrive("Bruno"), await arrive("Chloé")];
  await register(bob);
  assert.equal((await ada.http("PUT", `/api/v1/blocks/${bob.person}`)).status, 200);
  await look(ada, { game: "chars", pace: "live" });
  await look(bob, { game: "chars", pace: "live" });
  await caughtUp(ada, bob);
  const told = ada.hear("paired");
  await cleo.will({ do: "seek", game: "chars", pace: "live" });
  const { table: id } = await told;
  const people = (await table(cleo, id)).occupants.map((seat) => seat.people[0].person);
  assert.deepEqual(new Set(people), new Set([ada.person, cleo.person]));
  assert.ok(!bob.messages.some((message) => message.type === "paired"));
});

test("between two accounts who want it the game is rated", async () => {
  const [ada, bob, cleo] = [await register(await arrive("Aline")), await register(await arrive("Basile")), await arrive("Charles")];
  await look(cleo, { game: "chars", pace: "live" });
  const first = cleo.hear("paired");
  await ada.will({ do: "seek", game: "chars", pace: "live", rated: true });
  assert.equal((await table(ada, (await first).table)).rated, false, "one of them is a guest");
  const id = await pair(ada, bob, { game: "chars", pace: "live", rated: true });
  assert.equal((await table(ada, id)).rated, true);
});

test("who was paired while the connection was lost learns of it, and is not paired again", async () => {
  const [ada, bob] = [await arrive("Ada"), await arrive("Bob")];
  const id = await pair(ada, bob, { game: "chars", pace: "live" });
  ada.leave();
  await ada.connect();
  const told = ada.hear("paired");
  await ada.will({ do: "seek", game: "chars", pace: "live", again: true });
  assert.equal((await told).table, id);
  assert.deepEqual((await seeks()).people, []);
});

test("what cannot be looked for is refused", async () => {
  const ada = await arrive("Ada");
  for (const [fields, code] of [
    [{ game: "chess", pace: "live" }, "bad-query"],
    [{ game: "chars" }, "bad-message"],
    [{ pace: "bullet" }, "bad-message"],
  ]) {
    const answer = await ada.ask({ do: "seek", ...fields });
    assert.equal(answer.code, code, JSON.stringify(answer));
    assert.ok(answer.text.fr && answer.text.en);
  }
  const nobody = new Guest(server.url, "");
  await nobody.connect();
  assert.equal((await nobody.ask({ do: "seek", pace: "live" })).code, "needs-name");
  nobody.leave();
});
