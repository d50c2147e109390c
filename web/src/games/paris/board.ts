/**
 * Siège de Paris: a chequered board around a fortress of eight circles joined by lines.
 * Tokens: `G=S` (set-up), `f3-g4`, `S-f5`, `e5xf6`, `!e5`, `.`.
 */
import type { Text } from "../../model";
import { pieceOf } from "../../board/arrange";
import { choice, touch, type Step } from "../../board/gesture";
import { CELL, circleOutline, latticeCentre, latticeMargin, squareName, squareOutline } from "../../board/geometry";
import type { BoardText, Lattice, Drawing, Piece, Point, PositionText } from "../../board/geometry";
import { both, say } from "../../words/text";
import type { Cut, Game } from "../game";

const CIRCLE = 22;

const ranks: Record<string, { kind: string; letter: Text; title: Text }> = {
  G: { kind: "general", letter: both("G"), title: say("Général", "General") },
  C: { kind: "colonel", letter: both("Co"), title: say("Colonel", "Colonel") },
  K: { kind: "captain", letter: both("Ca"), title: say("Capitaine", "Captain") },
  L: { kind: "lieutenant", letter: both("L"), title: say("Lieutenant", "Lieutenant") },
  S: { kind: "soldier", letter: both("S"), title: say("Soldat", "Soldier") },
};
const garrison: Record<string, string> = { "@": "G", "%": "C", "+": "S" };
const armies: Record<string, Text> = {
  G: say("de la garnison", "of the garrison"),
  B: say("blanc", "of White"),
  N: say("noir", "of Black"),
};

function man(sign: string, at: string): Piece | null {
  const inside = garrison[sign];
  const rank = ranks[inside ?? sign.toUpperCase()];
  if (!rank || sign === "o" || sign === "#" || sign === ".") return null;
  const side = inside ? "G" : sign === sign.toUpperCase() ? "B" : "N";
  const army = armies[side] as Text;
  return { at, side, ...rank, title: say(`${rank.title.fr} ${army.fr}`, `${rank.title.en} ${army.en}`), marks: [] };
}

/* ---- The board --------------------------------------------------------------------------------------------------- */

interface Place {
  file: number;
  rank: number;
}

/** The fortress of our maps, which is drawn as a star fort: its circles in the order of their angles, a regular octagon. */
const STAR = { file: 5.5, rank: 7.5, radius: 2.25, circles: ["f11", "h10", "i8", "h7", "f6", "e7", "d8", "e10"] };

/** A circle where the map draws it; those of our maps are pushed out to the octagon, so that their lines do not touch. */
function circlePlace(file: number, rank: number): Place {
  const eighth = STAR.circles.indexOf(squareName(file, rank));
  if (eighth < 0) return { file, rank };
  const angle = (eighth * Math.PI) / 4;
  return { file: STAR.file + STAR.radius * Math.sin(angle), rank: STAR.rank + STAR.radius * Math.cos(angle) };
}

/** Whether everything is wall or circle where our maps have the fortress. */
function isStar(map: string[][]): boolean {
  const rows = map.slice(5, 11).map((row) => row.slice(3, 9));
  return rows.length === 6 && rows.every((row) => row.length === 6 && row.every((sign) => /^[#1-8]$/.test(sign)));
}

/** The marked lines, from rim to rim, so that they may be drawn over the squares. */
function linesBetween(board: BoardText, points: Map<string, Point>): string {
  const rim = (point: Point): number => (point.terrain === "circle" ? CIRCLE : CELL * 0.3);
  const stroke = (from: Point, to: Point): string => {
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
    const place = (point: Point, by: number): string => `${(point.x + dx * by).toFixed(1)},${(point.y + dy * by).toFixed(1)}`;
    return `M${place(from, rim(from))}L${place(to, -rim(to))}`;
  };
  return board
    .block("lines")
    .map((line) => line.split(/\s+/).flatMap((name) => points.get(name) ?? []))
    .flatMap((walk) => walk.slice(1).map((point, i) => stroke(walk[i] as Point, point)))
    .join("");
}

/** The ground of all that is no square. */
function wall(walls: { x: number; y: number }[]): string {
  return walls.map(({ x, y }) => `M${x - CELL / 2},${y - CELL / 2}h${CELL}v${CELL}h${-CELL}Z`).join("");
}

/** A star fort with eight bastions, as engineers drew them. */
function bastions(x: number, y: number, radius: number): string {
  const corners: string[] = [];
  for (let i = 0; i < 8; i++) {
    const at = (angle: number, r: number): string => {
      const a = ((45 * i + angle) * Math.PI) / 180;
      return `${(x + r * radius * Math.sin(a)).toFixed(1)},${(y - r * radius * Math.cos(a)).toFixed(1)}`;
    };
    corners.push(at(-9, 0.93), at(-7.5, 1.0), at(0, 1.1), at(7.5, 1.0), at(9, 0.93));
  }
  return "M" + corners.join("L") + "Z";
}

function squarePoint(l: Lattice, file: number, rank: number, corner: boolean): Point {
  const black = ((file + rank) % 2 === 0) === corner;
  return {
    name: squareName(file, rank),
    ...latticeCentre(l, file, rank),
    outline: squareOutline(),
    terrain: black ? "black" : "white",
    title: black ? say("case noire", "black square") : say("case blanche", "white square"),
    row: l.turned ? rank : l.ranks - 1 - rank,
  };
}

function circlePoint(l: Lattice, name: string, place: Place): Point {
  const row = Math.round(l.turned ? place.rank : l.ranks - 1 - place.rank);
  const title = say("cercle de la forteresse", "circle of the fortress");
  return { name, ...latticeCentre(l, place.file, place.rank), outline: circleOutline(CIRCLE), terrain: "circle", title, row };
}

function picture(board: BoardText, position: PositionText, side: string): Drawing {
  const map = board.block("map").map((row) => row.split(/\s+/));
  const l: Lattice = { files: map[0]?.length ?? 0, ranks: map.length, turned: side === "N", margin: 24 };
  const names = board.value("circles").split(" ");
  const corner = board.value("a1") === "black";
  const points: Point[] = [];
  const pieces: Piece[] = [];
  const walls: { x: number; y: number }[] = [];
  map.forEach((row, down) =>
    row.forEach((sign, file) => {
      const rank = l.ranks - 1 - down;
      const circle = names[Number(sign) - 1];
      if (sign === "#" || circle) walls.push(latticeCentre(l, file, rank));
      if (circle) points.push(circlePoint(l, circle, circlePlace(file, rank)));
      else if (sign !== "#") points.push(squarePoint(l, file, rank, corner));
      const at = circle ?? squareName(file, rank);
      const piece = man(position.rows[down]?.[file] ?? ".", at);
      if (piece) pieces.push(piece);
    }),
  );
  const named = new Map(points.map((point) => [point.name, point]));
  const centre = latticeCentre(l, (l.files - 1) / 2, (l.ranks - 1) / 2);
  const star = isStar(map) ? [{ look: "wall", path: bastions(centre.x, centre.y, 2.72 * CELL) }, { look: "yard", path: bastions(centre.x, centre.y, 2.56 * CELL) }] : [];
  const summoned = position.field("summoned");
  return {
    side: l.turned ? "N" : "B",
    width: l.files * CELL + 2 * l.margin,
    height: l.ranks * CELL + 2 * l.margin,
    points: points.sort((a, b) => a.row - b.row || a.x - b.x),
    pieces,
    marks: summoned ? [{ at: summoned, kind: "summoned", title: say("à prendre sur sommation", "summoned to be captured") }] : [],
    margin: [...latticeMargin(l), { x: centre.x, y: centre.y - CELL, text: "PARIS", size: 30 }],
    scenery: [
      { look: "glacis", path: wall(walls) },
      ...star,
      { look: "lines", path: linesBetween(board, named), over: true },
    ],
  };
}

/* ---- Tokens ------------------------------------------------------------------------------------------------------ */

function steps(token: string): Step[] {
  const one = /^([GC]=|!)([a-z]\d+|[A-Z]{1,2})$/.exec(token);
  if (one) return [touch(one[2] ?? "", one[1])];
  const pair = /^([a-z]\d+|[A-Z]{1,2})([-x])([a-z]\d+|[A-Z]{1,2})$/.exec(token);
  return pair ? [touch(pair[1] ?? ""), touch(pair[3] ?? "", pair[2])] : [choice(token)];
}

function label(way: string, position: PositionText): Text {
  if (way === "." && position.field("phase") === "summons") return say("Pas de sommation", "No summons");
  return way === "." ? say("Passer", "Pass") : both(way);
}

/** Soldiers fill the circles that the two officers leave. */
function cutouts(board: BoardText, side: string): Cut[] {
  const soldier = { thing: "S", title: say("Soldat de la garnison", "Soldier of the garrison"), letter: both("S"), kind: "soldier" };
  return Array.from({ length: board.value("circles").split(" ").length - 2 }, () => ({ piece: pieceOf(soldier, side), folds: false }));
}

export const board = {
  picture,
  steps,
  effect: (token) => token,
  label,
  follow: () => undefined,
  setup: {
    note: say(
      "Placez le Général et le Colonel sur deux cercles de la forteresse ; six Soldats occupent les autres. Les officiers gardent le mieux les deux sorties. « Proposer » place tout.",
      "Put the General and the Colonel on two circles of the fortress; six Soldiers fill the others. The officers do most near the two exits. “Suggest” places everything.",
    ),
    hidden: false,
    things: () => ["G", "C"].map((thing) => ({ thing, title: say(`${ranks[thing]?.title.fr} de la garnison`, `${ranks[thing]?.title.en} of the garrison`), letter: ranks[thing]?.letter ?? both(thing), kind: ranks[thing]?.kind ?? "" })),
    order: () => 0,
    mirror: (point) => point.replace(/[EW]/g, (side) => (side === "E" ? "W" : "E")),
    turn: (point) => point.replace(/[NSEW]/g, (side) => ({ N: "S", S: "N", E: "W", W: "E" })[side] ?? side),
  },
  cutouts,
} satisfies Partial<Game>;
