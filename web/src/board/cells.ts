/**
 * Where things stand in the text of a position: the cell of every point, so that one may be written in place of another.
 * Whether the outcome is a position is for the rules to say.
 */
import type { GameId } from "../model";
import { readPosition, squareName, type BoardText } from "./geometry";

interface Place {
  row: number;
  index: number;
}

const wide = (row: string): string[] => [...row];
const splitters: Record<GameId, (row: string) => string[]> = {
  kriegspiel: (row) => row.match(/.{3}/g) ?? [],
  chevaliers: wide,
  chars: (row) => row.match(/[VG][1-6?]!?\+?[abc]?|./g) ?? [],
  paris: wide,
  belligerants: (row) => row.match(/[A-Za-z]'?|\./g) ?? [],
};

export function cellsOf(game: GameId, position: string): string[][] {
  return readPosition(position).rows.map(splitters[game]);
}

/** The name of the point where a cell of the board's map stands; null: there is none. */
export function pointAt(game: GameId, board: BoardText, row: number, index: number): string | null {
  const map = board.block("map").map((line) => line.split(/\s+/));
  const rank = map.length - 1 - row;
  if (game === "chars") return String(rank * 10 + 10 - index);
  // In columns the short ones have no hexagon in the top line.
  if (game === "kriegspiel") return squareName(board.value("hexagons") === "columns" && row === 0 ? 2 * index : index, rank);
  const sign = map[row]?.[index] ?? "";
  if (game !== "paris") return squareName(index, rank);
  return sign === "#" ? null : (board.value("circles").split(" ")[Number(sign) - 1] ?? squareName(index, rank));
}

function placeOf(game: GameId, board: BoardText, cells: string[][], point: string): Place | null {
  for (const [row, line] of cells.entries())
    for (const index of line.keys()) if (pointAt(game, board, row, index) === point) return { row, index };
  return null;
}

/** What a point looks like in the text when nobody stands there. */
export function bareCell(game: GameId, point: string): string {
  if (game === "kriegspiel") return "...";
  return game === "paris" && /^[NSEW]+$/.test(point) ? "o" : ".";
}

export function cellAt(game: GameId, board: BoardText, position: string, point: string): string {
  const cells = cellsOf(game, position);
  const place = placeOf(game, board, cells, point);
  return place ? (cells[place.row]?.[place.index] ?? "") : "";
}

/** The position with another cell on a point. */
export function withCell(game: GameId, board: BoardText, position: string, point: string, cell: string): string {
  const cells = cellsOf(game, position);
  const place = placeOf(game, board, cells, point);
  if (!place) return position;
  (cells[place.row] as string[])[place.index] = cell;
  const [, ...rest] = position.split(" ");
  return [cells.map((line) => line.join("")).join("/"), ...rest].join(" ");
}

/** Fields that mean the same whoever is to move. */
const lasting: Record<GameId, readonly string[]> = {
  kriegspiel: ["quiet"],
  chevaliers: [],
  chars: ["blanks", "quiet", "loud", "spent", "fallen", "mines", "hidden", "swept"],
  paris: [],
  belligerants: ["J", "R"],
};

/** The words that say who is to move, and in which phase. */
export const turns: Record<GameId, readonly string[]> = {
  kriegspiel: ["F move", "F fire", "A move", "A fire"],
  chevaliers: ["S 0", "O 0"],
  chars: ["V plot", "V move", "G plot", "G move"],
  paris: ["GB", "B", "GN", "N"],
  belligerants: ["J roll", "J move die=2", "R roll", "R move die=2"],
};

/** Which of the turns it is, as far as the words say; -1: another. */
export function turnOf(game: GameId, position: string): number {
  const { words } = readPosition(position);
  const usual = (turn: string): boolean => {
    const wanted = turn.split(" ").filter((word) => !word.includes("="));
    // The second word of chevaliers counts quiet moves.
    return game === "chevaliers" ? wanted[0] === words[0] : wanted.every((word, i) => words[i] === word);
  };
  return turns[game].findIndex(usual);
}

export function withTurn(game: GameId, position: string, turn: string): string {
  const [rows = "", ...rest] = position.split(" ");
  return [rows, turn, ...rest.filter((word) => lasting[game].includes(word.split("=")[0] ?? "") && word.includes("="))].join(" ");
}
