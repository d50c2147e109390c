/** Pictures: every point the engine names is drawn once, every piece of a position stands where the text says. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { pictureOf } from "../src/board/games";
import { pointTowards, readPosition, type Picture } from "../src/board/geometry";
import { pointLabel } from "../src/board/words";
import { prisonersOf } from "../src/games/belligerants/board";
import type { GameId } from "../src/model";

const program = ["build/bivouac", "../build/bivouac"].find((path) => existsSync(path)) ?? "bivouac";
const show = (game: string, more: string[] = []): string => execFileSync(program, ["show", game, "--text", ...more], { encoding: "utf8" }).trim();

function picture(game: GameId, as: string, options: Record<string, string> = {}, position?: string): Picture {
  const sets = Object.entries(options).flatMap(([name, value]) => ["--set", `${name}=${value}`]);
  return pictureOf({ terms: { game, seats: 2, options }, as }, position ?? show(game, sets));
}
const pieceAt = (from: Picture, at: string) => from.pieces.find((piece) => piece.at === at);

const sizes: [GameId, Record<string, string>, number, number][] = [
  ["kriegspiel", {}, 6 * 9 + 5 * 8, 24],
  ["kriegspiel", { field: "long" }, 6 * 13 + 5 * 12, 24],
  ["chevaliers", {}, 98, 34],
  ["chars", {}, 100, 0],
  ["paris", {}, 12 * 16 - 36 + 8, 36],
  ["belligerants", {}, 13 * 15, 0],
  ["belligerants", { board: "plaine" }, 13 * 13, 0],
];
for (const [game, options, points, pieces] of sizes) {
  test(`${game} ${Object.values(options).join(" ")} has all its points and pieces, apart from one another`, () => {
    const drawn = picture(game, "watcher", options);
    assert.equal(drawn.points.length, points);
    assert.equal(new Set(drawn.points.map((point) => point.name)).size, points);
    assert.equal(drawn.pieces.length, pieces);
    for (const a of drawn.points) {
      assert(a.x > 0 && a.x < drawn.width && a.y > 0 && a.y < drawn.height);
      for (const b of drawn.points) if (a !== b) assert(Math.hypot(a.x - b.x, a.y - b.y) > 34, `${a.name} and ${b.name}`);
    }
  });
}

test("the viewer's side is below", () => {
  const low = (drawn: Picture, side: string): number => Math.max(...drawn.pieces.filter((piece) => piece.side === side).map((piece) => drawn.points.find((point) => point.name === piece.at)?.y ?? 0));
  for (const [game, sides] of [["kriegspiel", ["F", "A"]], ["chevaliers", ["S", "O"]], ["paris", ["B", "N"]]] as const)
    for (const [own, other] of [sides, [sides[1], sides[0]]] as const) {
      const drawn = picture(game, own);
      assert(low(drawn, own) > low(drawn, other), `${game} seen by ${own}`);
    }
  assert.equal(picture("kriegspiel", "A.soldiers").side, "A");
});

test("plates face where the text says, also from the other side", () => {
  const text = show("kriegspiel").replace("5S^", "3S9");
  assert.equal(pieceAt(picture("kriegspiel", "F", {}, text), "b2")?.facing, 30);
  assert.equal(pieceAt(picture("kriegspiel", "A", {}, text), "b2")?.facing, 210);
  assert.equal(pieceAt(picture("kriegspiel", "F", {}, text), "b2")?.count, 3);
  assert.deepEqual(pieceAt(picture("kriegspiel", "F", {}, text), "c2")?.marks, ["unturned"]);
});

test("tanks: known, unknown, announced, command, upon an installation", () => {
  const text = "V3!+aG?......../........../........../........../........../........../........../........../........../.......oA1 V move mines=7 swept=12 red=47".replace("oA1", "oAV1");
  const drawn = picture("chars", "V", {}, text);
  assert.deepEqual(drawn.pieces.filter((piece) => piece.at === "100").map((piece) => piece.kind), ["depot-A", "tank"]);
  assert.deepEqual(drawn.pieces.find((piece) => piece.kind === "tank")?.marks, ["command", "announced"]);
  assert.equal(pieceAt(drawn, "99")?.unknown, true);
  assert.equal(pieceAt(drawn, "3")?.kind, "gun");
  assert.equal(pieceAt(drawn, "1")?.letter.fr, "1");
  assert.deepEqual(drawn.marks.map((mark) => `${mark.kind} ${mark.at}`), ["mine 7", "swept 12", "red 47"]);
});

test("prisoners are counted by who held them first", () => {
  const list = prisonersOf(readPosition("… J move J=bss R=E"), "J");
  assert.deepEqual(list.map(({ letter, side }) => letter.fr + side), ["BOR", "SOR", "SOR"]);
});

test("a point says what it is", () => {
  const drawn = picture("chevaliers", "S");
  const point = drawn.points.find((one) => one.name === "d13");
  assert(point);
  assert.equal(pointLabel(drawn, point, "target", "fr"), "d13, Chevalier doré, peut être pris");
  assert.equal(pointLabel(drawn, point, undefined, "en"), "d13, Gold Knight");
});

test("arrows walk the board", () => {
  const drawn = picture("kriegspiel", "F");
  const at = drawn.points.find((point) => point.name === "d5");
  assert(at);
  assert.equal(pointTowards(drawn.points, at, 1, 0).name, "e5");
  assert.equal(pointTowards(drawn.points, at, -1, 0).name, "c5");
  assert.match(pointTowards(drawn.points, at, 0, -1).name, /^[cd]6$/);
});
