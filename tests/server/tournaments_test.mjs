// Tournaments from the announcement to the last result: every kind of tournament, through restarts.
// runs: sanitizers
// runs with --all: postgres
import { test, before, after } from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openServer, Guest, program } from "./client.mjs";
import { Bot } from "./people.mjs";
import { attendTournaments, granted, member, refusal, settle } from "./members.mjs";

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const live = { seconds: 600 };

/** The earlier in the alphabet wins. */
const byName = (own, other) => (own < other ? "win" : "lose");

/** A server that can be opened again, with people who have accounts in it. */
class Hall {
  static async open(names, options = []) {
    const hall = new Hall();
    hall.data = mkdtempSync(join(tmpdir(), "bivouac-tournament-"));
    hall.options = options;
    hall.server = await openServer(program, { data: hall.data, options });
    hall.people = [];
    for (const name of names) hall.people.push(await member(hall.server.url, name));
    return hall;
  }

  async admit(name) {
    const guest = await member(this.server.url, name);
    this.people.push(guest);
    return guest;
  }

  /** The server is closed, or dies, and opens again; everybody comes back. */
  async reopen(signal) {
    if (signal === "SIGKILL") await this.server.kill();
    else assert.equal((await this.server.close()).code, 0);
    this.server = await openServer(program, { data: this.data, options: this.options });
    for (const guest of this.people) {
      guest.url = this.server.url;
      await guest.connect();
    }
  }

  async close() {
    for (const guest of this.people) guest.leave();
    await this.server.close();
    rmSync(this.data, { recursive: true, force: true });
  }
}

const announce = async (guest, fields) =>
  (await granted(guest, "POST", "/tournaments", { name: "Le jeudi", game: "chars", time: live, pause: 0, ...fields })).tournament;
const page = (guest, id) => granted(guest, "GET", `/tournaments/${id}`);
const open = ({ games }) => games.filter((game) => game.outcome === "open");

/** Waits until something holds of the page of a tournament. */
async function until(guest, id, what) {
  for (let i = 0; i < 600; i++) {
    const seen = await page(guest, id);
    if (what(seen)) return seen;
    await pause(50);
  }
  assert.fail(`waited in vain: ${what} of ${JSON.stringify(await page(guest, id))}`);
}

const isOver = ({ tournament }) => tournament.stage === "over";

/** Everybody takes up the games that were begun before a restart. */
async function takeUp(people, id, plan) {
  const seen = await page(people[0], id);
  for (const game of open(seen))
    for (const guest of people) if ([game.a, game.b].includes(guest.person)) await settle(guest, game.table, plan);
}

/** What is true of every tournament that is over, whatever happened on the way. */
async function check(guest, id) {
  const seen = await page(guest, id);
  assert.equal(seen.tournament.stage, "over");
  const tables = seen.games.filter((game) => game.table).map((game) => game.table);
  assert.equal(new Set(tables).size, tables.length, "no table serves twice");
  for (const game of seen.games) {
    assert.notEqual(game.outcome, "open");
    if (!game.table || !game.result) continue;
    const record = (await guest.http("GET", `/api/v1/records/${game.table}`)).body;
    assert.equal(record.result, game.result);
    assert.equal(record.tournament, id);
  }
  const halves = seen.games.flatMap((game) => game.points).reduce((sum, points) => sum + points, 0);
  if (seen.tournament.kind !== "arena")
    assert.equal(
      seen.standings.reduce((sum, line) => sum + line.measures[0], 0),
      halves,
      "points are neither lost nor found",
    );
  seen.standings.forEach((line, i) => assert.ok(i === 0 || line.place >= seen.standings[i - 1].place));
  return seen;
}

// ---- An arena lasts a minute at least: it goes on while the others are played ------------------------------------------

let arena;

before(() => {
  arena = playArena();
  arena.catch(() => {}); // its test says so
});

async function playArena() {
  const hall = await Hall.open(["Ada", "Bob", "Cléo", "Dora"]);
  const [ada, bob, cleo, dora] = hall.people;
  try {
    for (const guest of hall.people) attendTournaments(guest, byName);
    const { id } = await announce(ada, { kind: "arena", minutes: 1 });
    for (const guest of [ada, bob, cleo]) await granted(guest, "POST", `/tournaments/${id}/join`);
    await granted(ada, "POST", `/tournaments/${id}/start`);
    await until(ada, id, (seen) => seen.games.length >= 2);
    await granted(dora, "POST", `/tournaments/${id}/join`);
    await until(ada, id, (seen) => seen.games.some((game) => [game.a, game.b].includes(dora.person)));
    for (const signal of ["SIGKILL", "SIGTERM"]) {
      await hall.reopen(signal);
      await takeUp(hall.people, id, byName);
      const { games } = await page(ada, id);
      await until(ada, id, (seen) => seen.games.length > games.length);
    }
    await granted(cleo, "POST", `/tournaments/${id}/leave`);
    const left = await until(cleo, id, (seen) => !open(seen).some((game) => [game.a, game.b].includes(cleo.person)));
    assert.equal(left.you, "left");
    for (let i = 0; i < 90 && !isOver(await page(ada, id)); i++) await pause(1000);
    const after = (await page(ada, id)).games.slice(left.games.length);
    assert.ok(after.every((game) => ![game.a, game.b].includes(cleo.person)), "who has left is not paired");
    return { seen: await check(ada, id), people: hall.people };
  } finally {
    await hall.close();
  }
}

// ---- Swiss -------------------------------------------------------------------------------------------------------------

test("a Swiss tournament: byes, late joiners, leavers, and the server dies again and again", async () => {
  const hall = await Hall.open(["Ada", "Bob", "Cléo", "Dora", "Émile"]);
  const [ada, bob, , , emile] = hall.people;
  try {
    for (const guest of hall.people) attendTournaments(guest, () => "win"); // nobody ends a game by themselves
    const { id } = await announce(ada, { kind: "swiss", rounds: 4 });
    for (const guest of hall.people) await granted(guest, "POST", `/tournaments/${id}/join`);
    const call = bob.hear((message) => message.type === "tournament" || message.type === "never");
    await granted(ada, "POST", `/tournaments/${id}/start`);
    const first = await page(ada, id);
    assert.equal(first.tournament.stage, "running");
    assert.deepEqual(first.games.map((game) => game.outcome).sort(), ["bye", "open", "open"]);
    const bye = first.games.find((game) => game.outcome === "bye");
    if (bye.a !== bob.person) {
      const { table, round, tournament } = await call;
      assert.deepEqual([round, tournament], [1, id]);
      assert.ok(first.games.some((game) => game.table === table && [game.a, game.b].includes(bob.person)));
    }

    await hall.reopen("SIGKILL"); // with the tables of a round open
    assert.deepEqual((await page(ada, id)).games, first.games);
    const late = await hall.admit("Zoé");
    await granted(late, "POST", `/tournaments/${id}/join`);
    await takeUp(hall.people, id, byName);
    const second = await until(ada, id, (seen) => seen.round === 2);
    assert.equal(second.games.length, 6, "six people make three pairs");
    assert.ok(open(second).some((game) => [game.a, game.b].includes(late.person)));

    await granted(emile, "POST", `/tournaments/${id}/leave`);
    await hall.reopen("SIGTERM");
    await takeUp(hall.people, id, byName);
    const third = await until(ada, id, (seen) => seen.round === 3);
    assert.ok(third.games.slice(6).every((game) => ![game.a, game.b].includes(emile.person)));

    for (let tries = 0; tries < 40 && !isOver(await page(ada, id)); tries++) {
      const playing = takeUp(hall.people, id, byName).catch(() => {}); // it is cut off in the middle
      await pause(7 * tries);
      if (tries < 6) await hall.reopen("SIGKILL");
      await playing;
    }
    const seen = await check(ada, id);
    assert.equal(seen.round, 4);
    assert.equal(seen.standings[0].name, "Ada");
    const pairs = seen.games.filter((game) => game.b).map((game) => [game.a, game.b].sort().join());
    assert.equal(new Set(pairs).size, pairs.length, "nobody meets anybody again");
    assert.equal(await refusal(bob, "POST", `/tournaments/${id}/join`), "not-now");
  } finally {
    await hall.close();
  }
});

// ---- Round robin ---------------------------------------------------------------------------------------------------------

test("a round robin with two legs: everybody meets everybody on both sides, also through restarts", async () => {
  const hall = await Hall.open(["Ada", "Bob", "Cléo"]);
  const [ada, bob, cleo] = hall.people;
  const plan = (own, other) => (own + other === "AdaBob" || own + other === "BobAda" ? "draw" : byName(own, other));
  try {
    const { id } = await announce(ada, { kind: "round-robin", legs: 2 });
    for (const guest of hall.people) await granted(guest, "POST", `/tournaments/${id}/join`);
    const late = await hall.admit("Zoé");
    await granted(late, "POST", `/tournaments/${id}/join`);
    await granted(late, "POST", `/tournaments/${id}/leave`);
    await granted(ada, "POST", `/tournaments/${id}/start`);
    assert.equal(await refusal(late, "POST", `/tournaments/${id}/join`), "not-now");
    for (let round = 1; round <= 6; round++) {
      await until(ada, id, (seen) => seen.round === round && open(seen).length === 1);
      if (round === 2) await hall.reopen("SIGKILL");
      if (round === 4) await hall.reopen("SIGTERM");
      await takeUp(hall.people, id, plan);
    }
    await until(ada, id, isOver);
    const seen = await check(ada, id);
    assert.deepEqual(
      seen.standings.map(({ name, measures, won, drawn, lost }) => [name, measures[0], won, drawn, lost]),
      [
        ["Ada", 3, 2, 2, 0],
        ["Bob", 3, 2, 2, 0],
        ["Cléo", 0, 0, 0, 4],
      ],
    );
    assert.deepEqual(seen.crosstable, [
      [null, 1, 2],
      [1, null, 2],
      [0, 0, null],
    ]);
    for (const one of hall.people.slice(0, 3))
      for (const other of hall.people.slice(0, 3))
        if (one !== other)
          assert.equal(seen.games.filter((game) => game.a === one.person && game.b === other.person).length, 1);
    assert.ok(seen.games.some((game) => game.a === cleo.person || game.b === bob.person));
  } finally {
    await hall.close();
  }
});

test("with days for each move all games of a round robin begin at once", async () => {
  const hall = await Hall.open(["Ada", "Bob", "Cléo", "Dora"]);
  const [ada] = hall.people;
  try {
    const { id } = await announce(ada, { kind: "round-robin", time: { days: 2, vacation: 0 } });
    for (const guest of hall.people) await granted(guest, "POST", `/tournaments/${id}/join`);
    await granted(ada, "POST", `/tournaments/${id}/start`);
    assert.equal(open(await page(ada, id)).length, 6);
    await hall.reopen("SIGKILL");
    assert.equal(open(await page(ada, id)).length, 6);
    await takeUp(hall.people, id, byName);
    await until(ada, id, isOver);
    assert.deepEqual((await check(ada, id)).standings.map((line) => line.name), ["Ada", "Bob", "Cléo", "Dora"]);
  } finally {
    await hall.close();
  }
});

// ---- The pause before a round --------------------------------------------------------------------------------------------

test("both players are told of each other before their table opens, and a restart meanwhile opens it once", async () => {
  const hall = await Hall.open(["Ada", "Bob"]);
  const [ada, bob] = hall.people;
  try {
    const { id } = await announce(ada, { kind: "round-robin", pause: 8 });
    for (const guest of hall.people) await granted(guest, "POST", `/tournaments/${id}/join`);
    const told = Promise.all(hall.people.map((guest) => guest.hear("tournament-next")));
    await granted(ada, "POST", `/tournaments/${id}/start`);
    const [toAda, toBob] = await told;
    const first = await page(ada, id);
    assert.deepEqual([toAda.opponent, toBob.opponent], ["Bob", "Ada"]);
    for (const { tournament, round, opens } of [toAda, toBob]) assert.deepEqual([tournament, round, opens], [id, 1, first.opens]);
    assert.deepEqual([first.games.length, first.games[0].outcome, first.games[0].table], [1, "open", undefined]);
    for (const guest of hall.people) assert.ok(!guest.messages.some((message) => message.type === "tournament"));

    await hall.reopen("SIGKILL");
    const again = await page(ada, id);
    if (again.games[0].table === undefined) assert.deepEqual([again.opens, again.games], [first.opens, first.games]);
    const open = await until(ada, id, (seen) => seen.games[0].table);
    assert.ok(Date.now() >= first.opens, "not before the pause is over");
    assert.equal(open.opens, null);
    const { table } = open.games[0];
    const { occupants } = (await ada.http("GET", `/api/v1/tables/${table}`)).body;
    for (const [guest, next] of [[ada, toAda], [bob, toBob]])
      assert.equal(occupants.find(({ people }) => people[0].person === guest.person).side, next.side);

    await hall.reopen("SIGTERM");
    assert.deepEqual((await page(ada, id)).games, open.games);
    const { tables } = (await bob.http("GET", "/api/v1/me")).body;
    assert.deepEqual(tables.map((one) => one.table), [table], "one table, not two");
    await takeUp(hall.people, id, byName);
    await until(ada, id, isOver);
    await check(ada, id);
  } finally {
    await hall.close();
  }
});

test("who leaves in the pause forfeits; a tournament that is cancelled in the pause opens no table", async () => {
  const hall = await Hall.open(["Ada", "Bob"]);
  const [ada, bob] = hall.people;
  try {
    const begin = async (pause) => {
      const { id } = await announce(ada, { kind: "swiss", rounds: 1, pause });
      for (const guest of hall.people) await granted(guest, "POST", `/tournaments/${id}/join`);
      await granted(ada, "POST", `/tournaments/${id}/start`);
      return id;
    };
    const cancelled = await begin(1);
    await granted(ada, "DELETE", `/tournaments/${cancelled}`);
    const left = await begin(2);
    await granted(bob, "POST", `/tournaments/${left}/leave`);
    await until(ada, left, isOver);
    const { games, standings } = await check(ada, left);
    assert.deepEqual([games[0].outcome, games[0].table], [games[0].a === ada.person ? "forfeit-b" : "forfeit-a", undefined]);
    assert.deepEqual([standings[0].name, standings[0].won], ["Ada", 1]);
    const after = await page(ada, cancelled);
    assert.deepEqual([after.tournament.stage, after.opens, after.games[0].table], ["cancelled", null, undefined]);
    assert.deepEqual((await ada.http("GET", "/api/v1/me")).body.tables, []);
  } finally {
    await hall.close();
  }
});

test("live tournaments pause for half a minute, those by days and arenas do not, if nothing else is said", async () => {
  const hall = await Hall.open(["Ada"]);
  const [ada] = hall.people;
  try {
    const pauseOf = async (fields) => (await announce(ada, { pause: undefined, ...fields })).pause;
    assert.equal(await pauseOf({ kind: "swiss" }), 30);
    assert.equal(await pauseOf({ kind: "swiss", time: { days: 1 } }), 0);
    assert.equal(await pauseOf({ kind: "round-robin", pause: 600 }), 600);
    assert.equal(await pauseOf({ kind: "arena", minutes: 5 }), undefined);
    for (const pause of [-1, 601, "10"])
      assert.equal(await refusal(ada, "POST", "/tournaments", { name: "Le jeudi", kind: "swiss", game: "chars", time: live, pause }), "bad-tournament");
  } finally {
    await hall.close();
  }
});

// ---- People who do not come ------------------------------------------------------------------------------------------------

test("who does not come to a live game has lost it, and is not paired again until back", async () => {
  const hall = await Hall.open(["Ada", "Bob", "Cléo", "Dora"]);
  const [ada, bob, cleo, dora] = hall.people;
  try {
    const { id } = await announce(ada, { kind: "swiss", rounds: 2, time: { seconds: 10, increment: 600 } });
    for (const guest of hall.people) await granted(guest, "POST", `/tournaments/${id}/join`);
    attendTournaments(ada, () => "win");
    for (const guest of [bob, cleo, dora]) guest.leave();
    await granted(ada, "POST", `/tournaments/${id}/start`);
    const seen = await until(ada, id, (now) => now.standings.filter((line) => line.left).length === 3);
    const mine = seen.games.find((game) => [game.a, game.b].includes(ada.person));
    assert.equal(mine.outcome, mine.a === ada.person ? "forfeit-b" : "forfeit-a");
    assert.match(mine.result, / abandoned$/);
    assert.deepEqual(
      seen.games.map((game) => game.outcome).filter((outcome) => outcome === "forfeit-both").length,
      1,
      "two who both stay away have both lost",
    );
    await until(ada, id, isOver);
    const { standings } = await check(ada, id);
    assert.deepEqual([standings[0].name, standings[0].won], ["Ada", 1]);
    for (const guest of [bob, cleo, dora]) await guest.connect();
  } finally {
    await hall.close();
  }
});

test("the host says how long the server waits for a player", async () => {
  const hall = await Hall.open(["Ada", "Bob"], ["--config-set", "no-show-seconds=5"]);
  const [ada, bob] = hall.people;
  try {
    const { id } = await announce(ada, { kind: "swiss", rounds: 1 });
    for (const guest of hall.people) await granted(guest, "POST", `/tournaments/${id}/join`);
    attendTournaments(ada, () => "win");
    bob.leave();
    await granted(ada, "POST", `/tournaments/${id}/start`);
    await until(ada, id, isOver);
    assert.equal((await check(ada, id)).standings[0].name, "Ada");
    await bob.connect();
  } finally {
    await hall.close();
  }
});

// ---- Beginning by itself, watching, and what is not done ---------------------------------------------------------------------

test("of what a tournament is asked to be, nothing is kept but what was understood", async () => {
  const hall = await Hall.open(["Ada"]);
  const [ada] = hall.people;
  const { id } = await announce(ada, { kind: "swiss", time: { seconds: 60, note: "x".repeat(40_000) }, rated: false });
  const { tournament } = await page(ada, id);
  assert.deepEqual(tournament.time, { seconds: 60, increment: 0 });
  assert.deepEqual((await granted(ada, "GET", "/tournaments")).announced, [tournament]);
  await hall.close();
});

test("a tournament begins when its time has come, with two at least", async () => {
  const hall = await Hall.open(["Ada", "Bob"]);
  const [ada, bob] = hall.people;
  const watcher = await (await Guest.arrive(hall.server.url, "Guest")).connect();
  try {
    const starts = Date.now() + 1500;
    const lonely = await announce(ada, { kind: "swiss", starts });
    const both = await announce(ada, { kind: "swiss", starts });
    await granted(ada, "POST", `/tournaments/${lonely.id}/join`);
    for (const guest of hall.people) await granted(guest, "POST", `/tournaments/${both.id}/join`);
    await watcher.will({ do: "tournament", tournament: both.id });
    const changed = watcher.hear("tournament-changed");
    assert.equal((await changed).tournament, both.id);
    await until(bob, both.id, ({ tournament }) => tournament.stage === "running");
    const seen = await page(bob, both.id);
    assert.equal(seen.tournament.rounds, 1, "as many rounds as two people need");
    await until(bob, lonely.id, ({ tournament }) => tournament.stage === "cancelled");
    const lists = await granted(watcher, "GET", "/tournaments");
    assert.deepEqual([lists.running.map((line) => line.id), lists.announced, lists.over], [[both.id], [], []]);

    const [{ table }] = seen.games;
    assert.equal((await watcher.http("GET", `/api/v1/tables/${table}`)).body.tournament, both.id);
    for (const guest of [ada, bob]) {
      assert.equal((await guest.ask({ do: "ask", table })).code, "tournament-table");
      assert.equal((await guest.ask({ do: "invite", table })).code, "tournament-table");
    }
    await takeUp(hall.people, both.id, byName);
    await until(ada, both.id, isOver);
    for (const guest of [ada, bob]) assert.equal((await guest.ask({ do: "rematch", table })).code, "tournament-table");
    assert.deepEqual((await granted(watcher, "GET", "/tournaments")).over.map((line) => line.id), [both.id]);
    // Nobody makes a table look like one of a tournament.
    const body = { game: "chars", tournament: both.id };
    const forged = await bob.http("POST", "/api/v1/tables", body);
    assert.deepEqual([forged.status, forged.body.code], [400, "bad-message"]);
  } finally {
    watcher.leave();
    await hall.close();
  }
});

test("what is announced is listed fifty at a time, each once, and every page is the tournament's own", async () => {
  const hall = await Hall.open(Array.from({ length: 11 }, (_, i) => `Host${i}`));
  const [ada, bob] = hall.people;
  try {
    const announced = [];
    for (const host of hall.people)
      for (let i = 0; i < 5; i++) announced.push(await announce(host, { kind: "swiss", name: `${host.name} ${i}` }));
    const first = await granted(ada, "GET", "/tournaments");
    assert.deepEqual([first.announced.length, first.running, first.over], [50, [], []]);
    const second = await granted(ada, "GET", `/tournaments?after=${first.after}`);
    assert.deepEqual([second.announced.length, second.after], [5, null]);
    const ids = (list) => list.map((one) => one.id).sort();
    assert.deepEqual(ids([...first.announced, ...second.announced]), ids(announced));
    assert.deepEqual((await granted(ada, "GET", "/tournaments?after=zzzz")).announced, []);
    // More pages than are kept at once, twice.
    for (const { id, name } of [...announced, ...announced]) assert.equal((await page(bob, id)).tournament.name, name);

    const [{ id }] = announced;
    for (const guest of [ada, bob]) await granted(guest, "POST", `/tournaments/${id}/join`);
    await granted(ada, "POST", `/tournaments/${id}/start`);
    const stranger = await Guest.arrive(hall.server.url, "Passant");
    const own = async () => Promise.all([ada, bob, stranger].map(async (guest) => (await page(guest, id)).you));
    assert.deepEqual(await own(), ["in", "in", null]);
    await granted(bob, "POST", `/tournaments/${id}/leave`);
    assert.deepEqual(await own(), ["in", "left", null]);
    await granted(bob, "POST", `/tournaments/${id}/join`);
    assert.deepEqual(await own(), ["in", "in", null]);
    const running = [];
    for (const query of ["", `?after=${first.after}`]) running.push(...(await granted(ada, "GET", `/tournaments${query}`)).running);
    assert.deepEqual(ids(running), [id]);
  } finally {
    await hall.close();
  }
});

test("a watcher receives many changes together, and the last one", async () => {
  const hall = await Hall.open(["Ada", "Bob"]);
  const [ada, bob] = hall.people;
  try {
    const { id } = await announce(ada, { kind: "swiss" });
    await ada.will({ do: "tournament", tournament: id });
    const since = Date.now();
    const first = ada.hear("tournament-changed");
    for (let i = 0; i < 20; i++) await granted(bob, "POST", `/tournaments/${id}/${i % 2 ? "leave" : "join"}`);
    await granted(bob, "POST", `/tournaments/${id}/join`);
    await first;
    const count = ada.messages.filter((message) => message.type === "tournament-changed").length;
    const seconds = (Date.now() - since) / 1000;
    assert.ok(count <= 2 + seconds, `${count} in ${seconds} s`);
    if (seconds < 1) await ada.hear("tournament-changed");
    assert.equal((await page(ada, id)).tournament.players, 1);
  } finally {
    await hall.close();
  }
});

test("bots take part where they may; a game that an admin closes is lost by nobody's absence", async () => {
  const hall = await Hall.open(["Ada", "Bob"]);
  const [ada, bob] = hall.people;
  try {
    const { bot, token } = await granted(ada, "POST", "/account/bots", { name: "Pion" });
    const pion = await new Bot(hall.server.url, bot, token).connect();
    hall.people.push(pion);
    const { id } = await announce(ada, { kind: "swiss", rounds: 3, bots: true });
    for (const guest of hall.people) await granted(guest, "POST", `/tournaments/${id}/join`);
    await granted(ada, "POST", `/tournaments/${id}/start`);
    execFileSync(program, ["admin", "--data", hall.data, "user", "bob", "promote"]);
    const [game] = open(await page(ada, id));
    await granted(bob, "DELETE", `/admin/tables/${game.table}`);
    const next = await until(ada, id, (seen) => seen.round === 2);
    const closed = next.games.find((one) => one.table === game.table);
    assert.deepEqual([closed.outcome, closed.points, closed.result], ["forfeit-both", [0, 0], "*"]);
    assert.ok(next.standings.every((line) => !line.left));
    for (let round = 2; round <= 3; round++) {
      await until(ada, id, (seen) => seen.round === round);
      await takeUp(hall.people, id, byName);
    }
    await until(ada, id, isOver);
    assert.ok((await page(ada, id)).games.some((one) => [one.a, one.b].includes(bot.id) && one.result));
  } finally {
    await hall.close();
  }
});

test("results are taken home: CSV, JSON, and records that verify", async () => {
  const hall = await Hall.open(["Ada", "Bob", "Cléo"]);
  const [ada, bob, cleo] = hall.people;
  const folder = mkdtempSync(join(tmpdir(), "bivouac-records-"));
  try {
    for (const guest of hall.people) attendTournaments(guest, byName);
    const { id } = await announce(bob, { kind: "round-robin", name: "Soirée, « du jeudi »" });
    for (const guest of [cleo, ada, bob]) await granted(guest, "POST", `/tournaments/${id}/join`);
    await granted(bob, "POST", `/tournaments/${id}/start`);
    await until(ada, id, isOver);
    const csv = await ada.http("GET", `/api/v1/tournaments/${id}/results.csv`);
    assert.match(csv.headers.get("content-disposition"), /attachment/);
    const rows = csv.text.split("\r\n");
    assert.equal(rows.pop(), "");
    assert.match(rows[0], /^place,player,points,.*,won,drawn,lost$/);
    assert.deepEqual(
      rows.slice(1).map((row) => row.split(",").slice(0, 3)),
      [
        ["1", "Ada", "2"],
        ["2", "Bob", "1"],
        ["3", "Cléo", "0"],
      ],
    );
    const { you, ...shown } = await page(ada, id);
    assert.equal(you, "in");
    assert.deepEqual((await ada.http("GET", `/api/v1/tournaments/${id}/results.json`)).body, shown);
    const tar = await fetch(`${hall.server.url}/api/v1/tournaments/${id}/games`);
    assert.equal(tar.headers.get("link"), null);
    writeFileSync(join(folder, "games.tar"), Buffer.from(await tar.arrayBuffer()));
    execFileSync("tar", ["-xf", "games.tar"], { cwd: folder });
    const records = readdirSync(folder).filter((name) => name.endsWith(".record"));
    assert.deepEqual(
      records.sort(),
      shown.games.map((game, i) => `${String(i + 1).padStart(4, "0")}-${game.table}.record`),
    );
    for (const record of records) execFileSync(program, ["verify", join(folder, record)]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await hall.close();
  }
});

test("an arena of a minute: paired by score, joined late, left early, and through restarts", async () => {
  const { seen, people } = await arena;
  const [ada, , cleo, dora] = people;
  assert.equal(seen.standings[0].person, ada.person);
  assert.ok(seen.standings[0].measures[0] > 2 * seen.standings[0].won, "wins in a row count double");
  assert.equal(seen.standings.find((line) => line.person === cleo.person).left, true);
  assert.ok(seen.standings.some((line) => line.person === dora.person && line.lost > 0));
});

after(() => arena.catch(() => {}));
