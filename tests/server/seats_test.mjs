// Tables before and around the game: seats, invitations, groups, partners, talk, and the lobby.
// runs: sanitizers nodes
import { test, before, after } from "node:test";
import assert from "node:assert/strict";
import { openServer, Guest, program, enter, caughtUp, begin, playAny } from "./client.mjs";

let server, ada, bob, cleo, dan;

before(async () => {
  server = await openServer(program);
  [ada, bob, cleo, dan] = await Promise.all(["Ada", "Bob", "Cléo", "Dan"].map((name) => enter(server.url, name)));
});

after(async () => {
  for (const guest of [ada, bob, cleo, dan]) guest?.leave();
  const end = await server.close();
  assert.deepEqual({ code: end.code, errors: end.errors }, { code: 0, errors: "" });
});

const open = async (owner, fields) => owner.will({ do: "open", game: "chevaliers", ...fields });
const look = async (guest, table) => (await guest.http("GET", `/api/v1/tables/${table}`)).body;
const occupant = (state, seat) => state.occupants.find((one) => one.seat === seat);
const names = (state, seat) => occupant(state, seat).people.map((one) => one.name);

async function refused(guest, message, code) {
  const answer = await guest.ask(message);
  assert.equal(answer.type, "refused", JSON.stringify(answer));
  assert.equal(answer.code, code);
  assert.ok(answer.text.fr && answer.text.en, "a refusal says why, in both languages");
  return answer;
}

test("a guest has a name", async () => {
  const guest = new Guest(server.url, "");
  for (const name of ["", "x".repeat(41), "a\u0007b", 5, undefined]) {
    const answer = await guest.http("POST", "/api/v1/guest", { name });
    assert.equal(answer.status, 400, JSON.stringify(name));
    assert.equal(answer.body.code, "bad-name");
  }
  const hello = ada.messages[0];
  assert.equal(hello.type, "hello");
  assert.equal(hello.person.name, "Ada");
  assert.ok(Math.abs(hello.now - Date.now()) < 60000);
});

test("nobody in particular watches, but cannot open, sit or talk", async () => {
  const { table } = await open(ada, {});
  const nobody = await new Guest(server.url, "nobody").connect();
  await nobody.will({ do: "subscribe", table });
  await refused(nobody, { do: "sit", table, seat: "S" }, "needs-name");
  await refused(nobody, { do: "say", table, text: "hello" }, "needs-name");
  await refused(nobody, { do: "open", game: "chars" }, "needs-name");
  assert.equal((await nobody.http("POST", "/api/v1/tables", { game: "chars" })).status, 401);
  nobody.leave();
});

test("a forged cookie is nobody's", async () => {
  const forger = new Guest(server.url, "forger");
  forger.cookie = ada.cookie.slice(0, -1) + (ada.cookie.endsWith("0") ? "1" : "0");
  assert.equal((await forger.http("GET", "/api/v1/me")).body.person, null);
});

test("one sits down, others see it, and stands up again", async () => {
  const { table } = await open(ada, {});
  await bob.will({ do: "subscribe", table });
  const [seen] = await Promise.all([bob.hear("sit"), ada.will({ do: "sit", table, seat: "S" })]);
  assert.deepEqual([seen.seat, seen.name, seen.person, seen.as], ["S", "Ada", ada.person, "watcher"]);
  await refused(bob, { do: "sit", table, seat: "S" }, "taken");
  await refused(bob, { do: "sit", table, seat: "X" }, "no-such-seat");
  await refused(bob, { do: "stand", table, seat: "S" }, "not-your-seat");
  await ada.will({ do: "sit", table, seat: "S" }); // said twice
  assert.deepEqual(names(await look(bob, table), "S"), ["Ada"]);
  const [gone] = await Promise.all([bob.hear("stand"), ada.will({ do: "stand", table, seat: "S" })]);
  assert.deepEqual([gone.seat, gone.person], ["S", ada.person]);
  await bob.will({ do: "sit", table, seat: "S" });
  assert.deepEqual(names(await look(ada, table), "S"), ["Bob"]);
});

test("who sits down hears the channel of the seat from then on", async () => {
  const { table } = await open(ada, { game: "chars" });
  await bob.will({ do: "subscribe", table });
  const [shown] = await Promise.all([
    bob.hear((m) => m.type === "table" && m.table === table && m.as === "G"),
    bob.will({ do: "sit", table, seat: "G" }),
  ]);
  assert.equal(shown.stage, "open");
  const [back] = await Promise.all([
    bob.hear((m) => m.type === "table" && m.table === table && m.as === "watcher"),
    bob.will({ do: "stand", table, seat: "G" }),
  ]);
  assert.deepEqual(names(back, "G"), []);
});

test("whose seat is freed by the owner no longer hears its channel", async () => {
  const { table } = await open(ada, { game: "chars" });
  await bob.will({ do: "subscribe", table });
  await bob.will({ do: "sit", table, seat: "G" });
  await ada.will({ do: "free", table, seat: "G" });
  await cleo.will({ do: "sit", table, seat: "G" });
  await ada.will({ do: "sit", table, seat: "V" });
  await ada.will({ do: "start", table });
  await cleo.will({ do: "say", table, to: "side", text: "my secret" });
  await playAny(cleo, table, "G");
  await caughtUp(bob);
  const since = bob.messages.findLastIndex((m) => m.table === table && m.type === "free");
  const leaked = bob.messages.slice(since + 1).filter((m) => m.table === table && m.as === "G");
  assert.deepEqual(leaked.map((m) => m.type), []);
});

test("a kept seat takes its key, and the owner", async () => {
  const { table, keys } = await open(ada, { occupants: { S: "me", O: "invite" } });
  assert.match(keys.O, /^[0-9a-z]{16}$/);
  assert.equal(occupant(await look(bob, table), "O").reserved, true);
  assert.ok(!JSON.stringify(await look(bob, table)).includes(keys.O), "a key is shown to nobody");
  await refused(bob, { do: "sit", table, seat: "O" }, "seat-reserved");
  await refused(bob, { do: "sit", table, seat: "O", key: "0000000000000000" }, "seat-reserved");
  await bob.will({ do: "sit", table, seat: "O", key: keys.O });
  assert.deepEqual(names(await look(ada, table), "O"), ["Bob"]);
  await ada.will({ do: "free", table, seat: "O" });
  const { key } = await ada.will({ do: "invite", table, seat: "O" });
  assert.notEqual(key, keys.O);
  await refused(bob, { do: "sit", table, seat: "O", key: keys.O }, "seat-reserved");
  await ada.will({ do: "sit", table, seat: "O" });
  assert.deepEqual(names(await look(ada, table), "O"), ["Ada"]);
});

test("a group shares a seat: any of them acts, all of them see its view", async () => {
  const { table } = await open(ada, { game: "chars", occupants: { V: "me" } });
  await bob.will({ do: "sit", table, seat: "G" });
  await refused(cleo, { do: "sit", table, seat: "G" }, "taken");
  await refused(cleo, { do: "invite", table, seat: "G" }, "not-your-seat");
  await refused(ada, { do: "invite", table, seat: "G" }, "not-your-seat");
  const { key } = await bob.will({ do: "invite", table, seat: "G" });
  await refused(cleo, { do: "sit", table, seat: "G" }, "seat-reserved");
  await cleo.will({ do: "sit", table, seat: "G", key });
  for (const guest of [ada, bob, cleo, dan]) await guest.will({ do: "subscribe", table });
  await ada.will({ do: "start", table });
  const [seen, token] = await Promise.all([
    cleo.hear((m) => m.type === "play" && m.table === table),
    playAny(bob, table, "G"),
  ]);
  assert.deepEqual([seen.as, seen.token], ["G", token]);
  const [back, second] = await Promise.all([
    bob.hear((m) => m.type === "play" && m.table === table),
    playAny(cleo, table, "G"),
  ]);
  assert.equal(back.token, second);
  await caughtUp(bob, cleo);
  assert.equal(bob.latest(table).position, cleo.latest(table).position);
  // A player may still join while they play, if one of them admits it, and leave them again.
  await refused(dan, { do: "sit", table, seat: "G", key }, "seat-reserved");
  await dan.will({ do: "join", table, seat: "G" });
  await cleo.will({ do: "admit", table, seat: "G", person: dan.person });
  await caughtUp(dan);
  assert.equal(dan.latest(table, "G").position, bob.latest(table).position);
  await dan.will({ do: "stand", table, seat: "G" });
  await refused(dan, { do: "play", table, seat: "G", token: "A=51" }, "not-your-seat");
  await refused(ada, { do: "stand", table, seat: "V" }, "begun");
  await bob.will({ do: "say", table, to: "side", text: "left flank" });
  await caughtUp(ada, bob, cleo, dan);
  const heard = (guest) => guest.messages.some((m) => m.table === table && m.text === "left flank");
  assert.deepEqual([ada, bob, cleo, dan].map(heard), [false, true, true, false]);
});

test("a group has at most six people", async () => {
  const { table, keys } = await open(ada, { occupants: { S: "invite:6" } });
  for (let i = 0; i < 7; i++) {
    const guest = await enter(server.url, `Guest ${i}`);
    if (i < 6) await guest.will({ do: "sit", table, seat: "S", key: keys.S });
    else await refused(guest, { do: "sit", table, seat: "S", key: keys.S }, "seat-reserved");
    if (i === 5) await refused(guest, { do: "invite", table, seat: "S" }, "full");
    if (i === 6) await refused(guest, { do: "join", table, seat: "S" }, "full");
    guest.leave();
  }
});

test("hot seat: one person holds both seats and hears each by itself", async () => {
  const { table } = await open(ada, { game: "chars", occupants: { V: "me", G: "me" }, start: true });
  await ada.will({ do: "subscribe", table });
  await caughtUp(ada);
  const shown = ada.messages.filter((m) => m.table === table && m.type === "table");
  assert.deepEqual(shown.map((m) => m.as).sort(), ["G", "V"]);
  const vert = await playAny(ada, table, "V");
  const gris = await playAny(ada, table, "G");
  await caughtUp(ada);
  const plays = ada.messages.filter((m) => m.table === table && m.type === "play");
  assert.deepEqual(plays.map((m) => [m.as, m.token]), [["V", vert], ["G", gris]]);
  const own = await ada.will({ do: "legal", table, seat: "V" });
  assert.equal(own.seat, "V");
});

test("in a game without secrets a hot seat hears everything once", async () => {
  const { table } = await open(ada, { occupants: { S: "me", O: "me" }, start: true });
  await ada.will({ do: "subscribe", table });
  await playAny(ada, table, "S");
  await caughtUp(ada);
  assert.equal(ada.messages.filter((m) => m.table === table && m.type === "play").length, 1);
  assert.deepEqual(ada.latest(table).toAct, ["O"]);
  await playAny(ada, table, "O");
});

test("partners: six commands of kriegspiel in three pairs of hands", async () => {
  const { table } = await open(ada, { game: "kriegspiel", seats: 6 });
  const seats = { "F.soldiers": ada, "F.cavalry": bob, "F.cannons": bob, "A.soldiers": cleo, "A.cavalry": cleo, "A.cannons": cleo };
  await refused(ada, { do: "start", table }, "empty-seat");
  for (const [seat, guest] of Object.entries(seats)) await guest.will({ do: "sit", table, seat });
  for (const guest of [ada, bob, cleo, dan]) await guest.will({ do: "subscribe", table });
  await ada.will({ do: "start", table });
  const acting = ada.latest(table).toAct;
  const first = acting[0][0]; // the dice say who begins
  const other = first === "F" ? "A" : "F";
  assert.ok(acting.every((seat) => seat.startsWith(`${first}.`)), acting);
  const commander = seats[`${first}.soldiers`];
  const soldiers = await commander.will({ do: "legal", table, seat: `${first}.soldiers` });
  const token = soldiers.legal.find((one) => one !== ".");
  await refused(bob, { do: "play", table, seat: `${first}.soldiers`, token }, "not-your-seat");
  await refused(seats[`${other}.soldiers`], { do: "play", table, seat: `${other}.soldiers`, token }, "not-your-turn");
  await commander.will({ do: "play", table, seat: `${first}.soldiers`, token });
  await ada.will({ do: "say", table, to: "side", text: "charge" });
  await cleo.will({ do: "say", table, to: "side", text: "hold" });
  await bob.will({ do: "say", table, to: "table", text: "good tournament" });
  await caughtUp(ada, bob, cleo, dan);
  const heard = (guest) => guest.messages.filter((m) => m.table === table && m.type === "say").map((m) => `${m.to}: ${m.text}`);
  assert.deepEqual(heard(ada), ["F: charge", "table: good tournament"]);
  assert.deepEqual(heard(bob), ["F: charge", "table: good tournament"]);
  assert.deepEqual(heard(cleo), ["A: hold", "table: good tournament"]);
  assert.deepEqual(heard(dan), ["table: good tournament"]);
  // Numbers of messages have no holes that would tell of what was not heard.
  for (const guest of [ada, bob, cleo, dan]) {
    const numbers = guest.messages.filter((m) => m.table === table && m.as && m.type !== "table").map((m) => m.n);
    numbers.forEach((n, i) => i && assert.equal(n, numbers[i - 1] + 1, guest.name));
  }
});

test("partners: three armies around Paris", async () => {
  const table = await begin(ada, { game: "paris", seats: 3 }, { G: ada, B: bob, N: cleo }, [dan]);
  await bob.will({ do: "say", table, to: "side", text: "from the north" });
  await caughtUp(ada, cleo, dan);
  const heard = (guest) => guest.messages.some((m) => m.table === table && m.text === "from the north");
  assert.deepEqual([ada, cleo, dan].map(heard), [false, true, false]);
});

test("what a side said among itself is not read by others, not even after the end", async () => {
  const table = await begin(ada, { game: "paris", seats: 3 }, { G: ada, B: bob, N: cleo });
  await bob.will({ do: "say", table, to: "side", text: "he always falls for it" });
  await bob.will({ do: "resign", table });
  for (const guest of [ada, dan])
    for (const as of ["", "?as=watcher", "?as=G", "?as=B", "?as=N"]) {
      const history = await guest.http("GET", `/api/v1/tables/${table}/history${as}`);
      assert.ok(!history.text.includes("he always falls"), `${guest.name} reads it in history${as}`);
    }
  const own = await cleo.http("GET", `/api/v1/tables/${table}/history`);
  assert.ok(own.text.includes("he always falls"), "the partner still reads it");
});

test("while they play nobody reads the history of another's seat", async () => {
  const table = await begin(ada, { game: "chars" }, { V: ada, G: bob });
  await playAny(bob, table, "G");
  for (const [guest, as, status] of [[ada, "G", 403], [cleo, "G", 403], [bob, "G", 200], [ada, "watcher", 200]])
    assert.equal((await guest.http("GET", `/api/v1/tables/${table}/history?as=${as}`)).status, status, `${guest.name} as ${as}`);
  assert.equal((await cleo.http("GET", `/api/v1/tables/${table}?as=G`)).status, 403);
  const history = (await bob.http("GET", `/api/v1/tables/${table}/history`)).body;
  assert.deepEqual(history.messages.map((m) => m.n), history.messages.map((_, i) => i + 1));
});

test("table talk: heard by all, until one mutes it", async () => {
  const table = await begin(ada, { game: "chevaliers" }, { S: ada, O: bob }, [cleo]);
  await refused(cleo, { do: "say", table, text: "may I?" }, "not-your-seat");
  await refused(ada, { do: "say", table, text: "" }, "bad-text");
  await refused(ada, { do: "say", table, text: "x".repeat(2001) }, "bad-text");
  const [said] = await Promise.all([cleo.hear("say"), ada.will({ do: "say", table, text: "Bonsoir à tous ♞" })]);
  assert.deepEqual([said.to, said.text, said.person], ["table", "Bonsoir à tous ♞", ada.person]);
  await bob.will({ do: "mute", table, on: true });
  const [muted] = await Promise.all([bob.hear("say"), ada.will({ do: "say", table, text: "are you there?" })]);
  assert.deepEqual([muted.muted, muted.text], [true, undefined]);
  await bob.will({ do: "mute", table, on: false });
  const [again] = await Promise.all([bob.hear("say"), ada.will({ do: "say", table, text: "and now?" })]);
  assert.deepEqual([again.text, again.n], ["and now?", muted.n + 1]);
});

test("at a silent table only partners talk among themselves", async () => {
  const { table } = await open(ada, { chat: false, occupants: { S: "me", O: "computer:1" } });
  await refused(ada, { do: "say", table, text: "hello" }, "chat-off");
  await ada.will({ do: "say", table, to: "side", text: "hello me" });
});

test("the computer takes a seat from the owner's hand only", async () => {
  const { table } = await open(ada, { occupants: { S: "me" } });
  await refused(bob, { do: "computer", table, seat: "O", level: 1 }, "not-owner");
  await refused(ada, { do: "computer", table, seat: "O", level: 9 }, "bad-level");
  await refused(ada, { do: "computer", table, seat: "O" }, "bad-level");
  await refused(ada, { do: "computer", table, seat: "S", level: 1 }, "taken");
  await ada.will({ do: "computer", table, seat: "O", level: 3 });
  assert.equal(occupant(await look(bob, table), "O").level, 3);
  await refused(bob, { do: "sit", table, seat: "O" }, "taken");
  await ada.will({ do: "free", table, seat: "O" });
  await bob.will({ do: "sit", table, seat: "O" });
  await refused(bob, { do: "free", table, seat: "S" }, "not-owner");
  await refused(bob, { do: "cancel", table }, "not-owner");
});

test("a game starts when every seat is filled, by a player of the table", async () => {
  const { table } = await open(ada, {});
  await ada.will({ do: "sit", table, seat: "S" });
  await refused(ada, { do: "start", table }, "empty-seat");
  await refused(ada, { do: "play", table, seat: "S", token: "d2-d1" }, "not-begun");
  await bob.will({ do: "sit", table, seat: "O" });
  await refused(cleo, { do: "start", table }, "not-your-seat");
  await bob.will({ do: "start", table });
  await refused(ada, { do: "start", table }, "begun");
  await refused(ada, { do: "cancel", table }, "begun");
  await refused(cleo, { do: "sit", table, seat: "O" }, "taken");
  await refused(ada, { do: "computer", table, seat: "O", level: 1 }, "begun");
});

test("a table that is cancelled is over, and no game", async () => {
  const { table } = await open(ada, { occupants: { S: "me" }, public: true });
  await bob.will({ do: "subscribe", table });
  await Promise.all([bob.hear("cancel"), ada.will({ do: "cancel", table })]);
  assert.equal((await look(bob, table)).stage, "over");
  await refused(bob, { do: "sit", table, seat: "O" }, "over");
  const { records } = (await ada.http("GET", "/api/v1/records?mine=1")).body;
  assert.ok(!records.some((record) => record.table === table));
});

test("a table that cannot be opened says why", async () => {
  const wrong = [
    [{ game: "échecs" }, "bad-setup", /chevaliers/],
    [{ game: "chars", seats: 5 }, "bad-setup", /2/],
    [{ game: "chars", options: { "own-fire": "maybe" } }, "bad-setup", /own-fire/],
    [{ game: "chars", time: { seconds: 1 } }, "bad-setup", /10/],
    [{ game: "chars", position: "nonsense" }, "bad-setup", /./],
    [{ game: "chars", board: "nonsense" }, "bad-setup", /./],
    [{ game: "chars", occupants: { V: "you" } }, "bad-occupant", null],
    [{ game: "chars", occupants: { X: "me" } }, "no-such-seat", null],
    [{ game: "chars", occupants: { V: "me" }, start: true }, "empty-seat", null],
  ];
  for (const [fields, code, detail] of wrong) {
    const answer = await refused(ada, { do: "open", ...fields }, code);
    if (detail) assert.match(answer.detail ?? "", detail, JSON.stringify(fields));
  }
  await refused(ada, { do: "subscribe", table: "nosuchtable" }, "no-such-table");
  assert.equal((await ada.http("GET", "/api/v1/tables/nosuchtable")).status, 404);
  await refused(ada, { do: "dance", table: (await open(ada, {})).table }, "unknown-request");
});

test("the lobby lives: tables come, change and go", async () => {
  const watcher = await enter(server.url, "Eve");
  const [list] = await Promise.all([watcher.hear("lobby"), watcher.will({ do: "lobby" })]);
  assert.ok(Array.isArray(list.tables));
  const mine = (type) => (m) => m.type === type && m.table === table;
  let table = null;
  const heard = watcher.hear((m) => m.type === "lobby-table" && m.game === "paris" && m.stage === "open");
  ({ table } = await open(ada, { game: "paris", public: true, seats: 2 }));
  await ada.will({ do: "sit", table, seat: "G" });
  const line = await heard;
  assert.equal(line.table, table);
  assert.ok("occupants" in line && "options" in line && "time" in line);
  const [taken] = await Promise.all([
    watcher.hear((m) => mine("lobby-table")(m) && names(m, "B").length),
    bob.will({ do: "sit", table, seat: "B" }),
  ]);
  assert.deepEqual(names(taken, "B"), ["Bob"]);
  await bob.will({ do: "sit", table, seat: "N" });
  const [begun] = await Promise.all([
    watcher.hear((m) => mine("lobby-table")(m) && m.stage === "playing"),
    ada.will({ do: "start", table }),
  ]);
  assert.equal(begun.stage, "playing");
  const listed = async (query) => (await bob.http("GET", `/api/v1/tables${query}`)).body.tables.map((one) => one.table);
  assert.ok((await listed("")).includes(table));
  assert.ok((await listed("?game=paris")).includes(table));
  assert.ok(!(await listed("?game=chars")).includes(table));
  await Promise.all([watcher.hear(mine("lobby-gone")), ada.will({ do: "resign", table })]);
  assert.ok(!(await listed("")).includes(table));
  await watcher.will({ do: "lobby-leave" });
  const { table: other } = await open(ada, { public: true, occupants: { S: "me" } });
  await caughtUp(watcher);
  assert.ok(!watcher.messages.some((m) => m.table === other));
  watcher.leave();
});

test("a table that was opened and left empty is in the lobby at once", async () => {
  const watcher = await enter(server.url, "Eve");
  await watcher.will({ do: "lobby" });
  const { table } = await open(ada, { public: true });
  await caughtUp(ada, watcher);
  assert.ok(watcher.messages.some((m) => m.type === "lobby-table" && m.table === table));
  watcher.leave();
});

test("a private table is in no lobby, but a guest with its link may open it", async () => {
  const watcher = await enter(server.url, "Eve");
  await watcher.will({ do: "lobby" });
  const { table } = await open(ada, { public: false, occupants: { S: "me" } });
  await bob.will({ do: "sit", table, seat: "O" });
  await bob.will({ do: "start", table });
  await caughtUp(watcher);
  assert.ok(!watcher.bytes.some((text) => text.includes(table)));
  assert.ok(!(await watcher.http("GET", "/api/v1/tables")).text.includes(table));
  await watcher.will({ do: "subscribe", table });
  assert.equal(watcher.latest(table).as, "watcher");
  watcher.leave();
});

test("one finds one's own tables, and may change one's name", async () => {
  const { table } = await open(dan, { game: "chars", occupants: { V: "me" } });
  const me = (await dan.http("GET", "/api/v1/me")).body;
  assert.equal(me.person.name, "Dan");
  assert.ok(me.tables.some((one) => one.table === table && one.stage === "open" && one.game === "chars"));
  const eve = await enter(server.url, "Eve");
  assert.equal((await eve.http("PATCH", "/api/v1/me", { name: "Ève" })).body.person.name, "Ève");
  await eve.will({ do: "sit", table, seat: "G" });
  assert.deepEqual(names(await look(dan, table), "G"), ["Ève"], "the new name counts on connections that are open too");
  eve.leave();
});

test("a player contributes a word to the dice when sitting down", async () => {
  const { table } = await open(ada, { game: "kriegspiel" });
  await ada.will({ do: "sit", table, seat: "F", word: "abracadabra" });
  await bob.will({ do: "sit", table, seat: "A" });
  assert.equal(occupant(await look(bob, table), "F").word, "abracadabra");
  assert.equal(occupant(await look(bob, table), "A").word, undefined);
});
