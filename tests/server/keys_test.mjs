// Invitation keys: each admits those it was made for, before the game begins, and nobody afterwards. Who would share a seat
// later asks those who hold it.
import { test, before, after } from "node:test";
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openServer, program, enter, caughtUp, playAny } from "./client.mjs";
import { register } from "./people.mjs";

let server, ada, bob, eve, mal, watcher;
const everybody = () => [ada, bob, eve, mal, watcher];

before(async () => {
  server = await openServer(program);
  // Eve is Ada's second account, Mal a guest to whom the link was handed on.
  [ada, bob, eve, mal, watcher] = await Promise.all(["Adèle", "Bob", "Eve", "Mal", "Wim"].map((name) => enter(server.url, name)));
  for (const one of [ada, bob, eve]) await register(one);
});

after(async () => {
  for (const one of everybody()) one?.leave();
  const end = await server.close();
  assert.deepEqual({ code: end.code, errors: end.errors }, { code: 0, errors: "" });
});

const open = async (owner, occupants, fields = {}) => owner.will({ do: "open", game: "chars", occupants, ...fields });
const look = async (guest, table) => (await guest.http("GET", `/api/v1/tables/${table}`)).body;
const occupant = async (table, seat) => (await look(watcher, table)).occupants.find((one) => one.seat === seat);
const names = async (table, seat) => (await occupant(table, seat)).people.map((one) => one.name);

async function refused(guest, message, code) {
  const answer = await guest.ask(message);
  assert.deepEqual([answer.type, answer.code], ["refused", code], JSON.stringify(message));
  assert.ok(answer.text.fr && answer.text.en, "a refusal says why, in both languages");
}

/** Everything that a person with a key can try at a seat that others hold. */
async function attack(attacker, table, seat, key) {
  for (const command of [{ seat, key }, { key }, { seat }, { seat, key, word: "open" }]) await refused(attacker, { do: "sit", table, ...command }, "seat-reserved");
  for (const command of [{ do: "legal" }, { do: "play", token: "A=51" }, { do: "play", token: "A=51", key }, { do: "stand" }])
    await refused(attacker, { table, seat, ...command }, "not-your-seat");
  assert.equal((await attacker.ask({ do: "resign", table, seat })).type, "refused");
  await refused(attacker, { do: "say", table, seat, to: "side", text: "who goes there?" }, "not-your-seat");
  await refused(attacker, { do: "admit", table, seat }, "not-your-seat");
  for (const path of ["", "/history"]) {
    const answer = await attacker.http("GET", `/api/v1/tables/${table}${path}?as=${seat}&key=${key}`);
    assert.equal(answer.status, 403, answer.text);
  }
}

/** What a guest has received about a table since a mark, without answers to their own requests. Each node tells its own people who
 *  is there, when it hears of it. */
function told(guest, table, mark) {
  const own = (message) => message.re !== undefined || (message.type === "presence" && Number(process.env.BIVOUAC_NODES ?? 1) > 1);
  return guest.bytes.slice(mark).filter((text) => text.includes(table) && !own(JSON.parse(text)));
}

test("a used key opens nothing, and who brings it hears what any watcher hears", async () => {
  const { table, keys } = await open(ada, { V: "me", G: "invite" });
  for (const one of [ada, bob, eve, mal, watcher]) await one.will({ do: "subscribe", table });
  await caughtUp(eve, mal, watcher);
  const marks = new Map([eve, mal, watcher].map((one) => [one, one.bytes.length]));
  await bob.will({ do: "sit", table, key: keys.G });
  for (const one of [eve, mal]) await attack(one, table, "G", keys.G);
  await ada.will({ do: "start", table });
  await bob.will({ do: "say", table, to: "side", text: "behind the hill" });
  const ranks = [];
  for (let i = 0; i < 12; i++) {
    ranks.push(await playAny(bob, table, "G"));
    if (i % 4 === 0) for (const one of [eve, mal]) await attack(one, table, "G", keys.G);
  }
  await playAny(ada, table, "V");
  for (const one of [eve, mal]) await attack(one, table, "G", keys.G);
  await caughtUp(eve, mal, watcher);
  const plain = told(watcher, table, marks.get(watcher));
  for (const one of [eve, mal]) {
    assert.deepEqual(told(one, table, marks.get(one)), plain, one.name);
    const seen = one.bytes.slice(marks.get(one)).join("\n");
    for (const rank of ranks) assert.ok(!seen.includes(`"${rank}"`), `${one.name} hears ${rank}`);
    assert.ok(!seen.includes("behind the hill"));
    for (const path of ["", "/history"]) {
      const url = `/api/v1/tables/${table}${path}`;
      assert.deepEqual((await one.http("GET", url)).text, (await watcher.http("GET", url)).text);
    }
  }
  assert.equal((await look(bob, table)).stage, "playing");
  assert.deepEqual(await names(table, "G"), ["Bob"]);
  await bob.will({ do: "sit", table, key: keys.G }); // whose key it was comes back, and is who they were
  await bob.will({ do: "sit", table, seat: "G", key: keys.G });
  await bob.will({ do: "resign", table });
});

test("of many who bring a key at once one sits down", async () => {
  const { table, keys } = await open(ada, { V: "me", G: "invite" });
  const answers = await Promise.all([bob, eve, mal, watcher].map((one) => one.ask({ do: "sit", table, key: keys.G })));
  assert.deepEqual(answers.map((one) => one.type).sort(), ["done", "refused", "refused", "refused"]);
  assert.equal((await occupant(table, "G")).people.length, 1);
});

test("who stood up, or was sent away, needs a new invitation, and so does everybody else", async () => {
  const { table, keys } = await open(ada, { V: "me", G: "invite" });
  await bob.will({ do: "sit", table, key: keys.G });
  await bob.will({ do: "stand", table });
  assert.deepEqual([(await occupant(table, "G")).reserved, (await occupant(table, "G")).invited], [true, 0]);
  for (const one of [bob, eve, mal]) {
    await refused(one, { do: "sit", table, key: keys.G }, "seat-reserved");
    await refused(one, { do: "sit", table, seat: "G" }, "seat-reserved");
  }
  const { key: second } = await ada.will({ do: "invite", table, seat: "G" });
  await bob.will({ do: "sit", table, key: second });
  await ada.will({ do: "free", table, seat: "G" });
  const { key: third } = await ada.will({ do: "invite", table, seat: "G" });
  for (const key of [keys.G, second]) for (const one of [bob, mal]) await refused(one, { do: "sit", table, seat: "G", key }, "seat-reserved");
  await bob.will({ do: "sit", table, key: third });
  assert.deepEqual(await names(table, "G"), ["Bob"]);
});

test("the owner who takes a kept seat uses the invitation up, and so does the computer", async () => {
  const first = await open(ada, { G: "invite" });
  await ada.will({ do: "sit", table: first.table, seat: "G" });
  await refused(bob, { do: "sit", table: first.table, key: first.keys.G }, "seat-reserved");
  const second = await open(ada, { V: "me", G: "invite" });
  await ada.will({ do: "computer", table: second.table, seat: "G", level: 1 });
  await refused(bob, { do: "sit", table: second.table, seat: "G", key: second.keys.G }, "taken");
});

test("an invitation of a group admits as many as it says, until the game begins", async () => {
  const { table, keys } = await open(ada, { V: "me", G: "invite:3" });
  assert.equal((await occupant(table, "G")).invited, 3);
  await watcher.will({ do: "subscribe", table });
  await bob.will({ do: "sit", table, key: keys.G });
  await eve.will({ do: "sit", table, key: keys.G });
  assert.equal((await occupant(table, "G")).invited, 1);
  await ada.will({ do: "start", table });
  assert.equal((await occupant(table, "G")).invited, 0);
  for (const message of [{ seat: "G", key: keys.G }, { key: keys.G }]) await refused(mal, { do: "sit", table, ...message }, "seat-reserved");
  for (const one of [bob, ada]) await refused(one, { do: "invite", table, seat: one === bob ? "G" : "V" }, "begun");
  await bob.will({ do: "resign", table });
});

test("an invitation of a group that is full admits nobody", async () => {
  const { table, keys } = await open(ada, { V: "me", G: "invite:2" });
  for (const one of [bob, eve]) await one.will({ do: "sit", table, key: keys.G });
  await refused(mal, { do: "sit", table, seat: "G", key: keys.G }, "seat-reserved");
  await eve.will({ do: "stand", table });
  await refused(mal, { do: "sit", table, seat: "G", key: keys.G }, "seat-reserved");
  const { key } = await bob.will({ do: "invite", table, seat: "G", people: 1 });
  await mal.will({ do: "sit", table, key });
  assert.deepEqual(await names(table, "G"), ["Bob", "Mal"]);
  for (const people of [0, 5, 1.5, "2", -1, null]) await refused(bob, { do: "invite", table, seat: "G", people }, "bad-group");
  await refused(ada, { do: "open", game: "chars", occupants: { G: "invite:7" } }, "bad-occupant");
  await refused(ada, { do: "open", game: "chars", occupants: { G: "invite:0" } }, "bad-occupant");
});

test("a challenge's seat is kept for who is challenged, and no key opens it", async () => {
  const { table } = (await ada.http("POST", "/api/v1/challenges", { to: bob.person, game: "chars" })).body;
  for (const verb of ["invite", "free", "sit"]) await refused(ada, { do: verb, table, seat: "G" }, "seat-reserved");
  await refused(ada, { do: "computer", table, seat: "G", level: 1 }, "seat-reserved");
  for (const one of [eve, mal]) for (const key of [undefined, "", "-", bob.person]) await refused(one, { do: "sit", table, seat: "G", key }, "seat-reserved");
  for (const one of [eve, mal, watcher]) await one.will({ do: "subscribe", table });
  await caughtUp(eve, mal, watcher);
  const marks = new Map([eve, mal, watcher].map((one) => [one, one.bytes.length]));
  assert.equal((await bob.http("POST", `/api/v1/challenges/${table}/accept`, {})).status, 200);
  await refused(ada, { do: "invite", table, seat: "G" }, "not-your-seat");
  await refused(ada, { do: "invite", table, seat: "V" }, "begun");
  for (const rank of [await playAny(bob, table, "G"), await playAny(bob, table, "G")])
    for (const one of [eve, mal]) {
      await attack(one, table, "G", "-");
      assert.ok(!one.bytes.join("\n").includes(`"${rank}"`));
    }
  await caughtUp(eve, mal, watcher);
  for (const one of [eve, mal]) assert.deepEqual(told(one, table, marks.get(one)), told(watcher, table, marks.get(watcher)), one.name);
  await bob.will({ do: "resign", table });
});

test("who would share a seat asks, and is admitted by one of those who hold it", async () => {
  const { table, keys } = await open(ada, { V: "me", G: "invite:2" });
  for (const one of [bob, eve]) await one.will({ do: "sit", table, key: keys.G });
  for (const one of everybody()) await one.will({ do: "subscribe", table });
  await ada.will({ do: "start", table });
  await eve.will({ do: "say", table, to: "side", text: "left flank" });
  await playAny(bob, table, "G");

  await refused(ada, { do: "join", table, seat: "G" }, "other-side");
  const [asks] = await Promise.all([eve.hear("join"), mal.will({ do: "join", table, seat: "G" })]);
  assert.deepEqual([asks.seat, asks.person, asks.name], ["G", mal.person, "Mal"]);
  await mal.will({ do: "join", table, seat: "G" }); // said twice
  assert.deepEqual((await look(bob, table)).joining, [{ seat: "G", person: mal.person, name: "Mal" }]);
  await attack(mal, table, "G", keys.G);
  for (const one of [ada, mal, watcher]) for (const verb of ["admit", "reject"]) await refused(one, { do: verb, table, seat: "G", person: mal.person }, "not-your-seat");
  await refused(bob, { do: "admit", table, seat: "G", person: watcher.person }, "no-join");
  const [shown] = await Promise.all([
    mal.hear((m) => m.type === "table" && m.table === table && m.as === "G"),
    eve.will({ do: "admit", table, seat: "G", person: mal.person }),
  ]);
  assert.equal(shown.position, (await look(bob, table)).position);
  assert.deepEqual(shown.joining, []);
  await playAny(mal, table, "G");
  const history = (await mal.http("GET", `/api/v1/tables/${table}/history`)).text;
  assert.ok(!history.includes("left flank"), "what they said before stays theirs");

  await watcher.will({ do: "join", table, seat: "G" });
  const [gone] = await Promise.all([watcher.hear("reject"), bob.will({ do: "reject", table, seat: "G" })]);
  assert.deepEqual([gone.seat, gone.person, gone.as], ["G", watcher.person, "watcher"]);
  await refused(watcher, { do: "join", table, seat: "G" }, "rejected");
  await refused(bob, { do: "reject", table, seat: "G" }, "no-join");
  assert.deepEqual(await names(table, "G"), ["Bob", "Eve", "Mal"]);
  await bob.will({ do: "resign", table });
  await refused(watcher, { do: "join", table, seat: "V" }, "over");
});

test("a request to share goes to a seat with a holder, and the number of requests is limited", async () => {
  const { table } = await open(ada, { V: "me", G: "computer:1" });
  await refused(bob, { do: "join", table, seat: "G" }, "taken");
  await ada.will({ do: "free", table, seat: "G" });
  await refused(bob, { do: "join", table, seat: "G" }, "seat-not-held");
  await refused(bob, { do: "join", table }, "no-such-seat");
  const guests = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((i) => enter(server.url, `Guest ${i}`)));
  for (const one of guests.slice(0, 6)) await one.will({ do: "join", table, seat: "V" });
  await refused(guests[6], { do: "join", table, seat: "V" }, "too-many");
  await ada.will({ do: "reject", table, seat: "V", person: guests[0].person });
  await guests[6].will({ do: "join", table, seat: "V" });
  for (const one of guests.slice(1, 6)) await ada.will({ do: "admit", table, seat: "V", person: one.person });
  await refused(ada, { do: "admit", table, seat: "V", person: guests[6].person }, "full");
  await ada.will({ do: "free", table, seat: "V" });
  assert.deepEqual((await look(ada, table)).joining, [], "nobody is left who could answer");
  for (const one of guests) one.leave();
  const rated = (await bob.will({ do: "open", game: "chars", rated: true, time: { seconds: 300 }, occupants: { V: "me" } })).table;
  await refused(eve, { do: "join", table: rated, seat: "V" }, "not-rated");
});

test("a blocked player cannot ask to share a seat", async () => {
  const { table } = await open(ada, { V: "me" });
  await ada.http("PUT", `/api/v1/blocks/${eve.person}`);
  await refused(eve, { do: "join", table, seat: "V" }, "blocked");
  await ada.http("DELETE", `/api/v1/blocks/${eve.person}`);
  await eve.will({ do: "join", table, seat: "V" });
});

test("keys are in no message, page or export, and what was used is used after a restart too", async (t) => {
  const data = mkdtempSync(join(tmpdir(), "bivouac-keys-"));
  let inn = await openServer(program, { data });
  t.after(() => inn.close().finally(() => rmSync(data, { recursive: true })));
  const [ann, ben, cat, dot] = await Promise.all(["Ann", "Ben", "Cat", "Dot"].map((name) => enter(inn.url, name)));
  for (const one of [ann, ben]) await register(one);
  const used = await open(ann, { V: "me", G: "invite" });
  const group = await open(ann, { V: "me", G: "invite:3" });
  for (const one of [ann, ben, cat]) for (const { table } of [used, group]) await one.will({ do: "subscribe", table });
  await ben.will({ do: "sit", table: used.table, key: used.keys.G });
  await ben.will({ do: "sit", table: group.table, key: group.keys.G });
  await ann.will({ do: "start", table: used.table });
  await cat.will({ do: "join", table: used.table, seat: "G" });
  const keys = [used.keys.G, group.keys.G];
  const texts = [...ben.bytes, ...cat.bytes, ...ann.bytes.filter((text) => JSON.parse(text).re === undefined)];
  for (const one of [ann, ben, cat])
    for (const { table } of [used, group])
      for (const path of [`/api/v1/tables/${table}`, `/api/v1/tables/${table}/history`, "/api/v1/me", "/api/v1/account/export", `/t/${table}`, `/api/v1/records/${table}`])
        texts.push((await one.http("GET", path)).text);
  for (const key of keys) assert.ok(!texts.some((text) => text.includes(key)), "a key is shown to nobody");

  for (const one of [ann, ben, cat, dot]) one.leave();
  await inn.kill();
  inn = await openServer(program, { data, port: inn.port });
  for (const one of [ann, ben, cat, dot]) {
    one.url = inn.url; // each node has a new one
    await one.connect();
  }
  await refused(cat, { do: "sit", table: used.table, seat: "G", key: used.keys.G }, "seat-reserved");
  await ben.will({ do: "sit", table: used.table, key: used.keys.G });
  await ben.will({ do: "admit", table: used.table, seat: "G", person: cat.person });
  for (const one of [cat, dot]) await one.will({ do: "sit", table: group.table, key: group.keys.G });
  const late = await enter(inn.url, "Late");
  await refused(late, { do: "sit", table: group.table, seat: "G", key: group.keys.G }, "seat-reserved");
  for (const one of [ann, ben, cat, dot, late]) one.leave();
});
