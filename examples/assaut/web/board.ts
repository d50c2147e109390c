/** Assaut: a cross of 33 points. Tokens: `d4-d5`, `c5xc3`. */
import { CELL, latticeCentre, latticeMargin, squareName, squareOutline } from "../../board/geometry";
import type { BoardText, Drawing, Lattice, Piece, Point, PositionText } from "../../board/geometry";
import { choice, touch, type Step } from "../../board/gesture";
import { both, say } from "../../words/text";
import type { Game } from "../game";

const pieces: Record<string, Omit<Piece, "at" | "marks">> = {
  s: { side: "S", kind: "soldier", letter: both("S"), title: say("soldat", "Soldier") },
  o: { side: "O", kind: "officer", letter: both("O"), title: say("officier", "Officer") },
};

function picture(board: BoardText, position: PositionText, side: string): Drawing {
  const map = board.block("map").map((row) => row.split(/\s+/));
  const lattice: Lattice = { files: map[0]?.length ?? 0, ranks: map.length, turned: side === "O", margin: 24 };
  const points: Point[] = [];
  const standing: Piece[] = [];
  map.forEach((row, down) =>
    row.forEach((sign, file) => {
      if (sign === "~") return;
      const rank = lattice.ranks - 1 - down;
      const name = squareName(file, rank);
      const fortress = sign === "+" || sign === "o";
      const title = fortress ? say("forteresse", "fortress") : null;
      const row = lattice.turned ? rank : down;
      points.push({ name, ...latticeCentre(lattice, file, rank), outline: squareOutline(), terrain: fortress ? "fortress" : "plain", title, row });
      const piece = pieces[position.rows[down]?.[file] ?? "."];
      if (piece) standing.push({ ...piece, at: name, marks: [] });
    }),
  );
  const [width, height] = [lattice.files, lattice.ranks].map((n) => n * CELL + 2 * lattice.margin) as [number, number];
  return { side: lattice.turned ? "O" : "S", width, height, points, pieces: standing, marks: [], margin: latticeMargin(lattice), scenery: [] };
}

function steps(token: string): Step[] {
  const [, from, way, to] = /^([a-g]\d)([-x])([a-g]\d)$/.exec(token) ?? [];
  return from && to ? [touch(from), touch(to, way)] : [choice(token)];
}

export const board = {
  picture,
  steps,
  effect: (token) => token,
  label: (way) => both(way),
  follow: (token) => /x([a-g]\d)$/.exec(token)?.[1],
} satisfies Partial<Game>;
