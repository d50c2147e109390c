/** What can be put on a point of a position, or painted on the map of a board file: one sign of their texts each. */
import type { GameId, Text } from "../model";
import { say } from "./game";
import { boardGames } from "./games";
import { readPosition, type BoardText, type Picture } from "./geometry";

/** Something about a brush that can be set: how many figures, which way they face. */
export interface Dial {
  name: string;
  title: Text;
  values: { value: string; title: Text }[];
}

export interface Brush {
  id: string;
  /** The sign that is written, given the dials. */
  sign: (dials: Record<string, string>) => string;
}

const plain = (...signs: string[]): Brush[] => signs.map((sign) => ({ id: sign, sign: () => sign }));
const number = (value: number): { value: string; title: Text } => ({ value: String(value), title: say(String(value), String(value)) });

/* ---- Kriegspiel: a plate is its figures, its kind and where it faces ----------------------------------------------- */

const figures: Dial = { name: "figures", title: say("Figurines", "Figures"), values: [5, 4, 3, 2, 1].map(number) };
const bearings: Record<string, Text> = {
  "8": say("N", "N"),
  "9": say("NE", "NE"),
  "6": say("E", "E"),
  "3": say("SE", "SE"),
  "2": say("S", "S"),
  "1": say("SO", "SW"),
  "4": say("O", "W"),
  "7": say("NO", "NW"),
};
const facing = (columns: boolean): Dial => ({
  name: "facing",
  title: say("Orientation", "Facing"),
  values: [...(columns ? "893217" : "963147")].map((value) => ({ value, title: bearings[value] as Text })),
});
const most: Record<string, number> = { S: 5, R: 2, C: 4 };
const plate = (kind: string, facing: boolean): Brush => ({
  id: kind,
  sign: (dials) => String(Math.min(Number(dials["figures"] ?? 5), most[kind.toUpperCase()] ?? 5)) + kind + (facing ? (dials["facing"] ?? "9") : ""),
});
const plates = (facing: boolean): Brush[] => [..."SRCsrc"].map((kind) => plate(kind, facing));

/* ---- Positions ------------------------------------------------------------------------------------------------------ */

const rank: Dial = { name: "rank", title: say("Grade", "Rank"), values: [1, 2, 3, 4, 5, 6].map(number) };
const material: Dial = {
  name: "material",
  title: say("Matériel", "Material"),
  values: [
    { value: "", title: say("à soi", "its own") },
    { value: "'", title: say("pris à l'autre", "captured") },
  ],
};

const pieces: Record<GameId, Brush[]> = {
  kriegspiel: [...plates(true), ...plain("-C-", "-c-")],
  chevaliers: plain("K", "M", "k", "m"),
  chars: [...["V", "G"].map((side) => ({ id: side, sign: (dials: Record<string, string>) => side + (dials["rank"] ?? "1") })), ...plain("A", "B", "C", "o")],
  paris: plain(..."@%+GCKLSgckls"),
  belligerants: [..."EBADMCTOHXPGSebadmctohxpgs"].map((letter) => ({ id: letter, sign: (dials: Record<string, string>) => letter + (dials["material"] ?? "") })),
};

export const pieceBrushes = (game: GameId): Brush[] => pieces[game];

export function pieceDials(game: GameId, board: BoardText): Dial[] {
  if (game === "kriegspiel") return [figures, facing(board.value("hexagons") === "columns")];
  if (game === "chars") return [rank];
  return game === "belligerants" ? [material] : [];
}

/* ---- Boards --------------------------------------------------------------------------------------------------------- */

const grounds: Record<GameId, Brush[]> = {
  kriegspiel: [...plain(".."), ...plates(false)],
  chevaliers: plain(".", "~", "C", "c", "K", "M", "k", "m"),
  chars: plain(".", "v", "V", "g", "G"),
  paris: plain(".", "#", ..."12345678", ..."GCKLS", ..."gckls"),
  belligerants: plain(...[".", "~", "v", "g", "b", "n"].flatMap((sign) => [sign, `${sign}*`]), "Y", "R"),
};

export const groundBrushes = (game: GameId): Brush[] => grounds[game];
export const groundDials = (game: GameId): Dial[] => (game === "kriegspiel" ? [figures] : []);

/** What each sign of a map becomes when the board is turned round and the sides change places. */
export function exchanged(game: GameId, sign: string): string {
  const pairs: Record<string, string> = { Y: "R", R: "Y", v: "g", g: "v", V: "G", G: "V" };
  if (game === "belligerants") return /^[YR]/.test(sign) ? (pairs[sign] ?? sign) : sign;
  if (game === "chars") return pairs[sign] ?? sign;
  return [...sign].map((letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase())).join("");
}

/* ---- Looks ---------------------------------------------------------------------------------------------------------- */

const alone = (board: BoardText, sign: string): BoardText => ({ value: board.value, block: (key) => (key === "map" ? [sign] : []) });

/** A piece by itself, as the board draws it. */
export function pieceSample(game: GameId, board: BoardText, cell: string): Picture {
  const ground: Record<GameId, string> = { kriegspiel: "..", chevaliers: ".", chars: "V", paris: ".", belligerants: "." };
  return boardGames[game].picture(alone(board, ground[game]), readPosition(cell), "");
}

/** The position that a map alone would show: its ground, and the pieces that stand on it. */
export function positionOfMap(game: GameId, map: readonly (readonly string[])[]): string {
  const cell: Record<GameId, (sign: string) => string> = {
    kriegspiel: (sign) => (sign === ".." ? "..." : `${sign}^`),
    chevaliers: (sign) => (/^[KMkm]$/.test(sign) ? sign : "."),
    chars: () => ".",
    paris: (sign) => (/^[GCKLSgckls]$/.test(sign) ? sign : /^\d$/.test(sign) ? "o" : sign),
    belligerants: () => ".",
  };
  return map.map((row) => row.map(cell[game]).join("")).join("/");
}

/** A sign of a map by itself. */
export function groundSample(game: GameId, board: BoardText, sign: string): Picture {
  return boardGames[game].picture(alone(board, sign), readPosition(positionOfMap(game, [[sign]])), "");
}
