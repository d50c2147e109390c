// Accounts as their owners meet them: made, logged in to from several devices, moved into, exported, deleted; and bots.
//
//     BIVOUAC=build/bivouac node --test tests/server/accounts_test.mjs
// runs: sanitizers
// runs with --all: postgres
import { test, before, after } from "node:test";
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openServer, Guest, enter, program, begin, playAny, caughtUp } from "./client.mjs";

const password = "four and twenty blackbirds";
const data = mkdtempSync(join(tmpdir(), "bivouac-accounts-"));
let server;

before(async () => (server = await openServer(program, { data })));
after(async () => {
  await server.close();
  rmSync(data, { recursive: true, force: true });
});

/** A browser, with or without an account. */
const browser = (name) => new Guest(server.url, name);

async function granted(guest, method, path, body) {
  const answer = await guest.http(method, `/api/v1${path}`, body);
  assert.ok(answer.status < 300, `${method} ${path} → ${answer.status} ${answer.text}`);
  return answer.body;
}

async function refused(guest, method, path, body, code) {
  const answer = await guest.http(method, `/api/v1${path}`, body);
  assert.equal(answer.body.code, code, `${method} ${path} → ${answer.status} ${answer.text}`);
}

async function register(guest, name) {
  const made = await granted(guest, "POST", "/account", { name, password });
  guest.person = made.person.id;
  return made;
}

async function logIn(name, guest = browser(name)) {
  const answer = await granted(guest, "POST", "/login", { name, password });
  guest.person = answer.person.id;
  return Object.assign(guest, { answer });
}

/** Asks until it is so; things that are done by and by. */
async function until(what, is) {
  for (let i = 0; i < 400; i++) {
    if (await is()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail(`waited in vain: ${what}`);
}

const me = (guest) => granted(guest, "GET", "/me");
const tablesOf = async (guest) => (await me(guest)).tables.map(({ table }) => table).sort();
const view = (guest, table) => granted(guest, "GET", `/tables/${table}`);
const records = async (guest, query) => (await granted(guest, "GET", `/records?${query}`)).records;
const hungUp = (guest) => until("the socket is closed", () => guest.closed === 4001);

/** A public game of two, given up after a few moves. */
async function finished(ada, bob) {
  const table = await begin(ada, { game: "chevaliers", public: true }, { S: ada, O: bob });
  await ada.will({ do: "say", table, seat: "S", text: "a secret of mine" });
  await bob.will({ do: "resign", table, seat: "O" });
  return table;
}

async function reopen(how) {
  await server[how]();
  server = await openServer(program, { data });
}

// ---- Accounts and sessions -----------------------------------------------------------------------------------------

test("a guest who makes an account stays the same person, and the old cookie is good no more", async () => {
  const ada = await enter(server.url, "Ada");
  const bob = await enter(server.url, "Bob");
  const table = await begin(ada, { game: "chevaliers" }, { S: ada, O: bob });
  const { person, cookie } = ada;
  const made = await register(ada, "Ada Lovelace");
  assert.deepEqual(made.person, { id: person, name: "Ada Lovelace", account: true });
  assert.equal(new Set(made.codes).size, 8);
  if ((await view(ada, table)).toAct[0] === "O") await playAny(bob, table, "O");
  await playAny(ada, table, "S"); // still connected, and still at the table
  assert.deepEqual(await tablesOf(ada), [table]);

  const old = browser("old");
  old.cookie = cookie;
  assert.equal((await me(old)).person, null);
  await old.connect();
  await caughtUp(old);
  assert.equal(old.messages[0].person, null);
  for (const guest of [ada, bob, old]) guest.leave();
});

test("what was answered outlives a kill, and a restart", async () => {
  const grace = browser("Grace");
  const { codes, person } = await register(grace, "Grace");
  await reopen("kill");
  grace.url = server.url;
  assert.deepEqual((await me(grace)).person, person);
  assert.deepEqual((await logIn("grace")).answer.person, person);
  await reopen("close");
  const other = browser("other");
  await granted(other, "POST", "/login/code", { name: "Grace", code: codes[3], password: `${password}!` });
  grace.url = server.url;
  assert.equal((await me(grace)).person, null);
  await refused(browser("x"), "POST", "/login", { name: "Grace", password }, "wrong-password");
  assert.equal((await granted(other, "GET", "/account")).codesLeft, 7);
});

test("a session that is ended is out at once, wherever it is", async () => {
  const home = browser("home");
  await register(home, "Katherine");
  await home.connect();
  const away = await (await logIn("Katherine")).connect();
  const third = await (await logIn("Katherine")).connect();
  const { sessions } = await granted(home, "GET", "/account");
  assert.equal(sessions.length, 3);
  assert.deepEqual(sessions.map(({ current }) => current).sort(), [false, false, true]);
  const own = (await granted(away, "GET", "/account")).sessions.find(({ current }) => current);
  await granted(home, "DELETE", `/account/sessions/${own.id}`);
  await hungUp(away);
  assert.equal((await me(away)).person, null);
  await caughtUp(third, home);
  await granted(home, "DELETE", "/account/sessions");
  await hungUp(third);
  await caughtUp(home);
  assert.equal((await granted(home, "GET", "/account")).sessions.length, 1);
  await granted(home, "POST", "/logout");
  await hungUp(home);
  assert.equal((await me(home)).person, null);
});

test("a new password ends the sessions of the old one", async () => {
  const owner = browser("owner");
  await register(owner, "Hedy");
  const thief = await (await logIn("Hedy")).connect();
  const { ticket } = await granted(thief, "POST", "/me/ticket");
  await refused(owner, "PATCH", "/account", { password: "wrong", newPassword: `${password}2` }, "wrong-password");
  await granted(owner, "PATCH", "/account", { password, newPassword: `${password}2` });
  await hungUp(thief);
  await refused(browser("x"), "POST", "/resume", { ticket }, "bad-ticket");
  assert.equal((await me(owner)).person.name, "Hedy");
});

test("what is said about oneself changes along with the password, or neither does", async () => {
  const owner = browser("owner");
  await register(owner, "Maryam");
  const about = async () => (await granted(owner, "GET", "/account")).about;
  const fresh = `${password}2`;
  await granted(owner, "PATCH", "/account", { about: "Before." });
  await refused(owner, "PATCH", "/account", { about: "After.", password, newPassword: "short" }, "weak-password");
  await refused(owner, "PATCH", "/account", { about: "After.", newPassword: fresh }, "wrong-password");
  await refused(owner, "PATCH", "/account", { about: "After.", password: "wrong", newPassword: fresh }, "wrong-password");
  await refused(owner, "PATCH", "/account", { about: 5, password, newPassword: fresh }, "bad-text");
  assert.equal(await about(), "Before.");
  await granted(owner, "PATCH", "/account", { about: "After.", password, newPassword: fresh });
  assert.equal(await about(), "After.");
  await refused(browser("x"), "POST", "/login", { name: "Maryam", password }, "wrong-password");
});

test("a ticket is a session of its own on another device", async () => {
  const one = browser("one");
  await register(one, "Sophie");
  const two = browser("two");
  const { ticket } = await granted(one, "POST", "/me/ticket");
  assert.equal((await granted(two, "POST", "/resume", { ticket })).person.name, "Sophie");
  assert.equal((await granted(two, "GET", "/account")).sessions.length, 2);
});

test("an account has twenty sessions at most; a new one ends the oldest", async () => {
  const first = browser("first");
  await register(first, "Wanderer");
  const later = [];
  for (let i = 0; i < 20; i++) later.push(await logIn("Wanderer"));
  assert.equal((await me(first)).person, null);
  assert.equal((await granted(later[0], "GET", "/account")).sessions.length, 20);
});

test("names that look alike are one name", async () => {
  const early = await enter(server.url, "Émilie");
  await register(browser("x"), "Émilie");
  for (const name of ["emilie", "É M I L I E", "E.mi-lie", "Èmìlïê", "\u0415milie"]) {
    await refused(browser("x"), "POST", "/guest", { name }, "name-taken");
    const code = /^[\u0000-\u024f]*$/.test(name) ? "name-taken" : "bad-name";
    await refused(browser("x"), "POST", "/account", { name, password }, code);
  }
  await refused(early, "PATCH", "/me", { name: "Emilie" }, "name-taken");
  assert.equal((await me(early)).person.name, "Émilie (?)");
  const { table } = await early.will({ do: "open", game: "chevaliers", occupants: { O: "me" } });
  await early.will({ do: "sit", table, seat: "S" });
  const [, people] = (await view(early, table)).occupants.map((occupant) => occupant.people[0].name).sort();
  assert.equal(people, "Émilie (?)");
  early.leave();
});

test("passwords that everybody tries are refused", async () => {
  for (const weak of ["password", "AZERTYUIOP", "12345678", "aaaaaaaa", "        ", "marie-curie", "short", "x".repeat(201)])
    await refused(browser("x"), "POST", "/account", { name: "Marie Curie", password: weak }, "weak-password");
});

test("who guesses passwords is stopped, and the owner is not", async () => {
  const strict = await openServer(program, { options: ["--config-set", "failed-logins-per-hour=3"] });
  try {
    const victim = new Guest(strict.url, "victim");
    const { codes } = await granted(victim, "POST", "/account", { name: "Victim", password });
    for (let i = 0; i < 3; i++)
      await refused(new Guest(strict.url, "x"), "POST", "/login", { name: "victim", password: `guess ${i}` }, "wrong-password");
    await refused(new Guest(strict.url, "x"), "POST", "/login", { name: "V.ictim", password }, "too-many");
    await refused(new Guest(strict.url, "x"), "POST", "/login/code", { name: "Victim", code: "x", password }, "bad-code");
    await refused(new Guest(strict.url, "x"), "POST", "/login", { name: "Other", password }, "wrong-password");
    assert.equal((await me(victim)).person.name, "Victim"); // who is in stays in, and may still change the password
    await granted(victim, "PATCH", "/account", { password, newPassword: "another one altogether" });
    for (let i = 0; i < 3; i++) await refused(victim, "POST", "/account/codes", { password }, "wrong-password");
    await refused(victim, "POST", "/account/codes", { password: "another one altogether" }, "too-many");
    await granted(new Guest(strict.url, "x"), "POST", "/login/code", { name: "Victim", code: codes[0], password });
  } finally {
    await strict.close();
  }
});

test("where it takes an invitation, each is good for as many as it says", async () => {
  const invited = await openServer(program, { options: ["--config-set", "registration=invitation"] });
  try {
    const made = spawnSync(program, ["admin", "--data", invited.folder, "--json", "invitations", "new", "1"], { encoding: "utf8" });
    const { code: invitation } = JSON.parse(made.stdout);
    const [first, second] = ["First", "Second"].map((name) => new Guest(invited.url, name));
    await refused(first, "POST", "/account", { name: "First", password }, "bad-invitation");
    await refused(first, "POST", "/account", { name: "F", password, invitation }, "bad-name"); // which uses up nothing
    await granted(first, "POST", "/account", { name: "First", password, invitation });
    await refused(second, "POST", "/account", { name: "Second", password, invitation }, "bad-invitation");
  } finally {
    await invited.close();
  }
});

// ---- Moving in -----------------------------------------------------------------------------------------------------

test("the games of a guest become the account's: played on, found, and told to those who subscribe", async () => {
  await register(browser("x"), "Mary");
  const guest = await enter(server.url, "Stranger");
  const bob = await enter(server.url, "Robert");
  const over = await finished(guest, bob);
  const table = await begin(guest, { game: "chevaliers", public: true }, { S: guest, O: bob });
  const { table: open } = await guest.will({ do: "open", game: "chars", public: true });
  const stranger = guest.person;
  const heard = bob.hear((message) => message.type === "table" && message.table === table);

  const mary = await logIn("Mary", guest);
  assert.equal(mary.answer.moved, 3);
  assert.deepEqual(mary.answer.notMerged, []);
  assert.notEqual(mary.person, stranger);
  const seen = await heard;
  assert.ok(seen.occupants.some(({ people }) => people.some(({ person, name }) => person === mary.person && name === "Mary")));
  assert.ok(!JSON.stringify(seen).includes(stranger));
  await until("all tables are Mary's", async () => (await tablesOf(mary)).length === 3);
  assert.deepEqual(await tablesOf(mary), [over, table, open].sort());
  assert.equal((await view(mary, open)).owner, mary.person);

  await hungUp(guest);
  await mary.connect();
  await mary.will({ do: "subscribe", table });
  const { toAct } = await view(mary, table);
  if (toAct[0] === "O") await playAny(bob, table, "O");
  await playAny(mary, table, "S");
  assert.equal((await mary.ask({ do: "start", table: open })).code, "empty-seat"); // nobody but its owner is told that
  assert.deepEqual((await records(mary, "mine=1")).map((line) => line.table), [over]);
  assert.deepEqual((await records(bob, "player=mary")).map((line) => line.table), [over]);
  assert.deepEqual(await records(bob, "player=stranger"), []);
  const history = await granted(bob, "GET", `/tables/${over}/history`);
  assert.ok(!JSON.stringify(history).includes(stranger));
  for (const person of [mary, bob]) person.leave();
});

test("where both played already, the table stays as it is", async () => {
  const pierre = browser("pierre");
  await register(pierre, "Pierre");
  await pierre.connect();
  const guest = await enter(server.url, "Phone");
  const shared = await begin(pierre, { game: "chevaliers" }, { S: pierre, O: guest });
  const { table: own } = await guest.will({ do: "open", game: "chars" });
  const stranger = guest.person;
  await logIn("Pierre", guest);
  assert.equal(guest.answer.moved, 1);
  assert.deepEqual(guest.answer.notMerged, [shared]);
  await until("the other has moved", async () => (await tablesOf(pierre)).length === 2);
  assert.deepEqual(await tablesOf(pierre), [shared, own].sort());
  const people = (await view(pierre, shared)).occupants.map((occupant) => occupant.people[0].person).sort();
  assert.deepEqual(people, [pierre.person, stranger].sort());
  for (const person of [pierre, guest]) person.leave();
});

test("an account moves to another while a game with the computer goes on, whichever side is to act", async () => {
  await register(browser("x"), "Blaise");
  const guest = await enter(server.url, "Gambler");
  const { table } = await guest.will({ do: "open", game: "chevaliers", occupants: { S: "me", O: "computer:2" }, start: true });
  await until("it is our turn", async () => (await view(guest, table)).toAct[0] === "S");
  await guest.will({ do: "subscribe", table });
  await playAny(guest, table, "S"); // now the computer thinks
  const blaise = await logIn("Blaise", guest);
  await until("the table is Blaise's", async () => (await tablesOf(blaise)).includes(table));
  await hungUp(guest);
  await blaise.connect();
  for (let i = 0; i < 3; i++) {
    await until("the computer has answered", async () => (await view(blaise, table)).toAct[0] === "S");
    await playAny(blaise, table, "S");
  }
  blaise.leave();
});

test("a move that is cut short by a kill is completed", async () => {
  await register(browser("x"), "Irene");
  const guest = await enter(server.url, "Traveller");
  const opened = [];
  for (let i = 0; i < 25; i++) opened.push((await guest.will({ do: "open", game: "chars", occupants: { V: "me" } })).table);
  const irene = await logIn("Irene", guest);
  assert.equal(irene.answer.moved, 25);
  await reopen("kill");
  irene.url = server.url;
  await until("all tables are Irene's", async () => (await tablesOf(irene)).length === 25);
  assert.deepEqual(await tablesOf(irene), opened.sort());
  for (const table of opened) assert.equal((await view(irene, table)).occupants[0].people[0].name, "Irene");
});

// ---- Leaving ---------------------------------------------------------------------------------------------------------

test("who deletes an account is gone: from tables, records and searches", async () => {
  const rosa = browser("Rosa");
  await register(rosa, "Rosa");
  await rosa.connect();
  const bob = await enter(server.url, "Bertrand");
  const over = await finished(rosa, bob);
  const playing = await begin(rosa, { game: "chevaliers" }, { S: rosa, O: bob });
  const { table: open } = await rosa.will({ do: "open", game: "chars", public: true });
  const { bot, token } = await granted(rosa, "POST", "/account/bots", { name: "Rosa's engine" });
  const { club } = await granted(rosa, "POST", "/clubs", { name: "Spartacus", about: "", open: true });
  await refused(rosa, "DELETE", "/account", { password: "wrong" }, "wrong-password");
  const result = bob.hear((message) => message.table === playing && message.result);
  await granted(rosa, "DELETE", "/account", { password });
  assert.match((await result).result, /O 1.* resigned/);
  await hungUp(rosa);
  await refused(browser("x"), "POST", "/login", { name: "Rosa", password }, "wrong-password");
  assert.equal((await me(rosa)).person, null);
  await until("nobody finds her", async () => (await records(bob, "player=rosa")).length === 0);
  await until("her table is closed", async () => (await view(bob, open)).stage === "over");
  for (const table of [over, playing])
    await until("nobody sees her", async () => {
      const all = JSON.stringify([await view(bob, table), await granted(bob, "GET", `/tables/${table}/history`)]);
      return ![rosa.person, "Rosa", "a secret of mine"].some((word) => all.includes(word));
    });
  const record = await granted(bob, "GET", `/records/${over}`);
  assert.deepEqual(record.players, { S: "?", O: "Bertrand" });
  await until("no club of hers is left", async () => (await bob.http("GET", `/api/v1/clubs/${club.id}`)).status === 404);
  const program = browser("program");
  program.authorization = `Bearer ${token}`;
  assert.equal((await me(program)).person, null);
  assert.ok(bot.id.startsWith("bot_"));

  await reopen("close");
  assert.notEqual((await register(browser("x"), "Rosa")).person.id, rosa.person);
  bob.leave();
});

test("everything that is kept is handed out, and no secrets", async () => {
  const emmy = browser("Emmy");
  await register(emmy, "Emmy");
  await emmy.connect();
  const bob = await enter(server.url, "Boris");
  const over = await finished(emmy, bob);
  const { table: open } = await emmy.will({ do: "open", game: "chars", occupants: { V: "me" } });
  await granted(emmy, "PATCH", "/account", { about: "Noether's theorem." });
  await granted(emmy, "POST", "/account/bots", { name: "Emmy's engine" });
  const answer = await emmy.http("GET", "/api/v1/account/export");
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get("content-disposition"), /attachment/);
  const { body } = answer;
  assert.equal(body.person, emmy.person);
  assert.equal(body.account.name, "Emmy");
  assert.equal(body.account.about, "Noether's theorem.");
  assert.equal(body.sessions.length, 1);
  assert.equal(body.documents.filter(({ kind }) => kind === "bot").length, 1);
  assert.deepEqual(body.records.map(({ table }) => table), [over]);
  assert.deepEqual(body.tables.map(({ table }) => table), [open, over]);
  const [first, second] = body.tables;
  assert.equal(second.setup.game, "chevaliers");
  assert.ok(second.setup.seed && !first.setup.seed);
  assert.ok(second.events.some(({ event }) => event.endsWith("a secret of mine")));
  assert.equal(body.more, false);
  assert.ok(!/argon2|"codes"/.test(answer.text));
  assert.ok(!body.tables.some(({ events }) => events.some(({ event }) => event.includes(bob.person))));
  for (const person of [emmy, bob]) person.leave();
});

// ---- Bots --------------------------------------------------------------------------------------------------------------

test("a bot plays with its token, is marked, and owns nothing", async () => {
  const owner = browser("owner");
  await register(owner, "Charles");
  const { bot, token } = await granted(owner, "POST", "/account/bots", { name: "Difference Engine" });
  const engine = browser("engine");
  engine.authorization = `Bearer ${token}`;
  await engine.connect();
  assert.deepEqual((await me(engine)).person, bot);
  const rival = await enter(server.url, "Rival");
  const table = await begin(rival, { game: "chevaliers" }, { S: engine, O: rival });
  const [occupant] = (await view(rival, table)).occupants.filter(({ seat }) => seat === "S");
  assert.deepEqual(occupant.people, [{ person: bot.id, name: "Difference Engine", bot: true }]);
  const turn = (await view(rival, table)).toAct[0];
  await playAny(turn === "S" ? engine : rival, table, turn);
  await refused(engine, "POST", "/account", { name: "Own", password }, "not-for-bots");
  await refused(engine, "POST", "/login", { name: "Charles", password }, "not-for-bots");
  await refused(engine, "POST", "/account/bots", { name: "Child" }, "needs-account");
  await refused(engine, "GET", "/account", undefined, "needs-account");
  await refused(engine, "PATCH", "/me", { name: "Human" }, "has-account");
  await refused(browser("x"), "POST", "/login", { name: "Difference Engine", password }, "wrong-password");

  const fresh = await granted(owner, "POST", `/account/bots/${bot.id}/token`);
  await hungUp(engine);
  assert.equal((await me(engine)).person, null);
  engine.authorization = `Bearer ${fresh.token}`;
  assert.deepEqual((await me(engine)).person, bot);
  const { ticket } = await granted(engine, "POST", "/me/ticket");
  await refused(browser("x"), "POST", "/resume", { ticket }, "bad-ticket");
  await granted(owner, "DELETE", `/account/bots/${bot.id}`);
  assert.equal((await me(engine)).person, null);
  assert.deepEqual((await granted(owner, "GET", "/account")).bots, []);
  await until("the bot has left", async () => (await view(rival, table)).stage === "over");
  rival.leave();
});
