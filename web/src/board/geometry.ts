/**
 * A picture: what is drawn, and where. Made from the text of the board and the text of the position, turned so that the
 * viewer's side is below. Lengths are units of the drawing; a square is CELL wide.
 *
 *     board text ─┐
 *                 ├─ picture ── Board.tsx draws it, animate.ts moves its pieces
 *     position ───┘
 */
import type { Game } from "../games/game";
import type { Text } from "../model";

export const CELL = 48;

export interface Point {
  name: string;
  x: number;
  y: number;
  /** The outline as an SVG path around (0, 0). */
  outline: string;
  /** A word for the styles: "pond", "camp-F", "circle" … */
  terrain: string;
  /** What a player calls this ground; null where there is nothing to say. */
  title: Text | null;
  /** Rows from the top, for people who hear the board. */
  row: number;
  /** Printed on the point itself. */
  print?: string;
}

export interface Piece {
  at: string;
  side: string;
  kind: string;
  letter: Text;
  title: Text;
  /** Degrees clockwise from upwards. */
  facing?: number;
  count?: number;
  unknown?: boolean;
  /** "command", "announced", "unturned" … */
  marks: string[];
}

/** Something printed or laid on a point that is no piece: a plotted shot, a mine, a swept square. */
export interface Mark {
  at: string;
  kind: string;
  title: Text;
}

/** Letters and numbers in the margin. */
export interface Margin {
  x: number;
  y: number;
  text: string;
  /** Larger than the margin's letters: a title printed on the board. */
  size?: number;
}

/** What a game draws of a position. */
export interface Drawing {
  /** The side whose camp is below. */
  side: string;
  width: number;
  height: number;
  points: Point[];
  pieces: Piece[];
  marks: Mark[];
  margin: Margin[];
  /** Scenery below the points, or over them: a class for the styles and a path. */
  scenery: { look: string; path: string; over?: boolean }[];
}

export interface Picture extends Drawing {
  game: Game;
  /** Degrees by which the board was turned (turn.ts). */
  turn: number;
}

/* ---- Texts ------------------------------------------------------------------------------------------------------- */

export interface BoardText {
  value: (key: string) => string;
  block: (key: string) => string[];
}

/** The board file: `key value` lines, and `key:` lines that head an indented block. */
export function readBoard(text: string): BoardText {
  const values = new Map<string, string>();
  const blocks = new Map<string, string[]>();
  let open: string[] = [];
  for (const line of text.split("\n")) {
    if (line.startsWith("#") || !line.trim()) continue;
    if (line.startsWith(" ")) {
      open.push(line.trim());
    } else if (line.trimEnd().endsWith(":")) {
      open = [];
      blocks.set(line.trimEnd().slice(0, -1), open);
    } else {
      const [key = "", ...rest] = line.trim().split(/\s+/);
      values.set(key, rest.join(" "));
    }
  }
  return { value: (key) => values.get(key) ?? "", block: (key) => blocks.get(key) ?? [] };
}

export interface PositionText {
  rows: string[];
  /** The words after the rows that are no `key=value`. */
  words: string[];
  field: (key: string) => string;
  list: (key: string) => string[];
}

export function readPosition(text: string): PositionText {
  const [map = "", ...rest] = text.trim().split(" ");
  const fields = new Map<string, string>();
  const words: string[] = [];
  for (const word of rest) {
    const cut = word.indexOf("=");
    if (cut < 0) words.push(word);
    else fields.set(word.slice(0, cut), word.slice(cut + 1));
  }
  const field = (key: string): string => fields.get(key) ?? "";
  return { rows: map.split("/"), words, field, list: (key) => (field(key) ? field(key).split(",") : []) };
}

/* ---- Shapes ------------------------------------------------------------------------------------------------------ */

const round = (n: number): number => Math.round(n * 100) / 100;

export function polygon(corners: [number, number][]): string {
  return "M" + corners.map(([x, y]) => `${round(x)},${round(y)}`).join("L") + "Z";
}

export function squareOutline(size = CELL): string {
  const h = size / 2;
  return `M${-h},${-h}H${h}V${h}H${-h}Z`;
}

/** A hexagon CELL wide from side to side; `first` is the direction of a corner, in degrees. */
export function hexagonOutline(first: number): string {
  const radius = CELL / Math.sqrt(3);
  const corner = (i: number): [number, number] => {
    const angle = ((first + 60 * i) * Math.PI) / 180;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  };
  return polygon([0, 1, 2, 3, 4, 5].map(corner));
}

export function circleOutline(radius: number): string {
  return `M${-radius},0A${radius},${radius} 0 1 1 ${radius},0A${radius},${radius} 0 1 1 ${-radius},0Z`;
}

export const squareName = (file: number, rank: number): string => String.fromCharCode(97 + file) + String(rank + 1);

/** A lattice of squares with a margin, as the viewer sees it. */
export interface Lattice {
  files: number;
  ranks: number;
  turned: boolean;
  margin: number;
}

export function latticeCentre(l: Lattice, file: number, rank: number): { x: number; y: number } {
  const column = l.turned ? l.files - 1 - file : file;
  const row = l.turned ? rank : l.ranks - 1 - rank;
  return { x: l.margin + CELL * (column + 0.5), y: l.margin + CELL * (row + 0.5) };
}

/** Letters below and above, numbers left and right. */
export function latticeMargin(l: Lattice): Margin[] {
  const list: Margin[] = [];
  const width = l.files * CELL + 2 * l.margin;
  const height = l.ranks * CELL + 2 * l.margin;
  for (let file = 0; file < l.files; file++) {
    const { x } = latticeCentre(l, file, 0);
    for (const y of [l.margin / 2, height - l.margin / 2]) list.push({ x, y, text: squareName(file, 0).slice(0, 1) });
  }
  for (let rank = 0; rank < l.ranks; rank++) {
    const { y } = latticeCentre(l, 0, rank);
    for (const x of [l.margin / 2, width - l.margin / 2]) list.push({ x, y, text: String(rank + 1) });
  }
  return list;
}

/* ---- Finding one's way ------------------------------------------------------------------------------------------- */

/** The point reached from `from` with an arrow key: the nearest that lies within 45° of it, straighter ones first. */
export function pointTowards(points: Point[], from: Point, dx: number, dy: number): Point {
  let best = from;
  let least = Infinity;
  for (const point of points) {
    const x = point.x - from.x;
    const y = point.y - from.y;
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy - y * dx);
    if (along <= 1 || aside > along + 1) continue;
    const cost = along + aside;
    if (cost < least) {
      least = cost;
      best = point;
    }
  }
  return best;
}

/** The point nearest to a place of the drawing, among those wanted, within `reach`. */
export function pointNear(points: Point[], x: number, y: number, reach: number, wanted: (name: string) => boolean): Point | null {
  let best: Point | null = null;
  let least = reach;
  for (const point of points) {
    if (!wanted(point.name)) continue;
    const distance = Math.hypot(point.x - x, point.y - y);
    if (distance < least) {
      least = distance;
      best = point;
    }
  }
  return best;
}
