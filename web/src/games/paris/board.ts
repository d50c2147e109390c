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

/** The circles where the map draws them, pushed out to a regular octagon so that their lines do not touch. */
function circlePlaces(map: string[][], names: string[]): Map<string, Place> {
  const places = new Map<string, Place>();
  const walls: Place[] = [];
  map.forEach((row, down) =>
    row.forEach((sign, file) => {
      const place = { file, rank: map.length - 1 - down };
      const name = names[Number(sign) - 1];
      if (name) places.set(name, place);
      if (name || sign === "#") walls.push(place);
    }),
  );
  const middle = (pick: (place: Place) => number): number => (Math.min(...walls.map(pick)) + Math.max(...walls.map(pick))) / 2;
  const centre = { file: middle((p) => p.file), rank: middle((p) => p.rank) };
  const radius = Math.max(...walls.map((p) => Math.abs(p.file - centre.file))) - 0.25;
  const angles: Record<string, number> = { N: 0, NE: 45, E: 90, SE: 135, S: 180, SW: 225, W: 270, NW: 315 };
  for (const name of names) {
    const angle = ((angles[name] ?? NaN) * Math.PI) / 180;
    if (Number.isNaN(angle)) continue;
    places.set(name, { file: centre.file + radius * Math.sin(angle), rank: centre.rank + radius * Math.cos(angle) });
  }
  return places;
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

/** The wall: a bastioned outline around all that is no square. */
function wall(walls: { x: number; y: number }[]): string {
  const xs = walls.map((place) => place.x);
  const ys = walls.map((place) => place.y);
  const [left, right] = [Math.min(...xs) - CELL / 2, Math.max(...xs) + CELL / 2];
  const [top, bottom] = [Math.min(...ys) - CELL / 2, Math.max(...ys) + CELL / 2];
  return `M${left},${top}H${right}V${bottom}H${left}Z`;
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
  const circles = circlePlaces(map, names);
  const corner = board.value("a1") === "black";
  const points: Point[] = [];
  const pieces: Piece[] = [];
  const walls: { x: number; y: number }[] = [];
  map.forEach((row, down) =>
    row.forEach((sign, file) => {
      const rank = l.ranks - 1 - down;
      const circle = names[Number(sign) - 1];
      const place = circle ? circles.get(circle) : undefined;
      if (sign === "#" || circle) walls.push(latticeCentre(l, file, rank));
      if (circle && place) points.push(circlePoint(l, circle, place));
      else if (sign !== "#") points.push(squarePoint(l, file, rank, corner));
      const at = circle ?? squareName(file, rank);
      const piece = man(position.rows[down]?.[file] ?? ".", at);
      if (piece) pieces.push(piece);
    }),
  );
  const named = new Map(points.map((point) => [point.name, point]));
  const centre = latticeCentre(l, (l.files - 1) / 2, (l.ranks - 1) / 2);
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
      { look: "wall", path: bastions(centre.x, centre.y, 2.72 * CELL) },
      { look: "yard", path: bastions(centre.x, centre.y, 2.56 * CELL) },
      { look: "lines", path: linesBetween(board, named), over: true },
    ],
  };
}

/* ---- Tokens ------------------------------------------------------------------------------------------------------ */

function steps(token: string): Step[] {
  const one = /^([GC]=|!)([a-z]\d+|[NSEW]+)$/.exec(token);
  if (one) return [touch(one[2] ?? "", one[1])];
  const pair = /^([a-z]\d+|[NSEW]+)([-x])([a-z]\d+|[NSEW]+)$/.exec(token);
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
