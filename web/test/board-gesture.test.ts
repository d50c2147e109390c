/** Every legal token of real games is reached by one gesture and only one, and every gesture ends in a legal token. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { enter, finish, grow, lastOf, start, tap, type Branch, type Path } from "../src/board/gesture";
import { games } from "../src/games";
import type { GameId } from "../src/model";

const program = ["build/bivouac", "../build/bivouac"].find((path) => existsSync(path)) ?? "bivouac";

function transcript(game: string, more: string[]): string[] {
  return execFileSync(program, ["transcript", game, ...more], { encoding: "utf8", maxBuffer: 1 << 28 }).split("\n");
}

/** All gestures from here: what is touched, and the token it ends in. */
function gestures(path: Path): { touched: string; token: string }[] {
  const here = lastOf(path);
  const all: { touched: string; token: string }[] = [];
  const seen = new Set<string>();
  for (const child of here.next) {
    const target = child.step.point ?? `(${child.step.way}${child.move?.seat ?? ""})`;
    assert(!seen.has(target), `two branches at ${target}`);
    seen.add(target);
    const after = child.step.point === undefined ? enter(path, child) : tap(path, child.step.point, (token) => token);
    if (after.move) all.push({ touched: target, token: after.move.token });
    else all.push(...gestures(after.path).map(({ touched, token }) => ({ touched: `${target} ${touched}`, token })));
  }
  if (here.move) {
    const done = finish(path).move;
    assert(done);
    assert(!seen.has("again"));
    all.push({ touched: "again", token: done.token });
  }
  return all;
}

function checkLine(game: GameId, line: string): number {
  const [, seat = "", , ...tokens] = line.split(" ");
  const tree: Branch = grow({ [seat]: tokens }, games[game].steps);
  const found = gestures(start(tree));
  assert.deepEqual(found.map(({ token }) => token).sort(), [...tokens].sort(), line.slice(0, 200));
  assert.equal(new Set(found.map(({ touched }) => touched)).size, found.length, "two tokens by the same gesture");
  return tokens.length;
}

const forms: [GameId, string[]][] = [
  ["kriegspiel", []],
  ["kriegspiel", ["--set", "field=long", "--set", "axis=both"]],
  ["kriegspiel", ["--seats", "6"]],
  ["chevaliers", []],
  ["chevaliers", ["--set", "oversight=table", "--seats", "4"]],
  ["chars", ["--set", "own-fire=on"]],
  ["paris", []],
  ["belligerants", []],
  ["belligerants", ["--set", "board=plaine"]],
];

for (const [game, more] of forms) {
  test(`gestures: ${game} ${more.join(" ")}`, () => {
    let tokens = 0;
    for (const seed of ["1", "2"]) {
      for (const eager of [[], ["--eager"]]) {
        for (const line of transcript(game, ["--seed", seed, ...eager, ...more]))
          if (line.startsWith("? ") && !line.startsWith("? #")) tokens += checkLine(game, line);
      }
    }
    assert(tokens > 500);
  });
}

test("a point entered in two ways asks which", () => {
  const tree = grow({ S: ["d2~d4", "d2xd4", "d2xd4xd6"] }, games.chevaliers.steps);
  const held = tap(start(tree), "d2", (token) => token);
  const asked = tap(held.path, "d4", (token) => token);
  assert.deepEqual(lastOf(asked.path).next.map((branch) => branch.step.way), ["~", "x"]);
});

test("the far end of a path may be touched at once where its effect is sure", () => {
  const { steps, effect } = games.belligerants;
  const tree = grow({ J: ["h1-h4-f6", "h1-g2-f6", "h1-h4"] }, steps);
  assert.equal(tap(tap(start(tree), "h1", effect).path, "f6", effect).move?.token, "h1-h4-f6");
  const sure = grow({ S: ["d2~d4xd6", "d2~f2xd6"] }, games.chevaliers.steps);
  assert.equal(tap(tap(start(sure), "d2", (t) => t).path, "d6", (t) => t).move, null);
});

test("touching what is held again puts it down, or finishes where a move is complete", () => {
  const tree = grow({ S: ["d2~d4", "d2~d4xd6"] }, games.chevaliers.steps);
  const held = tap(start(tree), "d2", (t) => t).path;
  assert.equal(tap(held, "d2", (t) => t).path.length, 1);
  assert.equal(tap(tap(held, "d4", (t) => t).path, "d4", (t) => t).move?.token, "d2~d4");
});
