// People among themselves: profiles, friends, blocks, reports and challenges.
// runs: release nodes
import { test, before, after } from "node:test";
import assert from "node:assert/strict";
import { openServer, program, enter, begin, caughtUp, playAny } from "./client.mjs";
import { password, register } from "./people.mjs";

let server, ada, bob, cleo, dan, guest;
const people = () => [ada, bob, cleo, dan, guest];

before(async () => {
  server = await openServer(program);
  [ada, bob, cleo, dan, guest] = await Promise.all(
    ["Adèle", "Bob", "Cléo", "Dan", "Passant"].map((name) => enter(server.url, name)),
  );
  for (const one of [ada, bob, cleo, dan]) await register(one);
});

after(async () => {
  for (const one of people()) one?.leave();
  await server?.close();
});

async function calls(who, method, path, body, status = 200) {
  const answer = await who.http(method, `/api/v1/${path}`, body);
  assert.equal(answer.status, status, `${method} ${path} → ${answer.text}`);
  return answer.body;
}

async function refuses(who, method, path, body, status, code) {
  const answer = await calls(who, method, path, body, status);
  assert.equal(answer.code, code);
  assert.ok(answer.text.fr && answer.text.en);
}

const ids = (list) => list.map((one) => one.id);
const befriend = (who, other) => calls(who, "PUT", `friends/${other.person}`);
const relation = async (who, other) => (await calls(who, "GET", `people/${other.person}`)).relation;

test("what a profile shows, and to whom", async () => {
  const seen = await calls(bob, "GET", `people/${ada.person}`);
  assert.deepEqual([seen.person.id, seen.person.name, seen.person.account], [ada.person, "Adèle", true]);
  assert.ok(Date.now() - seen.created < 60_000);
  assert.deepEqual([seen.ratings, seen.tallies], [[], []]);
  assert.deepEqual(seen.relation, { friend: false, asked: false, asking: false, blocked: false });
  assert.equal((await calls(ada, "GET", `people/${ada.person}`)).relation, undefined);
  assert.equal((await calls(bob, "GET", `people/${guest.person}`)).person.account, false);
  await refuses(bob, "GET", "people/nobody", undefined, 404, "no-such-person");
});

test("people are found by the beginning of their names, whatever the accents", async () => {
  for (const name of ["adele", "ADÈ", "a"])
    assert.deepEqual(ids((await calls(guest, "GET", `people?name=${encodeURIComponent(name)}`)).people), [ada.person]);
  assert.deepEqual((await calls(guest, "GET", "people?name=Passant")).people, [], "guests are not listed");
  await refuses(guest, "GET", "people?name=", undefined, 400, "bad-query");
});

test("friends: one asks, the other accepts, either ends it", async () => {
  assert.equal((await befriend(ada, bob)).relation.asked, true);
  assert.equal((await befriend(ada, bob)).relation.asked, true, "asked twice is asked once");
  assert.equal((await relation(bob, ada)).asking, true);
  assert.deepEqual(ids((await calls(bob, "GET", "friends")).asking), [ada.person]);
  assert.deepEqual(ids((await calls(ada, "GET", "friends")).asked), [bob.person]);
  assert.equal((await calls(ada, "GET", "friends")).asked[0].online, undefined, "whether Bob is in is for his friends to know");
  assert.equal((await befriend(bob, ada)).relation.friend, true);
  await caughtUp(ada);
  const [friend] = (await calls(ada, "GET", "friends")).friends;
  assert.deepEqual([friend.id, friend.online], [bob.person, true]);
  bob.leave();
  const online = async () => (await calls(ada, "GET", "friends")).friends[0].online;
  for (let i = 0; i < 200 && (await online()); i++);
  assert.equal(await online(), false);
  await bob.connect();
  assert.deepEqual((await calls(bob, "DELETE", `friends/${ada.person}`)).relation.friend, false);
  assert.deepEqual((await calls(ada, "GET", "friends")).friends, []);
});

test("friends are people with accounts, and others than oneself", async () => {
  await refuses(guest, "PUT", `friends/${ada.person}`, undefined, 403, "needs-account");
  await refuses(ada, "PUT", `friends/${guest.person}`, undefined, 403, "needs-account");
  await refuses(ada, "PUT", `friends/${ada.person}`, undefined, 400, "yourself");
  await refuses(ada, "PUT", "friends/nobody", undefined, 404, "no-such-person");
});

test("a blocked player is kept away, and does not learn by whom", async () => {
  await befriend(ada, cleo);
  await befriend(cleo, ada);
  assert.deepEqual((await calls(ada, "PUT", `blocks/${cleo.person}`)).relation, {
    friend: false,
    asked: false,
    asking: false,
    blocked: true,
  });
  assert.deepEqual(await relation(cleo, ada), { friend: false, asked: false, asking: false, blocked: false });
  assert.deepEqual(ids((await calls(ada, "GET", "friends")).blocked), [cleo.person]);
  await refuses(cleo, "PUT", `friends/${ada.person}`, undefined, 403, "blocked");
  await refuses(ada, "PUT", `friends/${cleo.person}`, undefined, 403, "blocked");
  await refuses(cleo, "POST", "challenges", { to: ada.person, game: "chars" }, 403, "blocked");

  const own = (await ada.will({ do: "open", game: "chevaliers" })).table;
  assert.equal((await cleo.ask({ do: "sit", table: own, seat: "O" })).code, "blocked");
  const shared = (await bob.will({ do: "open", game: "chevaliers" })).table;
  await ada.will({ do: "sit", table: shared, seat: "S" });
  assert.equal((await cleo.ask({ do: "sit", table: shared, seat: "O" })).code, "blocked");
  await ada.will({ do: "stand", table: shared, seat: "S" });
  await cleo.will({ do: "sit", table: shared, seat: "O" });

  assert.equal((await calls(ada, "DELETE", `blocks/${cleo.person}`)).relation.blocked, false);
  await cleo.will({ do: "sit", table: own, seat: "O" });
});

test("the chat of a blocked player is not sent to the one who blocked it: live, missed or read later", async () => {
  const table = await begin(bob, { game: "chevaliers" }, { S: bob, O: cleo }, [ada, dan]);
  await calls(ada, "PUT", `blocks/${cleo.person}`);
  await cleo.will({ do: "say", table, text: "a word" });
  await bob.will({ do: "say", table, text: "another" });
  await caughtUp(ada, dan);
  const said = (who) => who.messages.filter((one) => one.type === "say" && one.table === table);
  assert.deepEqual(
    said(dan).map((one) => one.text),
    ["a word", "another"],
  );
  assert.deepEqual(
    said(ada).map((one) => one.muted ?? one.text),
    [true, "another"],
  );
  assert.deepEqual(
    said(ada).map((one) => one.n),
    said(dan).map((one) => one.n),
    "its number is taken",
  );
  const heard = said(ada);
  ada.messages = [];
  await ada.will({ do: "leave", table });
  await ada.will({ do: "subscribe", table, since: heard[0].n - 1 });
  assert.deepEqual(said(ada), heard);
  const { messages } = await calls(ada, "GET", `tables/${table}/history?since=${heard[0].n - 1}`);
  assert.deepEqual(messages, heard);
  await calls(ada, "DELETE", `blocks/${cleo.person}`);
});

test("blocking a guest takes no account of theirs", async () => {
  await calls(ada, "PUT", `blocks/${guest.person}`);
  const { table } = await ada.will({ do: "open", game: "chars" });
  assert.equal((await guest.ask({ do: "sit", table, seat: "G" })).code, "blocked");
  await calls(ada, "DELETE", `blocks/${guest.person}`);
  await guest.will({ do: "sit", table, seat: "G" });
});

test("the admins are told of what should be looked into, not too often", async () => {
  const report = { person: bob.person, reason: "insults", text: "He called me a pawn.", table: "4fgdw71j1engcnj7" };
  const wrong = [{ reason: "boring" }, { reason: undefined }, { text: "x".repeat(1001) }, { text: "a\u0007" }, { table: 5 }];
  for (const fields of [...wrong, { reason: "other", text: undefined }])
    await refuses(dan, "POST", "reports", { ...report, ...fields }, 400, "bad-report");
  await refuses(dan, "POST", "reports", { ...report, person: "nobody" }, 404, "no-such-person");
  await refuses(dan, "POST", "reports", { ...report, person: dan.person }, 400, "yourself");
  for (let i = 0; i < 10; i++) await calls(dan, "POST", "reports", report, 201);
  await refuses(dan, "POST", "reports", report, 429, "too-many");
  await calls(ada, "POST", "reports", { person: bob.person, reason: "name" }, 201);
});

// ---- Challenges ------------------------------------------------------------------------------------------------------

/** A challenge that was told to both: its table. */
async function challenge(from, to, fields = {}) {
  const told = to.hear("challenge");
  const { table } = await calls(from, "POST", "challenges", { to: to.person, game: "chevaliers", ...fields }, 201);
  const message = await told;
  assert.equal(message.table, table);
  assert.deepEqual([message.from.id, message.to.id], [from.person, to.person]);
  return table;
}

/** What both players are told when this challenge is over; news of an earlier one may still be on its way from another node. */
const endOf = (table) => Promise.all([ada, bob].map((one) => one.hear((message) => message.type === "challenge-over" && message.table === table)));

const pending = async (who) => {
  const { received, sent } = await calls(who, "GET", "challenges");
  return [received, sent].map((list) => list.map((one) => one.table));
};

test("a challenge that is accepted is a game that has begun", async () => {
  const table = await challenge(ada, bob, { seat: "O", rated: true, time: { seconds: 300 } });
  assert.deepEqual([await pending(ada), await pending(bob)], [
    [[], [table]],
    [[table], []],
  ]);
  const { occupants } = (await calls(bob, "GET", "challenges")).received[0];
  assert.deepEqual(
    occupants.map((one) => [one.seat, one.reserved, one.people.length]),
    [
      ["S", true, 0],
      ["O", false, 1],
    ],
  );
  assert.equal((await cleo.ask({ do: "sit", table, seat: "S" })).code, "seat-reserved");
  await refuses(cleo, "POST", `challenges/${table}/accept`, {}, 404, "no-such-challenge");
  await refuses(ada, "POST", `challenges/${table}/accept`, {}, 400, "yourself");
  const told = endOf(table);
  assert.deepEqual(await calls(bob, "POST", `challenges/${table}/accept`, {}), { table });
  for (const over of await told) assert.equal(over.accepted, true);
  const seen = await calls(bob, "GET", `tables/${table}`);
  assert.deepEqual([seen.stage, seen.as, seen.public, seen.rated], ["playing", "S", false, true]);
  assert.deepEqual([await pending(ada), await pending(bob)], [
    [[], []],
    [[], []],
  ]);
  await refuses(bob, "POST", `challenges/${table}/accept`, {}, 404, "no-such-challenge");
});

test("with dice, each gives a word; a side of several seats is one person's", async () => {
  const dice = await challenge(ada, bob, { game: "belligerants", word: "rain" });
  await calls(bob, "POST", `challenges/${dice}/accept`, { word: "sun" });
  const words = (await calls(bob, "GET", `tables/${dice}`)).occupants.map((one) => one.word);
  assert.deepEqual(words, ["rain", "sun"]);
  const paris = await challenge(ada, bob, { game: "paris", seat: "B" });
  await calls(bob, "POST", `challenges/${paris}/accept`, {});
  const holders = (await calls(bob, "GET", `tables/${paris}`)).occupants.map((one) => [one.seat, one.people[0].name]);
  assert.deepEqual(Object.fromEntries(holders), { G: "Bob", B: "Adèle", N: "Adèle" });
});

test("declined, withdrawn, cancelled or blocked, the table is closed and both are told", async () => {
  const ends = [
    (table) => calls(bob, "DELETE", `challenges/${table}`),
    (table) => calls(ada, "DELETE", `challenges/${table}`),
    (table) => ada.will({ do: "cancel", table }),
    () => calls(ada, "PUT", `blocks/${bob.person}`),
    () => calls(bob, "PUT", `blocks/${ada.person}`),
  ];
  for (const end of ends) {
    const table = await challenge(ada, bob);
    const told = endOf(table);
    await end(table);
    for (const over of await told) assert.equal(over.accepted, false);
    assert.equal((await calls(ada, "GET", `tables/${table}`)).stage, "over");
    assert.deepEqual(await pending(bob), [[], []]);
    await calls(ada, "DELETE", `blocks/${bob.person}`);
    await calls(bob, "DELETE", `blocks/${ada.person}`);
  }
});

test("who deletes an account leaves no challenge behind, and no place in anybody's list", async () => {
  const gus = await register(await enter(server.url, "Gus"));
  await befriend(ada, gus);
  await calls(gus, "PUT", `blocks/${bob.person}`);
  await calls(gus, "DELETE", `blocks/${bob.person}`);
  const tables = [await challenge(ada, gus), await challenge(gus, bob)];
  const told = Promise.all([ada, bob].map((one, i) => one.hear((message) => message.type === "challenge-over" && message.table === tables[i])));
  await calls(gus, "DELETE", "account", { password });
  for (const over of await told) assert.equal(over.accepted, false);
  assert.deepEqual([await pending(ada), await pending(bob)], [
    [[], []],
    [[], []],
  ]);
  for (let i = 0; i < 200 && (await gus.http("GET", `/api/v1/people/${gus.person}`)).status !== 404; i++);
  await refuses(ada, "GET", `people/${gus.person}`, undefined, 404, "no-such-person");
  assert.deepEqual((await calls(ada, "GET", "friends")).asked, []);
  assert.deepEqual((await calls(ada, "GET", "people?name=gus")).people, []);
  gus.leave();
});

test("a challenge is made by people with accounts to others, and to a game that can be", async () => {
  const to = bob.person;
  await refuses(guest, "POST", "challenges", { to, game: "chars" }, 403, "needs-account");
  await refuses(ada, "POST", "challenges", { to: guest.person, game: "chars" }, 403, "needs-account");
  await refuses(ada, "POST", "challenges", { to: ada.person, game: "chars" }, 400, "yourself");
  await refuses(ada, "POST", "challenges", { game: "chars" }, 404, "no-such-person");
  await refuses(ada, "POST", "challenges", { to }, 400, "bad-setup");
  await refuses(ada, "POST", "challenges", { to, game: "chars", seats: 5 }, 400, "bad-setup");
  await refuses(ada, "POST", "challenges", { to, game: "chars", seat: "Z" }, 400, "no-such-seat");
  await refuses(ada, "POST", "challenges", { to, game: "chars", rated: true }, 400, "not-rated");
  assert.deepEqual(await pending(ada), [[], []], "what was refused was not opened");
});

test("nobody makes more than fifty challenges that wait, or receives more", async () => {
  const send = (who, to) => calls(who, "POST", "challenges", { to: to.person, game: "chars" }, 201);
  const most = { game: "chars", to: dan.person };
  await send(cleo, dan);
  for (let i = 0; i < 49; i++) await send(bob, dan);
  assert.equal((await pending(dan))[0].length, 50);
  await refuses(cleo, "POST", "challenges", most, 429, "too-many");
  const { table } = await send(cleo, ada);
  await send(bob, ada);
  await refuses(bob, "POST", "challenges", { ...most, to: ada.person }, 429, "too-many");
  await calls(dan, "DELETE", `challenges/${(await pending(dan))[0][0]}`);
  await send(cleo, dan);
  await calls(ada, "DELETE", `challenges/${table}`);
  for (const one of [bob, cleo]) for (const sent of (await pending(one))[1]) await calls(one, "DELETE", `challenges/${sent}`);
});

test("private games are found by those who played them alone", async () => {
  const table = await challenge(ada, bob);
  await calls(bob, "POST", `challenges/${table}/accept`, {});
  await playAny(ada, table, "S");
  await ada.will({ do: "resign", table });
  const found = async (who, query) => (await calls(who, "GET", `records?${query}`)).records.map((one) => one.table);
  assert.deepEqual(await found(ada, `person=${ada.person}`), [table]);
  assert.deepEqual(await found(ada, `mine=1&person=${bob.person}`), [table]);
  assert.deepEqual(await found(cleo, `person=${ada.person}`), []);
  assert.deepEqual(await found(cleo, `mine=1&person=${ada.person}`), []);
  await refuses(cleo, "GET", "records?person=", undefined, 400, "bad-query");
});
