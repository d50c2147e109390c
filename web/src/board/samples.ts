/** Pieces and grounds by themselves, as the board draws them. */
import { games } from "../games";
import { editors } from "../games/editors";
import type { GameId } from "../model";
import { drawn } from "./games";
import { readPosition, type BoardText, type Picture } from "./geometry";

const alone = (board: BoardText, sign: string): BoardText => ({ value: board.value, block: (key) => (key === "map" ? [sign] : []) });

export function pieceSample(game: GameId, board: BoardText, cell: string): Picture {
  return drawn(games[game], alone(board, editors[game].plainGround), readPosition(cell), "");
}

/** The position that a map alone would show: its ground, and the pieces that stand on it. */
export function positionOfMap(game: GameId, map: readonly (readonly string[])[]): string {
  return map.map((row) => row.map(editors[game].cellOfSign).join("")).join("/");
}

/** A sign of a map by itself. */
export function groundSample(game: GameId, board: BoardText, sign: string): Picture {
  return drawn(games[game], alone(board, sign), readPosition(positionOfMap(game, [[sign]])), "");
}
