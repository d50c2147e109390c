// Rated games: who may play them, what they are worth, and that each counts exactly once.
// runs: release nodes
import { test, before, after } from "node:test";
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { openServer, program, cluster, enter, begin, caughtUp, playAny } from "./client.mjs";
import { Bot, register } from "./people.mjs";

const data = mkdtempSync(join(tmpdir(), "bivouac-ratings-"));
const rated = { game: "chevaliers", rated: true, time: { seconds: 600 } };
let server, ada, bob, cleo, guest;
const people = () => [ada, bob, cleo, guest];

before(async () => {
  server = await openServer(program, { data });
  [ada, bob, cleo, guest] = await Promise.all(
    ["Ada", "Bob", "Cléo", "Passant"].map((name) => enter(server.url, name)),
  );
  for (const one of [ada, bob, cleo]) await register(one);
});

after(async () => {
  for (const one of people()) one?.leave();
  await server?.close();
  rmSync(data, { recursive: true, force: true });
});

async function refused(who, message, code) {
  const answer = await who.ask(message);
  assert.equal(answer.code, code, `${JSON.stringify(message)} → ${JSON.stringify(answer)}`);
  assert.ok(answer.text.fr && answer.text.en);
}

const profile = async (who, viewer = who) => (await viewer.http("GET", `/api/v1/people/${who.person}`)).body;
const rating = async (who, game = "chevaliers") => (await profile(who)).ratings.find((one) => one.game === game);
const tally = async (who, game = "chevaliers") => (await profile(who)).tallies.find((one) => one.game === game);

/** Opens a rated table and starts it: the first sits on S and owns it. */
const start = (first, second, fields = {}) => begin(first, { ...rated, ...fields }, { S: first, O: second });

/** Both sides play one token, so that the game counts. */
async function open(table, first, second) {
  await playAny(first, table, "S");
  while (first.latest(table).toAct.includes("S")) await playAny(first, table, "S");
  await playAny(second, table, "O");
}

/** A whole rated game that the second resigns: the table. */
async function won(first, second, fields) {
  const table = await start(first, second, fields);
  await open(table, first, second);
  const told = first.hear("rated");
  await second.will({ do: "resign", table });
  await told;
  return table;
}

test("a table is rated only where the game is the same for everybody", async () => {
  for (const fields of [
    { time: null },
    { options: { obligation: "any" } },
    { seats: 4 },
    { agreement: true },
    { training: true },
    { occupants: { S: "me", O: "me" } },
    { occupants: { S: "me", O: "computer:1" } },
  ])
    await refused(ada, { do: "open", ...rated, ...fields }, "not-rated");
  const { table: start } = await ada.will({ do: "open", game: "chevaliers" });
  const { position } = (await ada.http("GET", `/api/v1/tables/${start}`)).body;
  await refused(ada, { do: "open", ...rated, position }, "not-rated");
  await refused(guest, { do: "open", ...rated, occupants: { S: "me" } }, "needs-account");
  assert.equal((await guest.http("POST", "/api/v1/tables", { ...rated, occupants: { S: "me" } })).status, 403);
});

test("two people with accounts sit there, one a side, and nobody else", async () => {
  const { table } = await ada.will({ do: "open", ...rated, public: true });
  const line = (await guest.http("GET", "/api/v1/tables")).body.tables.find((one) => one.table === table);
  assert.equal(line.rated, true, "the lobby tells it");
  await ada.will({ do: "sit", table, seat: "S" });
  await refused(ada, { do: "sit", table, seat: "O" }, "not-rated");
  await refused(guest, { do: "sit", table, seat: "O" }, "needs-account");
  await refused(ada, { do: "computer", table, seat: "O", level: 1 }, "not-rated");
  const { key } = await ada.will({ do: "invite", table, seat: "S" });
  await refused(cleo, { do: "sit", table, key }, "not-rated");
  await bob.will({ do: "sit", table, seat: "O" });
  await ada.will({ do: "start", table });
  await refused(ada, { do: "cancel", table }, "begun");
  await bob.will({ do: "subscribe", table });
  await playAny(ada, table, "S");
  await refused(ada, { do: "ask", table }, "rated");
});

test("the winner gains what the loser loses, and everybody is told once", async () => {
  const table = await start(ada, bob);
  await guest.will({ do: "subscribe", table });
  await open(table, ada, bob);
  await bob.will({ do: "resign", table });
  await caughtUp(ada, bob, guest);
  const [told, ...more] = guest.messages.filter((message) => message.type === "rated" && message.table === table);
  assert.deepEqual(more, []);
  const { S, O } = told.ratings;
  assert.deepEqual([S.before, O.before], [1500, 1500]);
  assert.ok(S.after > 1500 && S.after - 1500 === 1500 - O.after, JSON.stringify(told.ratings));
  assert.equal(told.result, "S 1 O 0 resigned");
  const types = guest.messages.filter((message) => message.table === table && message.n).map(({ type }) => type);
  assert.deepEqual(types.slice(-2), ["resign", "rated"]);

  const [hers, his] = [await rating(ada), await rating(bob)];
  assert.deepEqual([hers.rating, his.rating], [S.after, O.after]);
  assert.deepEqual([hers.games, hers.won, hers.drawn, hers.lost, hers.best], [1, 1, 0, 0, S.after]);
  assert.deepEqual([his.games, his.won, his.drawn, his.lost], [1, 0, 0, 1]);
  assert.ok(hers.provisional && hers.deviation < 350 && hers.place === undefined);
  const shown = (await guest.http("GET", `/api/v1/tables/${table}`)).body;
  assert.deepEqual([shown.rated, shown.ratings], [true, told.ratings]);
  const record = (await guest.http("GET", `/api/v1/records/${table}`)).body;
  assert.deepEqual([record.rated, record.ratings], [true, told.ratings]);
  const { messages } = (await guest.http("GET", `/api/v1/tables/${table}/history?since=${told.n - 1}`)).body;
  assert.deepEqual(messages, [told], "told again word for word");
});

test("a draw between the unequal brings them together", async () => {
  const [hers, his] = [await rating(ada), await rating(bob)];
  const table = await start(ada, bob);
  await open(table, ada, bob);
  await ada.will({ do: "offer", table });
  await bob.will({ do: "accept", table });
  await caughtUp(ada);
  const { ratings } = ada.messages.findLast((message) => message.type === "rated");
  assert.ok(ratings.S.after < hers.rating && ratings.O.after > his.rating, JSON.stringify(ratings));
  assert.equal((await rating(ada)).drawn, 1);
});

test("a game that was given up before both have played counts nowhere", async () => {
  const [before, kept] = [await rating(ada), await tally(ada)];
  const table = await start(ada, bob);
  await playAny(ada, table, "S");
  await ada.will({ do: "resign", table });
  await caughtUp(ada);
  assert.ok(!ada.messages.some((message) => message.type === "rated" && message.table === table));
  assert.deepEqual([await rating(ada), await tally(ada)], [before, kept]);
  assert.equal((await ada.http("GET", `/api/v1/records/${table}`)).body.ratings, undefined);
});

test("tallies count everything: rated or not, and the computer apart", async () => {
  const plain = await begin(cleo, { game: "chevaliers" }, { S: cleo, O: guest });
  await open(plain, cleo, guest);
  await guest.will({ do: "resign", table: plain });
  const alone = await begin(cleo, { game: "chevaliers" }, { S: cleo, O: cleo });
  await open(alone, cleo, cleo);
  await cleo.will({ do: "resign", table: alone, seat: "S" });
  const occupants = { S: "me", O: "computer:1" };
  const { table } = await cleo.will({ do: "open", game: "chevaliers", occupants });
  await cleo.will({ do: "subscribe", table });
  const answered = cleo.hear((message) => message.table === table && message.type === "play" && message.seat === "O");
  await cleo.will({ do: "start", table });
  while (cleo.latest(table).toAct.includes("S")) await playAny(cleo, table, "S");
  await answered;
  await cleo.will({ do: "resign", table, seat: "S" });
  assert.deepEqual(await tally(cleo), {
    game: "chevaliers",
    games: 1,
    won: 1,
    drawn: 0,
    lost: 0,
    computer: { games: 1, won: 0, drawn: 0, lost: 1 },
  });
  assert.equal(await rating(cleo), undefined);
  assert.deepEqual((await profile(guest)).tallies, [], "who has no account is not counted");
});

test("a rated game is found by that, and its rematch is rated too", async () => {
  const table = await won(ada, bob, { public: true });
  const found = (await guest.http("GET", `/api/v1/records?rated=yes&person=${ada.person}`)).body.records;
  assert.deepEqual(
    found.map((one) => [one.table, one.rated]),
    [[table, true]],
  );
  const next = ada.hear("next");
  await ada.will({ do: "rematch", table });
  await bob.will({ do: "rematch", table });
  const again = (await ada.http("GET", `/api/v1/tables/${(await next).next}`)).body;
  assert.deepEqual([again.rated, again.as, again.stage], [true, "O", "playing"]);
});

test("leaders are those of whom one is sure", async () => {
  const leaders = async (who) => (await who.http("GET", "/api/v1/leaders?game=chevaliers")).body;
  const early = await leaders(ada);
  assert.deepEqual(early.leaders, []);
  assert.equal(early.me.provisional, true);
  for (let i = 0; i < 40 && (await rating(ada)).provisional; i++) await won(...(i % 3 ? [ada, bob] : [bob, ada]));
  const list = await leaders(ada);
  assert.equal(list.game, "chevaliers");
  assert.equal(list.leaders[0].person.id, ada.person);
  assert.ok(list.leaders.every((one, i) => one.place === i + 1 && one.deviation < 110));
  assert.deepEqual([list.me.place, (await rating(ada)).place], [1, 1]);
  assert.equal((await leaders(guest)).me, undefined);
  assert.equal((await guest.http("GET", "/api/v1/leaders?game=go")).status, 400);
});

async function killAndReopen() {
  await server.kill();
  server = await openServer(program, { data });
  for (const one of people()) {
    one.url = server.url;
    await one.connect();
  }
}

test("a bot plays rated games too, and is marked as one", async () => {
  const { bot, token } = (await ada.http("POST", "/api/v1/account/bots", { name: "Ada's engine" })).body;
  const engine = await new Bot(server.url, bot, token).connect();
  try {
    await won(engine, bob);
    const seen = await profile(engine, guest);
    assert.deepEqual([seen.person.bot, seen.owner.id], [true, ada.person]);
    assert.equal(seen.ratings[0].won, 1);
    const [found] = (await guest.http("GET", "/api/v1/people?name=ada's+e")).body.people;
    assert.deepEqual([found.id, found.bot], [bot.id, true]);
  } finally {
    engine.leave();
  }
});

test("killed and opened again, each game has counted exactly once", async () => {
  const table = await won(ada, bob);
  const before = [await profile(ada), await profile(bob)];
  await killAndReopen();
  await ada.will({ do: "subscribe", table });
  const timeless = ({ ratings, tallies }) => [ratings.map(({ deviation, ...rest }) => rest), tallies];
  assert.deepEqual([await profile(ada), await profile(bob)].map(timeless), before.map(timeless));
  const messages = await ada.history(table);
  assert.equal(messages.filter(({ type }) => type === "rated").length, 1);
  await won(ada, bob);
  assert.equal((await rating(ada)).games, before[0].ratings[0].games + 1);
});

test("killed while games end, each has counted if it is over, and not if it is not", async () => {
  const counted = async () => [(await rating(ada)).games, (await rating(bob)).games, (await tally(ada)).games];
  const before = await counted();
  const tables = [];
  for (let round = 0; round < 6; round++) {
    const begun = [];
    for (let i = 0; i < 4; i++) {
      const table = await start(ada, bob);
      await open(table, ada, bob);
      begun.push(table);
    }
    for (const table of begun) bob.send({ do: "resign", table });
    if (round % 2) await ada.hear((message) => message.type === "rated" && message.table === begun[round % 4]);
    await killAndReopen();
    tables.push(...begun);
  }
  let over = 0;
  for (const table of tables) {
    const { stage, ratings } = (await ada.http("GET", `/api/v1/tables/${table}`)).body;
    assert.equal(stage === "over", ratings !== undefined, `${table}: ${stage} and ${JSON.stringify(ratings)}`);
    over += stage === "over";
  }
  assert.ok(over > 0);
  assert.deepEqual(
    await counted(),
    before.map((games) => games + over),
  );
});

// PostgreSQL has a disk of its own, which no test fills.
test("a game whose end finds no room on the disk has neither ended nor counted", { skip: cluster !== "" }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "bivouac-ratings-full-"));
  const script = join(folder, "small");
  writeFileSync(script, `#!/bin/sh\nulimit -f 600\nexec "${resolve(program)}" "$@"\n`, { mode: 0o755 });
  const full = { data: join(folder, "data") };
  let small = await openServer(script, full);
  try {
    const [eve, fay] = await Promise.all(["Eve", "Fay"].map((name) => enter(small.url, name)));
    for (const one of [eve, fay]) await register(one);
    await won(eve, fay);
    const before = await rating(eve);
    const table = await start(eve, fay);
    await open(table, eve, fay);
    let answer = { type: "done" };
    for (let i = 0; answer.type === "done" && i < 3000; i++)
      answer = await eve.ask({ do: "say", table, text: "x".repeat(500) });
    assert.equal(answer.code, "not-stored");
    assert.equal((await fay.ask({ do: "resign", table })).code, "not-stored");
    const { deviation, ...same } = before;
    assert.deepEqual({ ...(await rating(eve)), deviation }, { ...same, deviation });
    await small.close("SIGKILL");
    small = await openServer(program, full);
    for (const one of [eve, fay]) {
      one.url = small.url;
      await one.connect();
    }
    assert.equal((await eve.http("GET", `/api/v1/tables/${table}`)).body.stage, "playing");
    assert.equal((await rating(eve)).games, 1);
    await fay.will({ do: "resign", table });
    assert.deepEqual([(await rating(eve)).games, (await tally(eve)).games], [2, 2]);
    for (const one of [eve, fay]) one.leave();
  } finally {
    await small.close("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
});
