// Worlds that differ in one thing alone: how far Bob has come with what he sets up in secret. In each of them, a server of
// its own, everybody does the same as far as it can be seen; then whatever Ada, a watcher, a stranger and the lobby were told,
// in its order, and whatever any route answers them, must be the same in all. Routes and requests come from the tables of the
// sources, so that a new one is compared, too. Moments and ids are blanked, for they are of each server; of the clocks the
// difference between the sides is compared, which no delay of this machine changes. What a clock that is moved by hand tells
// over days is in twins_test.c.
import { test } from "node:test";
import assert from "node:assert/strict";
import { setTimeout as pass } from "node:timers/promises";
import { page, routes } from "./contract.mjs";
import { Guest, begin, caughtUp, enter, openServer, program } from "./client.mjs";
import { granted, member } from "./members.mjs";

const seats = { chars: ["V", "G"], belligerants: ["J", "R"] };
const times = { untimed: undefined, clock: { seconds: 600, increment: 5 }, days: { days: 3, vacation: 14 } };

// ---- What is compared ----------------------------------------------------------------------------------------------

const ofTheServer = new Set(["uptime", "connections", "node", "device", "milliseconds"]);

/** A text of one server as it would be in any other. */
function blank(value, name = "") {
  if (ofTheServer.has(name)) return "…";
  if (typeof value === "number" && name === "left") return "own time"; // in the list of one's own games
  if (typeof value === "number") return value > 1e12 ? "moment" : value;
  if (typeof value === "string") return value.replace(/[A-Za-z0-9_-]{16,}/g, "id").replace(/\d{4}-\d\d-\d\dT[\d:]+Z/g, "moment");
  if (Array.isArray(value)) return value.map((one) => blank(one));
  if (value === null || typeof value !== "object") return value;
  if (name === "left") return Object.values(value).reduce((one, other) => one - other);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [blank(key), blank(one, key)]));
}

const fields = ["content-type", "cache-control", "content-disposition", "last-modified", "vary", "location", "retry-after"];

/** An answer without what is of the server: status, headers and body. */
async function answerOf(guest, path) {
  const { status, headers, text, body } = await guest.http("GET", path);
  const page = headers.get("content-type")?.startsWith("text/html");
  const bytes = body ? blank(body) : page ? blank(text.replaceAll(guest.url, "")) : blank(text);
  return { status, headers: fields.map((field) => headers.get(field)), tagged: headers.has("etag"), bytes };
}

// ---- What is asked -------------------------------------------------------------------------------------------------

const queries = ["?as=watcher", ...Object.values(seats).flat().map((seat) => `?as=${seat}`), "?since=1", "?mine=1", "?name=b", "?game=chars"];

/** Every address that a GET can be made to, with each id of this world wherever one can stand: [name, path]. */
function paths({ ids }) {
  const found = [];
  for (const pattern of [...routes().filter((route) => route.startsWith("GET ")).map((route) => route.slice(4)), "/t/*", "/replay/*"]) {
    const named = pattern.includes("*") ? Object.entries(ids) : [["", ""]];
    for (const [name, id] of named) {
      const path = pattern.replaceAll("*", id);
      found.push([`${pattern} ${name}`, path]);
      if (!name || name === "chars clock") for (const query of queries) found.push([`${pattern}${query} ${name}`, path + query]);
    }
  }
  return found;
}

/** What can be sent, but for what ends a game or belongs to other tests. */
const verbs = [...page.client.keys()].filter((verb) => !["resign", "open", "leave", "resume", "accept"].includes(verb));

async function sayEverything(guest, table, seat) {
  const more = [{}, { seat }, { seat, token: "nonsense", text: "hm", days: 1, word: "x", level: 2, on: false, to: "side" }];
  for (const verb of verbs)
    for (const one of more) {
      const known = Object.entries({ table, ...one }).filter(([name]) => page.client.get(verb).fields.includes(name));
      await guest.ask({ do: verb, ...Object.fromEntries(known) });
    }
}

// ---- A world ---------------------------------------------------------------------------------------------------------

/** Bob plays so many tokens in secret; Infinity: until he is done. */
async function setUp(bob, table, seat, tokens) {
  for (let i = 0; i < tokens; i++) {
    const { legal } = await bob.will({ do: "legal", table, seat });
    if (!legal.length) return;
    await bob.will({ do: "play", table, seat, token: legal[(7 * i) % legal.length] });
  }
}

/** A player loses the connection for a moment, and all others see it. */
async function dropsOut(guest, table, others) {
  const seen = () => Promise.all(others.map((other) => other.hear((message) => message.type === "presence" && message.table === table)));
  const gone = seen();
  guest.leave();
  await gone;
  await pass(60);
  await guest.connect();
  const back = seen();
  await guest.will({ do: "subscribe", table });
  await back;
}

async function play(world, game, time, progress) {
  const { ada, bob, carol } = world;
  const [own, other] = seats[game];
  const table = await begin(ada, { game, public: true, time: times[time] }, { [own]: ada, [other]: bob }, [carol]);
  const settled = () => caughtUp(ada, bob, carol);
  await settled();
  await setUp(bob, table, other, progress[0]);
  await setUp(ada, table, own, 3);
  await dropsOut(bob, table, [ada, carol]);
  await dropsOut(ada, table, [bob, carol]);
  await settled();
  await setUp(bob, table, other, progress[1]);
  await ada.ask({ do: "vacation", table, days: 2 });
  await bob.ask({ do: "vacation", table, days: 3 });
  await bob.will({ do: "say", table, text: "bonjour" });
  await bob.will({ do: "offer", table });
  await settled();
  await ada.will({ do: "decline", table });
  await setUp(bob, table, other, progress[2]);
  await bob.will({ do: "say", table, to: "side", text: "entre nous" });
  await sayEverything(ada, table, own);
  await sayEverything(carol, table, other);
  await settled();
  world.ids[`${game} ${time}`] = table;
}

/** A tournament of Ada and Bob, at the tables of which nobody waits long for anybody. */
async function meet(world, progress) {
  const { ada, bob, carol } = world;
  const { tournament } = await granted(ada, "POST", "/tournaments", { name: "Le jeudi", game: "chars", kind: "round-robin", pause: 0, time: times.clock, begins: Date.now() + 3600000 });
  for (const guest of [ada, bob]) await granted(guest, "POST", `/tournaments/${tournament.id}/join`);
  await carol.will({ do: "tournament", tournament: tournament.id });
  const called = Promise.all([ada, bob].map((guest) => guest.hear((message) => message.type === "tournament" && message.table)));
  await granted(ada, "POST", `/tournaments/${tournament.id}/start`);
  const [{ table }] = await called;
  for (const guest of [ada, bob, carol]) await guest.will({ do: "subscribe", table });
  const { occupants } = (await ada.http("GET", `/api/v1/tables/${table}`)).body;
  const seat = occupants.find(({ people }) => people[0].person === bob.person).seat;
  await setUp(bob, table, seat, progress[0]);
  await dropsOut(bob, table, [ada, carol]);
  await caughtUp(ada, bob, carol);
  Object.assign(world.ids, { tournament: tournament.id, "table of the tournament": table });
}

/** News that a tournament has changed are collected for a moment, so their place among the other messages is a matter of chance. */
const bySubject = (messages) => ({ message: messages.filter(({ type }) => type !== "tournament-changed"), news: messages.filter(({ type }) => type === "tournament-changed") });

/** Everything that was told and answered in a world: name → what. */
async function live(progress) {
  const server = await openServer(program, { options: ["--config-set", "requests-per-second=0", "--config-set", "messages-per-second=0", "--config-set", "chats-per-minute=0"] });
  try {
    const [ada, bob, carol] = [await member(server.url, "Ada"), await member(server.url, "Bob"), await enter(server.url, "Carol")];
    const stranger = new Guest(server.url, "stranger");
    const visitor = await new Guest(server.url, "visitor").connect();
    const world = { ada, bob, carol, ids: { ada: ada.person, bob: bob.person, page: "privacy" } };
    await visitor.will({ do: "lobby" });
    for (const game of Object.keys(seats)) for (const time of Object.keys(times)) await play(world, game, time, progress);
    await meet(world, progress);
    await caughtUp(visitor);
    const told = new Map();
    for (const [name, path] of paths(world))
      for (const guest of [ada, carol, stranger]) told.set(`${guest.name}: GET ${name}`, await answerOf(guest, path));
    for (const guest of [ada, carol, visitor])
      for (const [subject, messages] of Object.entries(bySubject(guest.messages)))
        messages.forEach((message, i) => told.set(`${guest.name}: ${subject} ${i}`, blank(message)));
    for (const guest of [ada, bob, carol, visitor]) guest.leave();
    return told;
  } finally {
    await server.close();
  }
}

test("nobody learns how far the other has come in secret, by any route or message", async (t) => {
  const progress = [
    [0, 0, 0],
    [5, 1, 2],
    [Infinity, 0, 0],
  ];
  const [first, ...others] = await Promise.all(progress.map(live));
  for (const [i, other] of others.entries()) {
    for (const [name, what] of first) assert.deepEqual(other.get(name), what, `${name}, where Bob has played ${progress[i + 1]}`);
    assert.deepEqual([...other.keys()], [...first.keys()]);
  }
  assert.ok([...first.keys()].filter((name) => name.startsWith("Ada: message")).length > 300);
  t.diagnostic(`${first.size} answers and messages in ${progress.length} worlds`);
});

test("an export is numbered as the messages of one's seat are", async (t) => {
  const server = await openServer(program);
  t.after(() => server.close());
  const [ada, bob] = [await member(server.url, "Ada"), await enter(server.url, "Bob")];
  const table = await begin(ada, { game: "chars" }, { V: ada, G: bob });
  for (let i = 0; i < 4; i++) {
    await setUp(bob, table, "G", 2);
    await setUp(ada, table, "V", 1);
    await ada.will({ do: "say", table, text: `word ${i}` });
  }
  await caughtUp(ada);
  const { messages } = await granted(ada, "GET", `/tables/${table}/history`);
  const own = messages.filter(({ person }) => person === ada.person).map(({ n, at }) => ({ number: n, at }));
  const exported = (await granted(ada, "GET", "/account/export")).tables.find((one) => one.table === table);
  assert.deepEqual(exported.events.map(({ number, at }) => ({ number, at })), own);
  assert.ok(own.length >= 9);
  for (const guest of [ada, bob]) guest.leave();
});
