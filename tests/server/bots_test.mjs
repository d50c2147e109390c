// The computer at the tables of the server: every level answers, many tables at once, and the server stays loaded meanwhile.
// runs: release
// runs with --all: postgres
import { test, before, after } from "node:test";
import assert from "node:assert/strict";
import { openServer, program, enter, caughtUp, chooser } from "./client.mjs";

let server;
const here = [];

before(async () => {
  server = await openServer(program);
});

after(async () => {
  for (const guest of here) guest.leave();
  const end = await server.close();
  assert.deepEqual({ code: end.code, errors: end.errors }, { code: 0, errors: "" });
});

async function arrive(name) {
  const guest = await enter(server.url, name);
  here.push(guest);
  return guest;
}

const games = {
  kriegspiel: { mine: ["F"], computers: ["A"] },
  chevaliers: { mine: ["S"], computers: ["O"] },
  chars: { mine: ["V"], computers: ["G"] },
  paris: { mine: ["G"], computers: ["B", "N"] },
  belligerants: { mine: ["J"], computers: ["R"] },
};

function occupantsOf(game, level) {
  const { mine, computers } = games[game];
  return Object.fromEntries([...mine.map((seat) => [seat, "me"]), ...computers.map((seat) => [seat, `computer:${level}`])]);
}

/** Plays at random until the computer was heard so many times or the game is over: how often it was heard. */
async function playAgainst(guest, table, game, wanted, choose) {
  const { mine, computers } = games[game];
  const heard = () => guest.messages.filter((m) => m.table === table && m.type === "play" && computers.includes(m.seat)).length;
  for (let i = 0; i < 400 && heard() < wanted; i++) {
    await caughtUp(guest);
    const news = guest.hear((m) => m.table === table && m.position, 30);
    news.catch(() => {});
    const { legal } = await guest.will({ do: "legal", table, seat: mine[0] });
    if (legal.length) await guest.will({ do: "play", table, seat: mine[0], token: legal[choose(legal.length)] });
    else if (guest.messages.some((m) => m.table === table && m.result)) break;
    else await news;
  }
  return heard();
}

for (const game of Object.keys(games))
  test(`every level of ${game} makes moves`, async (t) => {
    const began = Date.now();
    const played = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map(async (level) => {
        const guest = await arrive(`Level ${level}`);
        const { table } = await guest.will({ do: "open", game, occupants: occupantsOf(game, level), start: true });
        await guest.will({ do: "subscribe", table });
        return playAgainst(guest, table, game, 2, chooser(level));
      }),
    );
    for (const [i, count] of played.entries()) assert.ok(count >= 1, `level ${i + 1} was heard ${count} times`);
    t.diagnostic(`${game}: two moves of eight levels in ${Date.now() - began} ms`);
  });

test("a hundred tables against the computer all answer, and the server stays loaded", async (t) => {
  const guests = await Promise.all(Array.from({ length: 10 }, (_, i) => arrive(`Guest ${i}`)));
  const tables = [];
  for (const guest of guests)
    for (let i = 0; i < 10; i++) {
      const game = ["chevaliers", "kriegspiel", "paris"][i % 3];
      const { table } = await guest.will({ do: "open", game, occupants: occupantsOf(game, 1 + (i % 8)), start: true });
      await guest.will({ do: "subscribe", table });
      tables.push({ guest, table, game, level: 1 + (i % 8) });
    }
  let waiting = true;
  const health = [];
  const measuring = (async () => {
    while (waiting) {
      const at = performance.now();
      await (await fetch(`${server.url}/healthz`)).text();
      health.push(performance.now() - at);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  const choose = chooser(1);
  const waits = await Promise.all(
    tables.map(async ({ guest, table, game, level }) => {
      const { mine, computers } = games[game];
      const answer = guest.hear((m) => m.table === table && m.type === "play" && computers.includes(m.seat), 60);
      answer.catch(() => {});
      const began = performance.now();
      for (let i = 0; i < 60; i++) {
        const { legal } = await guest.will({ do: "legal", table, seat: mine[0] });
        if (!legal.length) break; // it is the computer's turn
        await guest.will({ do: "play", table, seat: mine[0], token: legal[choose(legal.length)] });
      }
      await answer;
      return { wait: performance.now() - began, game, level };
    }),
  );
  waiting = false;
  await measuring;
  const longest = waits.reduce((a, b) => (a.wait > b.wait ? a : b));
  health.sort((a, b) => a - b);
  const p95 = health[Math.floor(health.length * 0.95)];
  t.diagnostic(`longest wait ${longest.wait.toFixed(0)} ms (${longest.game}, level ${longest.level})`);
  t.diagnostic(`healthz: ${health.length} asked, median ${health[health.length >> 1].toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, longest ${health.at(-1).toFixed(1)} ms`);
  assert.equal(waits.length, 100);
  assert.ok(p95 < 1000, "the event loop does not think");
});

/** Computers among themselves keep a pace, so the long games are not watched to their end here. */
async function watchComputers(game, t) {
  const { mine, computers } = games[game];
  const [owner, watcher] = [await arrive("Owner"), await arrive("Watcher")];
  const level = game === "belligerants" ? 3 : 1; // recruits wander about there for a thousand moves
  const occupants = Object.fromEntries([...mine, ...computers].map((seat) => [seat, `computer:${level}`]));
  const { table } = await owner.will({ do: "open", game, public: true, occupants });
  await watcher.will({ do: "subscribe", table });
  const over = watcher.hear((m) => m.table === table && m.result, 300);
  const began = Date.now();
  await owner.will({ do: "start", table });
  const end = await over;
  t.diagnostic(`${game}: ${end.n} messages, ${end.result}, ${Date.now() - began} ms`);
  assert.match(end.seed, /^[0-9a-f]{64}$/);
  const numbers = watcher.messages.filter((m) => m.table === table && m.as && m.type !== "table").map((m) => m.n);
  numbers.forEach((n, i) => i && assert.equal(n, numbers[i - 1] + 1));
  const record = (await watcher.http("GET", `/api/v1/records/${table}`)).body;
  assert.equal(record.result, end.result);
}

test("computers play each other to the end, watched, at three tables at once", (t) =>
  Promise.all(["chevaliers", "chars", "belligerants"].map((game) => watchComputers(game, t))));

test("partners of different levels play for one side", async () => {
  const guest = await arrive("Ada");
  const occupants = { "F.soldiers": "me", "F.cavalry": "computer:1", "F.cannons": "computer:2", "A.soldiers": "computer:1", "A.cavalry": "computer:1", "A.cannons": "me" };
  const { table } = await guest.will({ do: "open", game: "kriegspiel", seats: 6, occupants });
  await guest.will({ do: "subscribe", table });
  const played = guest.hear((m) => m.table === table && m.type === "play" && occupants[m.seat].startsWith("computer"), 10);
  await guest.will({ do: "start", table });
  assert.ok((await played).token);
});

test("who watches computers play at several tables is not overrun", async () => {
  const closed = [];
  for (let round = 0; round < 3; round++) {
    const watcher = await arrive("Watcher");
    const tables = [];
    for (let i = 0; i < 4; i++) {
      const { table } = await watcher.will({ do: "open", game: "kriegspiel", occupants: { F: "computer:2", A: "computer:2" } });
      await watcher.will({ do: "subscribe", table });
      tables.push(table);
    }
    for (const table of tables) watcher.send({ do: "start", table });
    const until = Date.now() + 1200;
    while (watcher.closed === null && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 50));
    closed.push(watcher.closed);
    watcher.leave();
  }
  assert.deepEqual(closed, closed.map(() => null), "a client that reads as fast as it can is not closed as too slow (1013)");
});
