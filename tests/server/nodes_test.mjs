// One server of three nodes: people who sit at one table through different nodes play the same game.
import { test, before, after } from "node:test";
import assert from "node:assert/strict";
import { enter, begin, chooser, Guest } from "./client.mjs";
import { openNodes, until } from "../launch.mjs";

let server, urls;
const here = [];

before(async () => {
  server = await openNodes(3);
  urls = server.nodes.map((node) => node.url);
});

after(async () => {
  for (const guest of here) guest.leave();
  assert.equal(await server.close(), "");
});

async function arrive(node, name) {
  const guest = await enter(urls[node], name);
  here.push(guest);
  return guest;
}

/** The same person at another node, as when a load balancer sends the next connection there. */
async function again(guest, node) {
  const same = new Guest(urls[node], guest.name);
  same.cookie = guest.cookie;
  same.person = guest.person;
  here.push(same);
  return same.connect();
}

const about = (table, type) => (m) => m.table === table && m.type === type;
const numbered = (guest, table) => guest.messages.filter((m) => m.table === table && m.n !== undefined && m.type !== "table");
const last = (guest, table) => Math.max(0, ...guest.messages.filter((m) => m.table === table && m.n !== undefined).map((m) => m.n));

async function history(guest, table, node, as = "") {
  const there = new Guest(urls[node], guest.name);
  there.cookie = guest.cookie;
  return there.history(table, { as });
}

// ---- Whole games -------------------------------------------------------------------------------------------------

const games = {
  kriegspiel: { F: 0, A: 1 },
  chevaliers: { S: 0, O: 1 },
  chars: { V: 0, G: 1 },
  paris: { G: 0, B: 1, N: 1 },
  belligerants: { J: 0, R: 1 },
};

for (const [game, seats] of Object.entries(games))
  test(`a game of ${game} through three nodes`, async () => {
    const players = [await arrive(0, "First"), await arrive(1, "Second")];
    const watcher = await arrive(2, "Watcher");
    const holders = Object.fromEntries(Object.entries(seats).map(([seat, who]) => [seat, players[who]]));
    const table = await begin(players[0], { game }, holders, [watcher]);
    const choose = chooser(11);
    for (let plays = 0; plays < 150; plays++) {
      const acting = [];
      for (const seat of Object.keys(seats)) {
        const { legal } = await holders[seat].will({ do: "legal", table, seat });
        if (legal.length) acting.push([seat, legal]);
      }
      if (!acting.length) break;
      const [seat, legal] = acting[choose(acting.length)];
      await holders[seat].will({ do: "play", table, seat, token: legal[choose(legal.length)], key: `k${plays}` });
    }
    for (const [seat, guest] of Object.entries(holders)) {
      const told = await history(guest, table, 0, seat);
      for (const node of [1, 2]) assert.deepEqual(await history(guest, table, node, seat), told);
    }
    const seen = await history(watcher, table, 0);
    await until(() => last(watcher, table) >= seen.at(-1).n, "the watcher hears everything");
    const heard = numbered(watcher, table);
    assert.deepEqual(heard, seen.slice(-heard.length), "what was told is the history, each message once");
  });

// ---- At once ------------------------------------------------------------------------------------------------------

test("people who speak at the same moment are all heard, in one order", async () => {
  const guests = [await arrive(0, "Ada"), await arrive(1, "Bob"), await arrive(2, "Cléo")];
  const [ada, bob, cleo] = guests;
  const table = await begin(ada, { game: "paris", seats: 3 }, { G: ada, B: bob, N: cleo });
  for (let round = 0; round < 30; round++)
    await Promise.all(guests.map((guest, i) => guest.will({ do: "say", table, text: `${round}.${i}` })));
  const said = (guest) => guest.messages.filter(about(table, "say")).map((m) => m.text);
  await until(() => guests.every((guest) => said(guest).length === 90), "everybody hears all ninety");
  assert.equal(new Set(said(guests[0])).size, 90);
  for (const guest of guests) assert.deepEqual(said(guest), said(guests[0]));
});

test("two secret set-ups go on at the same moment", async () => {
  const [ada, bob] = [await arrive(0, "Ada"), await arrive(1, "Bob")];
  const table = await begin(ada, { game: "chars" }, { V: ada, G: bob });
  const place = async (guest, seat) => {
    for (let i = 0; i < 60; i++) {
      const { legal } = await guest.will({ do: "legal", table, seat });
      if (!legal.length) return i;
      await guest.will({ do: "play", table, seat, token: legal[0], key: `${seat}${i}` });
    }
    return 60;
  };
  const placed = await Promise.all([place(ada, "V"), place(bob, "G")]);
  assert.ok(placed.every((count) => count > 5), String(placed));
  assert.deepEqual(await history(ada, table, 2, "V"), await history(ada, table, 0, "V"));
  const heard = await history(bob, table, 2, "G");
  assert.deepEqual(heard, await history(bob, table, 0, "G"));
  const secret = heard.filter((m) => m.type === "play" && m.seat === "V").flatMap((m) => (m.token ? [m.token] : []));
  const own = (await history(ada, table, 0, "V")).filter((m) => m.type === "play" && m.seat === "V").map((m) => m.token);
  assert.ok(own.length > 5 && secret.length < own.length, "the other's tokens are not told");
});

test("a player whose seat another node gave away receives none of its secrets", async () => {
  const [ada, bob, cleo] = [await arrive(0, "Ada"), await arrive(1, "Bob"), await arrive(2, "Cléo")];
  for (let round = 0; round < 8; round++) {
    const { table } = await ada.will({ do: "open", game: "chars", occupants: { G: "me" } });
    for (const guest of [bob, cleo]) await guest.will({ do: "subscribe", table });
    const answers = await Promise.all([bob, cleo].map((guest) => guest.ask({ do: "sit", table, seat: "V" })));
    assert.deepEqual(answers.map((answer) => answer.type).sort(), ["done", "refused"]);
    const [winner, loser] = answers[0].type === "done" ? [bob, cleo] : [cleo, bob];
    await ada.will({ do: "start", table });
    const { legal } = await winner.will({ do: "legal", table, seat: "V" });
    await winner.will({ do: "play", table, seat: "V", token: legal[0] });
    await ada.will({ do: "say", table, text: "fin" });
    await until(() => [winner, loser].every((guest) => guest.messages.some(about(table, "say"))), "both hear of everything");
    const heard = (guest) => new Set(guest.messages.filter((m) => m.table === table && m.as && m.type !== "table").map((m) => m.as));
    assert.deepEqual([...heard(loser)], ["watcher"]);
    assert.ok(heard(winner).has("V"));
  }
});

test("a token that is sent again through another node is played once", async () => {
  const [ada, bob] = [await arrive(0, "Ada"), await arrive(1, "Bob")];
  const table = await begin(ada, { game: "chevaliers" }, { S: ada, O: bob });
  const elsewhere = await again(ada, 2);
  await elsewhere.will({ do: "subscribe", table });
  const { legal } = await ada.will({ do: "legal", table, seat: "S" });
  const command = { do: "play", table, seat: "S", token: legal[0], key: "once" };
  const answers = await Promise.all([ada.ask(command), elsewhere.ask(command)]);
  assert.deepEqual(answers.map((answer) => answer.type), ["done", "done"]);
  const plays = (await history(bob, table, 1)).filter((m) => m.type === "play");
  assert.equal(plays.length, 1);
});

test("who comes to another node finds what was just done", async () => {
  const ada = await arrive(0, "Ada");
  const bob = await arrive(1, "Bob");
  const table = await begin(ada, { game: "chevaliers" }, { S: ada, O: bob });
  for (let i = 0; i < 20; i++) {
    const [guest, seat] = i % 2 ? [bob, "O"] : [ada, "S"];
    const node = 2 - (i % 3);
    const moved = await again(guest, node);
    const since = last(guest, table);
    await moved.will({ do: "subscribe", table, since });
    const { legal } = await moved.will({ do: "legal", table, seat });
    assert.ok(legal.length, `it is the turn of ${seat} at node ${node}`);
    await moved.will({ do: "play", table, seat, token: legal[i % legal.length] });
    moved.leave();
  }
});

// ---- Around the table ---------------------------------------------------------------------------------------------

test("the lobby shows tables of all nodes", async () => {
  const [ada, bob] = [await arrive(0, "Ada"), await arrive(1, "Bob")];
  await bob.will({ do: "lobby" });
  const shown = bob.hear((m) => m.type === "lobby-table" && m.occupants.some((c) => c.people.some((p) => p.name === "Ada")));
  const { table } = await ada.will({ do: "open", game: "chevaliers", public: true, occupants: { S: "me" } });
  assert.equal((await shown).table, table);
  const full = bob.hear((m) => m.type === "lobby-table" && m.table === table && m.stage === "playing");
  await bob.will({ do: "sit", table, seat: "O" });
  await ada.will({ do: "start", table });
  await full;
  const gone = bob.hear((m) => m.type === "lobby-gone" && m.table === table);
  await ada.will({ do: "resign", table });
  await gone;
});

test("who is at the table is known at every node", async () => {
  const [ada, bob] = [await arrive(0, "Ada"), await arrive(1, "Bob")];
  const table = await begin(ada, { game: "chevaliers" }, { S: ada, O: bob });
  await until(() => ada.messages.some((m) => about(table, "presence")(m) && m.people.includes(bob.person)), "Ada sees Bob");
  const away = ada.hear((m) => about(table, "presence")(m) && m.awaySince.O !== undefined);
  bob.leave();
  await away;
  const back = ada.hear((m) => about(table, "presence")(m) && m.people.includes(bob.person));
  const elsewhere = await again(bob, 2);
  await elsewhere.will({ do: "subscribe", table });
  await back;
});

test("a flag falls once", async () => {
  const [ada, bob] = [await arrive(0, "Ada"), await arrive(1, "Bob")];
  const time = { seconds: 10, increment: 0 };
  const table = await begin(ada, { game: "chevaliers", time }, { S: ada, O: bob });
  const over = Promise.all([ada, bob].map((guest) => guest.hear((m) => m.table === table && m.result)));
  await over;
  const flags = (await history(ada, table, 2)).filter((m) => m.type === "flag");
  assert.equal(flags.length, 1);
});

test("both would play again, each at another node: there is one next table", async () => {
  const [ada, bob] = [await arrive(0, "Ada"), await arrive(1, "Bob")];
  const table = await begin(ada, { game: "chevaliers" }, { S: ada, O: bob });
  await ada.will({ do: "resign", table });
  await until(() => bob.messages.some(about(table, "resign")), "Bob hears of it");
  await Promise.all([ada.will({ do: "rematch", table }), bob.will({ do: "rematch", table })]);
  const next = (await history(ada, table, 2)).filter((m) => m.type === "next");
  assert.equal(next.length, 1);
});

// ---- Nodes that come and go -----------------------------------------------------------------------------------------

test("the computer answers although the node that thought about it is killed", async () => {
  const ada = await arrive(2, "Ada");
  const { table } = await ada.will({ do: "open", game: "chevaliers", occupants: { S: "me", O: "computer:8" }, start: true });
  await ada.will({ do: "subscribe", table });
  const { legal } = await ada.will({ do: "legal", table, seat: "S" });
  await ada.will({ do: "play", table, seat: "S", token: legal[0] });
  await server.nodes[2].kill();
  const node = await server.join();
  urls[2] = node.url;
  const elsewhere = await again(ada, 0);
  await elsewhere.will({ do: "subscribe", table });
  await until(async () => (await history(elsewhere, table, 1)).some((m) => m.type === "play" && m.seat === "O"), "the computer has played", 30);
  const plays = (await history(elsewhere, table, 1)).filter((m) => m.type === "play").map((m) => m.seat);
  assert.equal(plays[0], "S");
  assert.equal(plays[1], "O");
});

test("a node that joins later knows everything", async () => {
  const ada = await arrive(0, "Ada");
  const { table } = await ada.will({ do: "open", game: "kriegspiel", public: true });
  const node = await server.join();
  urls.push(node.url);
  const bob = await arrive(urls.length - 1, "Bob");
  await bob.will({ do: "lobby" });
  assert.ok(bob.messages.find((m) => m.type === "lobby").tables.some((line) => line.table === table));
  await bob.will({ do: "sit", table, seat: "A" });
  await bob.will({ do: "say", table, text: "bonsoir" });
  const told = await history(ada, table, 1);
  assert.ok(told.some((m) => m.type === "say" && m.text === "bonsoir"));
});
