/** Every puzzle of every game is solved as a visitor of its page would, with the real rules. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { dayOf, judgeToken, noStreak, placeOfDay, placeToLookAt, streakAfter, streakOn } from "../src/books/puzzle";
import { termsOf, type Puzzle, type Puzzles } from "../src/books/shapes";
import type { GameId } from "../src/model";
import { Sandbox } from "../src/session/sandbox";
import { root, testEngine } from "./world";

const games: GameId[] = ["kriegspiel", "chevaliers", "chars", "paris", "belligerants"];
const engine = testEngine();
const fileOf = (game: GameId) => JSON.parse(readFileSync(join(root, `web/books/${game}/puzzles.json`), "utf8")) as Puzzles;

/** Plays what the page plays, and looks for a try that is wrong on the way. */
async function solve(game: GameId, puzzle: Puzzle): Promise<void> {
  const facts = await engine.factsOf(game);
  const { position, as } = puzzle;
  const sandbox = await Sandbox.open(engine, { terms: termsOf(facts, puzzle), position, as });
  const own = sandbox.sideOf(puzzle.seat);
  for (let at = 0; at < puzzle.solution.length; at++) {
    const legal = Object.entries(sandbox.scene.value.legal).filter(([seat]) => sandbox.sideOf(seat) === own);
    const tokens = legal.flatMap(([, some]) => some);
    for (const token of puzzle.solution[at] ?? []) assert.ok(tokens.includes(token), `${puzzle.id}: ${token} is not legal`);
    assert.ok(tokens.some((token) => judgeToken(puzzle, at, token).verdict === "wrong"), `${puzzle.id}: nothing is wrong`);
    const token = puzzle.solution[at]?.[0] ?? "";
    const seat = legal.find(([, some]) => some.includes(token))?.[0] ?? "";
    const judged = judgeToken(puzzle, at, token);
    assert.equal(judged.verdict, at + 1 < puzzle.solution.length ? "onward" : "solved");
    assert.notEqual(placeToLookAt(puzzle, at), "");
    await sandbox.follow([{ seat, token }]);
    if (judged.verdict === "onward") await sandbox.follow(judged.replies);
  }
}

for (const game of games)
  test(`the puzzles of ${game} can all be solved`, async () => {
    const { puzzles } = fileOf(game);
    assert.ok(puzzles.length >= 30);
    for (const puzzle of puzzles) await solve(game, puzzle);
    assert.equal(new Set(puzzles.map(({ id }) => id)).size, puzzles.length);
    assert.deepEqual([...new Set(puzzles.map(({ grade }) => grade))].sort(), [1, 2, 3, 4, 5]);
  });

test("the puzzle of the day is the same all day, and each comes up in turn", () => {
  const midnight = Date.UTC(2027, 2, 1);
  assert.equal(dayOf(midnight), dayOf(midnight + 86_399_999));
  assert.equal(dayOf(midnight - 1), dayOf(midnight) - 1);
  for (const count of [1, 2, 30, 36, 37]) {
    const places = Array.from({ length: count }, (_, i) => placeOfDay(20_000 + i, count, 3));
    assert.equal(new Set(places).size, count);
  }
});

test("days in a row are counted once each, and a day missed begins anew", () => {
  const first = streakAfter(noStreak, 100);
  assert.equal(first.length, 1);
  assert.equal(streakAfter(first, 100).length, 1);
  const second = streakAfter(first, 101);
  assert.equal(streakOn(second, 101), 2);
  assert.equal(streakOn(second, 102), 2);
  assert.equal(streakOn(second, 103), 0);
  assert.equal(streakAfter(second, 103).length, 1);
});
