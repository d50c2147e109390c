/**
 * Where things stand in the text of a position: the cell of every point, so that one may be written in place of another.
 * Whether the outcome is a position is for the rules to say.
 */
import { editors } from "../games/editors";
import type { GameId } from "../model";
import { readPosition, type BoardText } from "./geometry";

export interface Place {
  row: number;
  index: number;
}

function cellsOf(game: GameId, position: string): string[][] {
  return readPosition(position).rows.map(editors[game].cells);
}

/** Where every point stands in the text of a position, and in the map of the board. */
export function placesOf(game: GameId, board: BoardText): Map<string, Place> {
  const places = new Map<string, Place>();
  board.block("map").forEach((line, row) =>
    line.split(/\s+/).forEach((sign, index) => {
      const name = editors[game].pointAt(board, sign, row, index);
      if (name !== null) places.set(name, { row, index });
    }),
  );
  return places;
}

/** The position with another cell on a point. */
export function withCell(game: GameId, board: BoardText, position: string, point: string, cell: string): string {
  const cells = cellsOf(game, position);
  const place = placesOf(game, board).get(point);
  if (!place) return position;
  (cells[place.row] as string[])[place.index] = cell;
  const [, ...rest] = position.split(" ");
  return [cells.map((line) => line.join("")).join("/"), ...rest].join(" ");
}

/** Which of the turns it is, as far as the words say; -1: another. Numbers and fields of a turn may differ. */
export function turnOf(game: GameId, position: string): number {
  const { words } = readPosition(position);
  const wanted = (turn: string): string[] => turn.split(" ").filter((word) => !/=|^\d+$/.test(word));
  return editors[game].turns.findIndex(({ text }) => wanted(text).every((word, i) => words[i] === word));
}

export function withTurn(game: GameId, position: string, turn: string): string {
  const [rows = "", ...rest] = position.split(" ");
  const lasting = rest.filter((word) => word.includes("=") && editors[game].lasting.includes(word.split("=")[0] ?? ""));
  return [rows, turn, ...lasting].join(" ");
}
