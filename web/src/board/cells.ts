/**
 * Where things stand in the text of a position: the cell of every point, so that one may be written in place of another.
 * Whether the outcome is a position is for the rules to say.
 */
import type { GameId } from "../model";
import { readPosition, squareName, type BoardText } from "./geometry";

export interface Place {
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

/** Where every point stands in the text of a position, and in the map of the board. */
export function placesOf(game: GameId, board: BoardText): Map<string, Place> {
  const map = board.block("map").map((line) => line.split(/\s+/));
  const circles = board.value("circles").split(" ");
  // In columns of hexagons the short ones have none in the top line.
  const columns = board.value("hexagons") === "columns";
  const places = new Map<string, Place>();
  map.forEach((line, row) => {
    const rank = map.length - 1 - row;
    line.forEach((sign, index) => {
      if (game === "paris" && sign === "#") return;
      const circle = game === "paris" ? circles[Number(sign) - 1] : undefined;
      const name = game === "chars" ? String(rank * 10 + 10 - index) : squareName(columns && row === 0 ? 2 * index : index, rank);
      places.set(circle ?? name, { row, index });
    });
  });
  return places;
}

/** What a point looks like in the text when nobody stands there. */
export function bareCell(game: GameId, point: string): string {
  if (game === "kriegspiel") return "...";
  return game === "paris" && /^[NSEW]+$/.test(point) ? "o" : ".";
}

export function cellAt(game: GameId, board: BoardText, position: string, point: string): string {
  const cells = cellsOf(game, position);
  const place = placesOf(game, board).get(point);
  return place ? (cells[place.row]?.[place.index] ?? "") : "";
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
