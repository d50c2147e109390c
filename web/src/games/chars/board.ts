/**
 * Bataille de Chars: the combat grid of a hundred numbered squares, the river across its middle.
 * Tokens: `A=22` (set-up), `!47` and `?47` (red and white shots), `57-67`, `57x67`, `.`.
 */
import type { Text } from "../../model";
import { pieceOf } from "../../board/arrange";
import { choice, touch, type Step } from "../../board/gesture";
import { CELL, latticeCentre, squareOutline } from "../../board/geometry";
import type { BoardText, Lattice, Mark, Drawing, Piece, Point, PositionText } from "../../board/geometry";
import { both, say } from "../../words/text";
import type { Cut, Game, Thing } from "../game";

const WIDE = 10;
/** The river parts the two camps. */
const RIVER = 14;
const lattice = (turned: boolean): Lattice => ({ files: WIDE, ranks: WIDE, turned, margin: 16 });

const sides: Record<string, Text> = { V: say("vert", "Green"), G: say("gris", "Grey") };
const depots: Record<string, Text> = {
  A: say("Quartier Général", "headquarters"),
  B: say("Réserve de Munitions", "ammunition depot"),
  C: say("Réserve de Carburant", "fuel depot"),
};

/** Squares of one row of the text: a sign and what qualifies it. */
export const cells = (row: string): string[] => row.match(/[VG][1-6?]!?\+?[abc]?|./g) ?? [];

function tank(cell: string, at: string): Piece {
  const side = cell[0] ?? "";
  const rank = cell[1] ?? "?";
  const command = cell.includes("+");
  const announced = cell.includes("!");
  const unknown = rank === "?";
  const army = sides[side] as Text;
  const fr = `${command ? "Char de Commandement" : "char"} ${army.fr}, ${unknown ? "rang inconnu" : `rang ${rank}`}`;
  const en = `${army.en} ${command ? "command " : ""}tank, ${unknown ? "rank unknown" : `rank ${rank}`}`;
  const title = announced ? say(`${fr} annoncé`, `${en}, announced`) : say(fr, en);
  const marks = [...(command ? ["command"] : []), ...(announced ? ["announced"] : [])];
  return { at, side, kind: "tank", letter: both(rank), title, unknown, marks };
}

function depot(letter: string, side: string, at: string): Piece {
  const army = side === "V" ? say("des Verts", "Green's") : say("des Gris", "Grey's");
  const name = depots[letter] as Text;
  const title = say(`${name.fr} ${army.fr}`, `${army.en} ${name.en}`);
  return { at, side, kind: `depot-${letter}`, letter: both(letter), title, marks: [] };
}

function piecesOn(cell: string, at: string, camp: string): Piece[] {
  if (cell === ".") return [];
  if (cell === "o") {
    const title = camp === "V" ? say("canon anti-char vert", "Green anti-tank gun") : say("canon anti-char gris", "Grey anti-tank gun");
    return [{ at, side: camp, kind: "gun", letter: both(""), title, marks: [] }];
  }
  if (depots[cell]) return [depot(cell, camp, at)];
  const under = /[abc]$/.exec(cell)?.[0];
  return under ? [depot(under.toUpperCase(), camp, at), tank(cell, at)] : [tank(cell, at)];
}

export const shots = { red: say("tir rouge", "red shot"), white: say("tir blanc", "white shot") };

const laid: Record<string, { kind: string; title: Text }> = {
  mines: { kind: "mine", title: say("mine", "mine") },
  swept: { kind: "swept", title: say("sans mine", "no mine") },
  red: { kind: "red", title: shots.red },
  white: { kind: "white", title: shots.white },
};

const marksOf = (position: PositionText): Mark[] =>
  Object.entries(laid).flatMap(([key, { kind, title }]) => position.list(key).map((at) => ({ at, kind, title })));

/** Two waves along the river. */
function waves(l: Lattice): string {
  const y = l.margin + (WIDE / 2) * CELL + RIVER / 2;
  const wave = (dy: number): string =>
    `M${l.margin},${y + dy}` + Array.from({ length: WIDE * 2 }, () => `q${CELL / 8},-3.5 ${CELL / 4},0t${CELL / 4},0`).join("");
  return wave(-2.5) + wave(3);
}

function centre(l: Lattice, file: number, rank: number): { x: number; y: number } {
  const { x, y } = latticeCentre(l, file, rank);
  return { x, y: y > l.margin + (WIDE / 2) * CELL ? y + RIVER : y };
}

function picture(board: BoardText, position: PositionText, side: string): Drawing {
  const map = board.block("map").map((row) => row.split(/\s+/));
  const l = lattice(side === "G");
  const points: Point[] = [];
  const pieces: Piece[] = [];
  map.forEach((row, down) => {
    const line = cells(position.rows[down] ?? "");
    row.forEach((sign, file) => {
      const rank = WIDE - 1 - down;
      const name = String(rank * WIDE + (WIDE - file));
      const camp = sign.toUpperCase();
      points.push({
        name,
        ...centre(l, file, rank),
        outline: squareOutline(),
        terrain: sign === "." ? "nobody" : sign === camp ? `camp-${camp}` : `back-${camp}`,
        title: null,
        row: l.turned ? rank : down,
        print: name,
      });
      // Tanks and guns point at the enemy.
      pieces.push(...piecesOn(line[file] ?? ".", name, camp).map((piece) => ({ ...piece, facing: piece.side === (l.turned ? "G" : "V") ? 0 : 180 })));
    });
  });
  const size = WIDE * CELL + 2 * l.margin;
  const scenery = [
    { look: "river-bed", path: `M${l.margin},${size / 2}h${WIDE * CELL}v${RIVER}h${-WIDE * CELL}Z` },
    { look: "river", path: waves(l) },
  ];
  return { side: l.turned ? "G" : "V", width: size, height: size + RIVER, points, pieces, marks: marksOf(position), margin: [], scenery };
}

function steps(token: string): Step[] {
  const placed = /^([A-Z1-6]=|[!?])(\d+)$/.exec(token);
  if (placed) return [touch(placed[2] ?? "", placed[1])];
  const pair = /^(\d+)([-x])(\d+)$/.exec(token);
  return pair ? [touch(pair[1] ?? ""), touch(pair[3] ?? "", pair[2])] : [choice(token)];
}

function label(way: string, position: PositionText): Text {
  if (way === "!") return say("Tir rouge", "Red shot");
  if (way === "?") return say("Tir blanc", "White shot");
  if (way !== ".") return both(way);
  return position.words[1] === "plot" ? say("Tirs prêts", "Shots ready") : say("Arrêter les chars", "Stop the tanks");
}

const things: Thing[] = [
  ...["A", "B", "C"].map((letter) => ({ thing: letter, title: depots[letter] as Text, letter: both(letter), kind: `depot-${letter}` })),
  ...["1", "2", "3", "4", "5", "6"].map((rank) => ({ thing: rank, title: say(`char de rang ${rank}`, `tank of rank ${rank}`), letter: both(rank), kind: "tank" })),
];

function cutouts(board: BoardText, side: string): Cut[] {
  return Object.entries(shots).flatMap(([mark, title]) => {
    const piece = pieceOf({ thing: "", title, letter: both(""), kind: "" }, side);
    return Array.from({ length: Number(board.value(`${mark}-shots`)) }, () => ({ piece, mark, folds: false }));
  });
}

export const board = {
  picture,
  steps,
  effect: (token) => token,
  label,
  follow: (token) => /^\d+-(\d+)$/.exec(token)?.[1],
  setup: {
    note: say(
      "A, le Quartier Général, commande les mines ; B, la Réserve de Munitions, les tirs ; C, la Réserve de Carburant, les déplacements. L'ennemi les détruit en y entrant. Il leur faut des rangées et des colonnes différentes, et jamais la dernière ligne, réservée aux chars. Entre chars, le rang le plus élevé gagne. « Proposer » place tout.",
      "A, the headquarters, commands the mines; B, ammunition, the shots; C, fuel, the movement. The enemy destroys them by entering: they stand on different ranks and files, never on the back rank, which belongs to the tanks. Between tanks the higher rank wins. “Suggest” places everything.",
    ),
    hidden: true,
    things: (board) => [
      ...things,
      ...Array.from({ length: Number(board.value("guns")) }, () => ({ thing: "G", title: say("canon anti-char", "anti-tank gun"), letter: both(""), kind: "gun" })),
      ...Array.from({ length: Number(board.value("mines")) }, () => ({ thing: "M", title: say("mine", "mine"), letter: both(""), kind: "mine", mark: true })),
    ],
    order: Number,
    mirror: (point) => {
      const place = Number(point) - 1;
      return String(place - (place % WIDE) + (WIDE - (place % WIDE)));
    },
    turn: (point) => String(WIDE * WIDE + 1 - Number(point)),
  },
  cutouts,
} satisfies Partial<Game>;
