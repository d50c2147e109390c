/** Boards, pictures and tokens of a table, whatever its game is. */
import { games } from "../games";
import type { Game } from "../games/game";
import type { Scene, Terms, Text } from "../model";
import { join } from "../words/text";
import { readBoard, readPosition, type BoardText, type Picture, type PositionText } from "./geometry";

/** The board that a game is played on: the players' own, or a built-in one that a rule option names. */
export function boardTextOf(terms: Terms): string {
  if (terms.board) return terms.board;
  const { option, usual, files } = games[terms.game].boards;
  return files[terms.options[option] ?? usual] ?? files[usual] ?? "";
}

/** "F.soldiers" plays for "F". */
export const sideOf = (seat: string): string => seat.split(".")[0] ?? seat;

export const drawn = (game: Game, board: BoardText, position: PositionText, side: string): Picture => ({ game, turn: 0, ...game.picture(board, position, side) });

export function pictureOf(scene: Pick<Scene, "terms" | "as">, position: string): Picture {
  return drawn(games[scene.terms.game], readBoard(boardTextOf(scene.terms)), readPosition(position), sideOf(scene.as));
}

/** A token as the board has it: the points to touch, and in words the choices that are none. */
export function tokenWords(scene: Scene, seat: string, token: string): { points: string[]; choices: Text } {
  const game = games[scene.terms.game];
  const position = readPosition(scene.position);
  const steps = game.steps(token);
  return {
    points: steps.flatMap(({ point }) => point ?? []),
    choices: join(steps.filter(({ point }) => point === undefined).map(({ way }) => game.label(way, position, seat)), ", "),
  };
}
