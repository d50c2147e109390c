/**
 * Les Belligérants: squares of seven colours, starred crossroads, a camp in two corners.
 * Tokens: `EM=m1` (set-up), `k2-k6`, `h1-h4xf6+`, `g3-g5@m1`, `!k2`, `roll`, `A?`, `A=500`, `A+`, `A-`, `.`.
 */
import type { Text } from "../../model";
import { pieceOf } from "../../board/arrange";
import { choice, touch, type Step } from "../../board/gesture";
import { CELL, latticeCentre, latticeMargin, squareName, squareOutline } from "../../board/geometry";
import type { BoardText, Lattice, Mark, Drawing, Piece, Point, PositionText } from "../../board/geometry";
import { both, say } from "../../words/text";
import type { Cut, Game, Thing } from "../game";

const grounds: Record<string, { terrain: string; title: Text | null }> = {
  Y: { terrain: "camp-J", title: say("camp jaune", "Yellow's camp") },
  R: { terrain: "camp-R", title: say("camp rose", "Pink's camp") },
  ".": { terrain: "brown", title: null },
  "~": { terrain: "blue", title: say("eau", "water") },
  v: { terrain: "green", title: say("abri vert", "green shelter") },
  g: { terrain: "grey", title: say("case grise, encerclé", "grey, encircled") },
  b: { terrain: "snow", title: say("case blanche, blessé", "white, wounded") },
  n: { terrain: "night", title: say("case noire, détruit", "black, destroyed") },
};

/** The letter of the position, the code of its tokens, what is printed on the pawn, its name. */
const kinds: Record<string, { kind: string; code: string; letter: Text; name: Text }> = {
  E: { kind: "staff", code: "EM", letter: say("EM", "ST"), name: say("État-major", "Staff") },
  B: { kind: "bomber", code: "BO", letter: both("BO"), name: say("Bombardier", "Bomber") },
  A: { kind: "fighter", code: "AC", letter: say("AC", "FI"), name: say("Avion de chasse", "Fighter") },
  D: { kind: "flak", code: "DC", letter: say("DC", "AA"), name: say("D.C.A.", "Anti-aircraft gun") },
  M: { kind: "machine-gun", code: "MI", letter: say("MI", "MG"), name: say("Mitrailleuse", "Machine-gun") },
  C: { kind: "cannon", code: "CN", letter: both("CN"), name: say("Canon", "Cannon") },
  T: { kind: "tank", code: "TK", letter: both("TK"), name: say("Tank", "Tank") },
  O: { kind: "officer", code: "OF", letter: both("OF"), name: say("Officier", "Officer") },
  H: { kind: "ambulance", code: "AM", letter: both("AM"), name: say("Ambulance", "Ambulance") },
  X: { kind: "spy", code: "ES", letter: say("ES", "SP"), name: say("Espion", "Spy") },
  P: { kind: "patrol", code: "PA", letter: both("PA"), name: say("Patrouille", "Patrol") },
  G: { kind: "sentinel", code: "SE", letter: both("SE"), name: say("Sentinelle", "Sentinel") },
  S: { kind: "soldier", code: "SO", letter: both("SO"), name: say("Soldat", "Soldier") },
};

export interface Prisoner {
  kind: string;
  letter: Text;
  side: string;
  name: Text;
}

/** The pawns in a side's prisoners' band. */
export function prisonersOf(position: PositionText, side: string): Prisoner[] {
  return [...position.field(side)].flatMap((letter) => {
    const kind = kinds[letter.toUpperCase()];
    return kind ? [{ ...kind, side: letter === letter.toUpperCase() ? "J" : "R" }] : [];
  });
}

/** Squares of one row of the text. */
export const cells = (row: string): string[] => row.match(/[A-Za-z]'?|\./g) ?? [];

function pawn(cell: string, at: string): Piece | null {
  const letter = cell[0] ?? ".";
  const kind = kinds[letter.toUpperCase()];
  if (!kind) return null;
  const side = letter === letter.toUpperCase() ? "J" : "R";
  const captured = cell.endsWith("'");
  const fr = `${kind.name.fr} ${side === "J" ? "des Jaunes" : "des Roses"}`;
  const en = `${side === "J" ? "Yellow" : "Pink"} ${kind.name.en}`;
  const title = captured ? say(`${fr}, matériel pris`, `${en}, captured material`) : say(fr, en);
  return { at, side, kind: kind.kind, letter: kind.letter, title, marks: captured ? ["turned-coat"] : [] };
}

function picture(board: BoardText, position: PositionText, side: string): Drawing {
  const map = board.block("map").map((row) => row.split(/\s+/));
  const l: Lattice = { files: map[0]?.length ?? 0, ranks: map.length, turned: side === "R", margin: 24 };
  const points: Point[] = [];
  const pieces: Piece[] = [];
  const stars: Mark[] = [];
  const forfeit = position.list("forfeit");
  map.forEach((row, down) => {
    const line = cells(position.rows[down] ?? "");
    row.forEach((sign, file) => {
      const rank = l.ranks - 1 - down;
      const name = squareName(file, rank);
      const ground = grounds[sign[0] ?? "."];
      points.push({
        name,
        ...latticeCentre(l, file, rank),
        outline: squareOutline(),
        terrain: ground?.terrain ?? "brown",
        title: ground?.title ?? null,
        row: l.turned ? rank : down,
      });
      if (sign.endsWith("*")) stars.push({ at: name, kind: "crossroads", title: say("carrefour", "crossroads") });
      const piece = pawn(line[file] ?? ".", name);
      if (piece) pieces.push(piece);
    });
  });
  const lost = forfeit.map((at) => ({ at, kind: "summoned", title: say("peut être perdu", "may be forfeited") }));
  return {
    side: l.turned ? "R" : "J",
    width: l.files * CELL + 2 * l.margin,
    height: l.ranks * CELL + 2 * l.margin,
    points,
    pieces,
    marks: [...stars, ...lost],
    margin: latticeMargin(l),
    scenery: [],
  };
}

/* ---- Tokens ------------------------------------------------------------------------------------------------------ */

function steps(token: string): Step[] {
  const one = /^([A-Z]{2}=|!)([a-z]\d+)$/.exec(token);
  if (one) return [touch(one[2] ?? "", one[1])];
  if (!/^[a-z]\d/.test(token)) return [choice(token)];
  const walk = [...token.matchAll(/([-x@]?)([a-z]\d+)/g)].map(([, way = "", point = ""]) => touch(point, way));
  return token.endsWith("+") ? [...walk, choice("+")] : walk;
}

/** Origin, destination and what is done there: the way between them changes nothing. */
const effect = (token: string): string => token.replace(/^([a-z]\d+)(?:-[a-z]\d+)*([-x][a-z]\d+)/, "$1$2");

const labels: Record<string, Text> = {
  ".": say("Passer : aucun coup possible", "Pass: no move possible"),
  roll: say("Lancer le dé", "Roll the die"),
  "A?": say("Demander l'armistice", "Ask for an armistice"),
  "A+": say("Accepter", "Accept"),
  "A-": say("Refuser", "Refuse"),
  "+": say("Garder en service", "Keep in use"),
  "-": say("S'y rendre", "Go there"),
  x: say("Faire prisonnier", "Take prisoner"),
  "": say("S'arrêter ici", "Stop here"),
};

function label(way: string): Text {
  const price = /^A=(\d+)$/.exec(way)?.[1];
  return price ? say(`Exiger ${price} points`, `Demand ${price} points`) : (labels[way] ?? both(way));
}

/* ---- Set-up ------------------------------------------------------------------------------------------------------ */

const sizeOf = (board: BoardText): { files: number; ranks: number } => {
  const map = board.block("map").map((row) => row.split(/\s+/));
  return { files: map[0]?.length ?? 0, ranks: map.length };
};

function placeOf(point: string): { file: number; rank: number } {
  return { file: point.charCodeAt(0) - 97, rank: Number(point.slice(1)) - 1 };
}

function things(board: BoardText): Thing[] {
  return board.block("army").flatMap((row) => {
    const [code = "", number = "0"] = row.split(/\s+/);
    const kind = Object.values(kinds).find((one) => one.code === code);
    return Array.from({ length: Number(number) }, () => ({ thing: code, title: kind?.name ?? both(code), letter: kind?.letter ?? both(code), kind: kind?.kind ?? "" }));
  });
}

/** Flat counters mark material taken from the enemy. */
function cutouts(board: BoardText, side: string): Cut[] {
  const counters = board.value("counters").split(" ");
  return things(board)
    .filter(({ thing }) => counters.includes(thing))
    .map((thing) => ({ piece: { ...pieceOf(thing, side), marks: ["turned-coat"] }, folds: false }));
}

export const board = {
  picture,
  steps,
  effect,
  label,
  rare: ["A?", "A-"],
  follow: () => undefined,
  setup: {
    note: say(
      "Quinze pions sur les quinze cases de votre camp. Ceux du bord sortent les premiers : Espion, avions, Tank. L'Espion prend presque tout et vaut peu ; l'État-major vaut 1000 points. « Proposer » place tout ; la légende dit qui prend qui.",
      "Fifteen pawns on the fifteen squares of your camp. Those at its edge get out first: Spy, aircraft, Tank. The Spy takes almost everything and is worth little; the Staff is worth 1000 points. “Suggest” places everything; the legend says who takes whom.",
    ),
    hidden: false,
    things,
    order: (point) => placeOf(point).file * 100 + placeOf(point).rank,
    // The camps lie in corners: left and right of a player are the two edges that meet there.
    mirror: (point, board) => {
      const { files } = sizeOf(board);
      const { file, rank } = placeOf(point);
      const { ranks } = sizeOf(board);
      const below = rank < ranks / 2;
      return below ? squareName(files - 1 - rank, files - 1 - file) : squareName(ranks - 1 - rank, ranks - 1 - file);
    },
    turn: (point, board) => {
      const { files, ranks } = sizeOf(board);
      const { file, rank } = placeOf(point);
      return squareName(files - 1 - file, ranks - 1 - rank);
    },
  },
  cutouts,
} satisfies Partial<Game>;
