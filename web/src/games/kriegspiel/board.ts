/**
 * Kriegspiel: hexagons in rows or in columns, plates that face a direction.
 * Tokens: `b2^NW`, `d4<`, `d4>`, `d4-d5`, `c3=d3:2`, `d4*d6`, `.`.
 */
import type { Text } from "../../model";
import { choice, heldAt, touch, type Path, type Step } from "../../board/gesture";
import { CELL, hexagonOutline, squareName } from "../../board/geometry";
import type { BoardText, Drawing, Piece, Picture, Point, PositionText } from "../../board/geometry";
import { both, join, say } from "../../words/text";
import type { Game, Handle } from "../game";

const MARGIN = 20;
const STEP = (CELL * Math.sqrt(3)) / 2;
const RADIUS = CELL / Math.sqrt(3);

/** The facing by its key on a numeric keypad, in degrees clockwise from upwards: rows, then columns of hexagons. */
const keypad: [Record<string, number>, Record<string, number>] = [
  { "9": 30, "6": 90, "3": 150, "1": 210, "4": 270, "7": 330 },
  { "8": 0, "9": 60, "3": 120, "2": 180, "1": 240, "7": 300 },
];
const compass: Record<string, number> = { NE: 30, NW: 330, SE: 150, SW: 210 };

const armies: Record<string, Text> = { F: say("français", "French"), A: say("anglais", "English") };
const kinds: Record<string, { kind: string; letter: Text; one: Text; many: Text }> = {
  S: { kind: "soldiers", letter: both("S"), one: say("soldat", "soldier"), many: say("soldats", "soldiers") },
  R: { kind: "cavalry", letter: say("C", "R"), one: say("cavalier", "rider"), many: say("cavaliers", "riders") },
  C: { kind: "cannon", letter: say("K", "C"), one: say("canon", "cannon"), many: say("canon", "cannon") },
};

/* ---- The field --------------------------------------------------------------------------------------------------- */

interface Field {
  columns: boolean;
  files: number;
  ranks: number;
  turned: boolean;
}

/** How many hexagons a line of the text has, and which file each stands on. */
function filesOf(field: Field, rank: number): number[] {
  const all = Array.from({ length: field.files }, (_, file) => file);
  if (!field.columns) return rank % 2 ? all.slice(0, -1) : all;
  return rank === field.ranks - 1 ? all.filter((file) => file % 2 === 0) : all;
}

const sizeOf = (field: Field): { width: number; height: number } =>
  field.columns
    ? { width: (field.files - 1) * STEP + 2 * RADIUS + 2 * MARGIN, height: field.ranks * CELL + 2 * MARGIN }
    : { width: field.files * CELL + 2 * MARGIN, height: (field.ranks - 1) * STEP + 2 * RADIUS + 2 * MARGIN };

function centreOf(field: Field, file: number, rank: number): { x: number; y: number } {
  const { width, height } = sizeOf(field);
  const up = field.ranks - 1 - rank;
  const x = field.columns ? MARGIN + RADIUS + file * STEP : MARGIN + CELL * (file + 0.5 + (rank % 2) / 2);
  const y = field.columns ? MARGIN + CELL * (up + 0.5 - (file % 2) / 2) : MARGIN + RADIUS + up * STEP;
  return field.turned ? { x: width - x, y: height - y } : { x, y };
}

/** The camps: the two lines nearest each army. */
function campOf(field: Field, rank: number): string {
  if (rank < 2) return "camp-F";
  return rank >= field.ranks - 2 ? "camp-A" : (rank % 2 ? "plain" : "light");
}

/* ---- Plates ------------------------------------------------------------------------------------------------------ */

function plate(field: Field, text: string, at: string): Piece | null {
  const [figures = ".", sign = ".", key = "."] = text;
  const kind = kinds[sign.toUpperCase()];
  if (!kind) return null;
  const side = sign === sign.toUpperCase() ? "F" : "A";
  const army = armies[side] as Text;
  if (figures === "-") {
    const title = say(`canon ${army.fr} détruit`, `destroyed ${army.en} cannon`);
    return { at, side, kind: "wreck", letter: both("×"), title, marks: [] };
  }
  const count = Number(figures);
  const unturned = key === "^";
  const degrees = unturned ? (side === "F" ? 0 : 180) : (keypad[field.columns ? 1 : 0][key] ?? 0);
  const name = count > 1 ? kind.many : kind.one;
  const title =
    kind.kind === "cannon"
      ? say(`canon ${army.fr}, ${count} servant${count > 1 ? "s" : ""}`, `${army.en} cannon, crew of ${count}`)
      : say(`${count} ${name.fr} ${army.fr}`, `${count} ${army.en} ${name.en}`);
  return {
    at,
    side,
    kind: kind.kind,
    letter: kind.letter,
    title,
    count,
    facing: (degrees + (field.turned ? 180 : 0)) % 360,
    marks: unturned ? ["unturned"] : [],
  };
}

function picture(board: BoardText, position: PositionText, side: string): Drawing {
  const map = board.block("map").map((row) => row.split(/\s+/));
  const columns = board.value("hexagons") === "columns";
  const longest = Math.max(...map.map((row) => row.length));
  const field: Field = { columns, files: longest, ranks: map.length, turned: side === "A" };
  const points: Point[] = [];
  const pieces: Piece[] = [];
  const outline = hexagonOutline(columns ? 0 : 30);
  for (let rank = field.ranks - 1; rank >= 0; rank--) {
    const down = field.ranks - 1 - rank;
    filesOf(field, rank).forEach((file, index) => {
      if (map[down]?.[index] === "--") return;
      const name = squareName(file, rank);
      const row = field.turned ? rank : down;
      points.push({ name, ...centreOf(field, file, rank), outline, terrain: campOf(field, rank), title: null, row, print: name });
      const piece = plate(field, position.rows[down]?.slice(3 * index, 3 * index + 3) ?? "...", name);
      if (piece) pieces.push(piece);
    });
  }
  return { side: field.turned ? "A" : "F", ...sizeOf(field), points, pieces, marks: [], margin: [], scenery: [] };
}

/* ---- Tokens ------------------------------------------------------------------------------------------------------ */

function steps(token: string): Step[] {
  const [, from = "", rest = ""] = /^([a-z]\d+)(.*)$/.exec(token) ?? [];
  if (!from) return [choice(token)];
  const pair = /^([-*=])([a-z]\d+)(:\d)?$/.exec(rest);
  if (!pair) return [touch(from), choice(rest)];
  const [, way = "", to = "", number] = pair;
  return [touch(from), touch(to, way), ...(number ? [choice(number)] : [])];
}

const turns: Record<string, Text> = {
  "<": say("Tourner à gauche", "Turn left"),
  ">": say("Tourner à droite", "Turn right"),
  "^NW": say("Orienter au NO", "Face NW"),
  "^NE": say("Orienter au NE", "Face NE"),
  "^SW": say("Orienter au SO", "Face SW"),
  "^SE": say("Orienter au SE", "Face SE"),
};

const commands: Record<string, Text> = {
  soldiers: say("(soldats)", "(soldiers)"),
  cavalry: say("(cavaliers)", "(cavalry)"),
  cannons: say("(canons)", "(cannons)"),
};

function label(way: string, position: PositionText, seat: string): Text {
  const number = way.startsWith(":") ? way.slice(1) : "";
  if (number) return say(`Transférer ${number}`, `Transfer ${number}`);
  if (way !== ".") return turns[way] ?? both(way);
  const end = position.words[1] === "fire" ? say("Fin du tir", "End firing") : say("Fin du mouvement", "End movement");
  const command = commands[seat.split(".")[1] ?? ""];
  return command ? join([end, command]) : end;
}

function handles(picture: Picture, path: Path): Handle[] {
  const held = heldAt(path);
  const point = picture.points.find((one) => one.name === held);
  const piece = picture.pieces.find((one) => one.at === held);
  if (!point || !piece || piece.facing === undefined || path.length !== 2) return [];
  const facing = piece.facing;
  const turned = picture.turn + (picture.side === "A" ? 180 : 0);
  return (path[1]?.next ?? []).flatMap(({ step }) => {
    if (step.point !== undefined) return [];
    const half = compass[step.way.slice(1)];
    const angle = step.way === "<" ? facing - 60 : step.way === ">" ? facing + 60 : (half ?? 0) + turned;
    const radians = (angle * Math.PI) / 180;
    const icon: Handle["icon"] = step.way === "<" ? "left" : step.way === ">" ? "right" : "face";
    return [{ way: step.way, x: point.x + 42 * Math.sin(radians), y: point.y - 42 * Math.cos(radians), angle, icon }];
  });
}

export const board = {
  picture,
  steps,
  effect: (token) => token,
  label,
  follow: (token) => /^([a-z]\d+)[<>^]/.exec(token)?.[1] ?? /-([a-z]\d+)$/.exec(token)?.[1],
  handles,
} satisfies Partial<Game>;
