// Records of finished games: downloaded, verified, listed and searched.
// runs: sanitizers postgres
import { test, before, after } from "node:test";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openServer, Guest, program, enter, caughtUp, begin, chooser, playAny } from "./client.mjs";

let server, ada, bob, cleo;

before(async () => {
  server = await openServer(program);
  [ada, bob, cleo] = await Promise.all(["Ada Lovelace", "Élodie", "Cléo"].map((name) => enter(server.url, name)));
});

after(async () => {
  for (const guest of [ada, bob, cleo]) guest?.leave();
  const end = await server.close();
  assert.deepEqual({ code: end.code, errors: end.errors }, { code: 0, errors: "" });
});

const get = (guest, path) => guest.http("GET", `/api/v1${path}`);
const search = async (guest, query) => {
  const answer = await get(guest, `/records?${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const found = async (guest, query) => (await search(guest, query)).records.map((record) => record.table);

/** A game of kriegspiel with at least so many throws, given up by the side of Ada. */
async function diceGame(throws, fields = {}) {
  const holders = { F: ada, A: bob };
  const { table } = await ada.will({ do: "open", game: "kriegspiel", public: true, ...fields });
  await ada.will({ do: "sit", table, seat: "F", word: "abracadabra" });
  await bob.will({ do: "sit", table, seat: "A", word: "sésame" });
  await ada.will({ do: "subscribe", table });
  await caughtUp(ada);
  const { commitment, seed } = ada.messages.findLast((m) => m.table === table && m.type === "table");
  assert.equal(seed, undefined, "the seed is a secret");
  await ada.will({ do: "start", table });
  await caughtUp(ada);
  const choose = chooser(11);
  const rolls = () => ada.messages.filter((m) => m.table === table && m.type === "roll").length;
  while (rolls() < throws) {
    const [seat] = ada.latest(table).toAct;
    const { legal } = await holders[seat].will({ do: "legal", table, seat });
    const fights = legal.filter((token) => token.includes("x") || token.includes("*"));
    const list = fights.length ? fights : legal;
    await holders[seat].will({ do: "play", table, seat, token: list[choose(list.length)] });
    await caughtUp(ada);
  }
  assert.ok(!ada.bytes.some((text) => text.includes(table) && text.includes('"seed"')), "the seed is a secret");
  assert.equal((await get(cleo, `/records/${table}.record`)).status, 404);
  assert.equal((await get(cleo, `/records/${table}`)).body.code, "not-over");
  const over = ada.hear((m) => m.table === table && m.type === "resign");
  await ada.will({ do: "resign", table });
  assert.match((await over).seed, /^[0-9a-f]{64}$/);
  return { table, commitment, seed: (await over).seed };
}

function verify(name, text, ...options) {
  const file = join(server.folder, name);
  writeFileSync(file, text);
  return spawnSync(program, ["verify", ...options, file], { encoding: "utf8" });
}

test("a record is downloaded, and verify finds it good: tokens, result and dice", async () => {
  const { table, commitment, seed } = await diceGame(4);
  const answer = await get(cleo, `/records/${table}.record`);
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get("content-type"), /^text\/plain/);
  assert.match(answer.headers.get("content-disposition"), /attachment/);
  assert.ok(answer.text.includes(commitment), "the commitment shown before the first move is the record's");
  assert.ok(answer.text.includes(seed));
  assert.ok(answer.text.includes("abracadabra") && answer.text.includes("sésame"));
  const good = verify("good.record", answer.text, "--json");
  assert.equal(good.status, 0, good.stdout + good.stderr);
  const report = JSON.parse(good.stdout);
  assert.ok(JSON.stringify(report).includes("kriegspiel") || Object.keys(report).length > 1, good.stdout);
  // A server that cheated would be found out.
  const rolled = answer.text.match(/^# #?.*$/m) ?? answer.text.match(/^.*#.*$/m);
  assert.ok(rolled, "there are throws in the record");
  const other = seed.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
  assert.equal(verify("seed.record", answer.text.replace(seed, other)).status, 1);
  assert.equal(verify("word.record", answer.text.replace("abracadabra", "abracadabrb")).status, 1);
});

test("records of all five games verify", async () => {
  const seats = { kriegspiel: "FA", chevaliers: "SO", chars: "VG", paris: "GBN", belligerants: "JR" };
  for (const [game, names] of Object.entries(seats)) {
    const table = await begin(ada, { game }, Object.fromEntries([...names].map((seat, i) => [seat, i ? bob : ada])));
    const choose = chooser(5);
    for (let i = 0; i < 60; i++) {
      const seat = names[choose(names.length)];
      const holder = seat === names[0] ? ada : bob;
      const { legal } = await holder.will({ do: "legal", table, seat });
      if (legal.length) await holder.will({ do: "play", table, seat, token: legal[choose(legal.length)] });
    }
    if ((await get(ada, `/tables/${table}`)).body.stage !== "over") await bob.will({ do: "resign", table });
    const { text } = await get(ada, `/records/${table}.record`);
    const checked = verify(`${game}.record`, text);
    assert.equal(checked.status, 0, `${game}: ${checked.stdout}${checked.stderr}`);
  }
});

test("a game in which moves were taken back verifies", async () => {
  const table = await begin(ada, { game: "chevaliers" }, { S: ada, O: bob });
  await playAny(ada, table, "S");
  await ada.will({ do: "ask", table });
  await bob.will({ do: "grant", table });
  await playAny(ada, table, "S", () => 3);
  await playAny(bob, table, "O");
  await bob.will({ do: "resign", table });
  const checked = verify("back.record", (await get(ada, `/records/${table}.record`)).text);
  assert.equal(checked.status, 0, checked.stdout + checked.stderr);
  assert.equal((await get(ada, `/records/${table}`)).body.tokens.length, 2);
});

test("the JSON of a game has everything", async () => {
  const { table, commitment, seed } = await diceGame(1, { time: { seconds: 600, increment: 2 } });
  const record = (await get(cleo, `/records/${table}`)).body;
  assert.equal(record.table, table);
  assert.equal(record.game, "kriegspiel");
  assert.deepEqual(record.players, { F: "Ada Lovelace", A: "Élodie" });
  assert.deepEqual(record.time, { seconds: 600, increment: 2 });
  assert.equal(record.result, "F 0 A 1 resigned");
  assert.deepEqual([record.commitment, record.seed], [commitment, seed]);
  assert.ok(record.begun <= record.ended && record.ended <= Date.now() + 1000);
  assert.ok(record.tokens.every(([seat, token]) => ["F", "A", "#"].includes(seat) && token));
  const history = (await get(cleo, `/tables/${table}/history`)).body;
  const told = history.messages.filter((m) => m.type === "play" || m.type === "roll").map((m) => m.token);
  assert.deepEqual(told, record.tokens.map(([, token]) => token), "anyone may replay it");
  assert.equal((await get(cleo, "/records/nosuchgame")).status, 404);
  assert.equal((await get(cleo, "/records/nosuchgame.record")).status, 404);
});

test("games are found by game, player, rule option, result, reason and day", async () => {
  const fields = { game: "chars", public: true, options: { "own-fire": "on" } };
  const resigned = await begin(ada, fields, { V: ada, G: bob });
  await ada.will({ do: "resign", table: resigned });
  const drawn = await begin(bob, { game: "chars", public: true }, { V: cleo, G: bob });
  await bob.will({ do: "offer", table: drawn });
  await cleo.will({ do: "accept", table: drawn });
  const has = async (query, wanted, unwanted) => {
    const tables = await found(cleo, query);
    if (wanted) assert.ok(tables.includes(wanted), `${query} finds it`);
    if (unwanted) assert.ok(!tables.includes(unwanted), `${query} does not find the other`);
  };
  await has("game=chars", resigned);
  await has("game=chars", drawn);
  await has("game=paris", null, drawn);
  await has("option=own-fire%3Don", resigned, drawn);
  await has("result=G", resigned, drawn);
  await has("result=draw", drawn, resigned);
  await has("reason=resigned", resigned, drawn);
  await has("reason=agreed", drawn, resigned);
  await has("player=ada+lovelace", resigned, drawn);
  await has("player=ADA%20LOVELACE", resigned, drawn);
  await has(`player=${encodeURIComponent("Cléo")}`, drawn, resigned);
  await has(`player=${encodeURIComponent("cléo")}&game=chars&result=draw&reason=agreed`, drawn, resigned);
  await has("player=nobody", null, drawn);
  const day = (shift) => new Date(Date.now() + shift * 86400000).toISOString().slice(0, 10);
  await has(`from=${day(0)}`, drawn);
  await has(`from=${day(1)}`, null, drawn);
  await has(`from=${day(-2)}&to=${day(1)}`, drawn);
  await has(`to=${day(0)}`, null, drawn); // `to` is the day before which it ended
  for (const query of ["from=yesterday", "game=%zz", "from=2026-11-15T00:00:00", "from=2026-02-30", "most=0", "most=1000", "before=x", "before=1", `player=${"x".repeat(200)}`]) {
    const answer = await get(cleo, `/records?${query}`);
    assert.equal(answer.status, 400, query);
    assert.equal(answer.body.code, "bad-query");
  }
});

test("names with accents are found in any case", async () => {
  const table = await begin(ada, { game: "chevaliers", public: true }, { S: ada, O: bob });
  await ada.will({ do: "resign", table });
  for (const name of ["Élodie", "élodie", "ÉLODIE"])
    assert.ok((await found(cleo, `player=${encodeURIComponent(name)}`)).includes(table), name);
});

test("a long list comes in pages, newest first", async () => {
  const zoe = await enter(server.url, "Zoé");
  const played = [];
  for (let i = 0; i < 7; i++) {
    const { table } = await zoe.will({ do: "open", game: "chevaliers", public: true, occupants: { S: "me", O: "me" }, start: true });
    await zoe.will({ do: "resign", table });
    played.unshift(table);
  }
  const pages = [];
  let before = "";
  do {
    const page = await search(cleo, `player=zo%C3%A9&most=3${before && `&before=${before}`}`);
    pages.push(page.records.map((record) => record.table));
    before = page.before;
  } while (before);
  assert.deepEqual(pages.flat(), played);
  assert.deepEqual(pages.map((page) => page.length), [3, 3, 1]);
  zoe.leave();
});

test("a private game is found by those who played it, and by nobody else", async () => {
  const table = await begin(ada, { game: "paris", seats: 2, public: false }, { G: ada, B: bob, N: bob });
  await ada.will({ do: "resign", table });
  for (const guest of [ada, bob]) {
    assert.ok((await found(guest, "mine=1")).includes(table), guest.name);
    assert.ok(!(await found(guest, "")).includes(table));
  }
  for (const query of ["", "game=paris", "player=ada+lovelace", "mine=1", `table=${table}`])
    assert.ok(!(await found(cleo, query)).includes(table), query);
  assert.equal((await get(new Guest(server.url, "nobody"), "/records?mine=1")).status, 401);
});

test("one's own games, private ones too, are searched like all others", async () => {
  const table = await begin(ada, { game: "paris", seats: 2, public: false }, { G: ada, B: bob, N: bob });
  await ada.will({ do: "resign", table });
  for (const query of ["game=paris", "result=BN", "reason=resigned", `player=${encodeURIComponent("élodie")}`, "option=summons=any"])
    assert.ok((await found(ada, `mine=1&${query}`)).includes(table), query);
  assert.ok(!(await found(ada, "mine=1&game=chars")).includes(table));
  assert.ok(!(await found(cleo, "game=paris")).includes(table));
});

test("a game against the computer says so", async () => {
  const { table } = await ada.will({ do: "open", game: "chevaliers", public: true, occupants: { S: "me", O: "computer:2" }, start: true });
  await ada.will({ do: "resign", table });
  const record = (await search(cleo, "game=chevaliers&most=1")).records[0];
  assert.deepEqual([record.table, record.players.O], [table, "level:2"]);
});
