/** What the editors of positions and boards know of one game: how the texts of both are written, sign by sign. */
import type { BoardText } from "../board/geometry";
import type { Text } from "../model";
import { both } from "../words/text";

/** Something about a brush that can be set: how many figures, which way they face. */
export interface Dial {
  name: string;
  title: Text;
  values: { value: string; title: Text }[];
}

/** A sign that is put on a point of a position, or painted on the map of a board file. */
export interface Brush {
  id: string;
  /** The sign that is written, given the dials. */
  sign: (dials: Record<string, string>) => string;
}

/** A number of the board file, or several on its line. */
export interface BoardNumber {
  key: string;
  title: Text;
}

export interface GameEditor {
  pieces: Brush[];
  pieceDials: (board: BoardText) => Dial[];
  grounds: Brush[];
  groundDials: Dial[];
  /** What is written on lines of their own in a board file. */
  numbers: readonly BoardNumber[];
  /** The board file has lines between points, which can be drawn and wiped out. */
  lines?: true;
  /** What a sign of a map becomes when the board is turned round and the sides change places. */
  exchanged: (sign: string) => string;
  /** What is left where a sign stood that a map has only once: painted elsewhere, it moves. */
  left?: (sign: string) => string | undefined;
  /** The sign of the ground that a sample of a piece stands on. */
  plainGround: string;
  /** The sign of a place that is no point; it can be painted over. */
  gap?: string;
  /** The cell of the position that a sign of the map alone would show. */
  cellOfSign: (sign: string) => string;
  /** The cells of a row of a position. */
  cells: (row: string) => string[];
  /** The cell of a point where nothing stands. */
  bareCell: (point: string) => string;
  /** The name of the point at a place of the map, counted from the upper left; null where there is no point. */
  pointAt: (board: BoardText, sign: string, row: number, index: number) => string | null;
  /** The fields of a position that mean the same when another side is to move. */
  lasting: readonly string[];
  /** The words that say which side is to move, and in which phase. */
  turns: readonly { text: string; title: Text }[];
}

/** Brushes that write what they are called. */
export const plain = (...signs: string[]): Brush[] => signs.map((sign) => ({ id: sign, sign: () => sign }));

export const numbers = (...values: number[]): Dial["values"] => values.map((value) => ({ value: String(value), title: both(String(value)) }));

/** Letters of one side are large and those of the other small. */
export const otherCase = (sign: string): string => [...sign].map((letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase())).join("");
