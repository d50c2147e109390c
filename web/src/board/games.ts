/** The five games as the board knows them. */
import type { GameId, Scene } from "../model";
import { belligerants } from "./belligerants";
import { boardTextOf } from "./boards";
import { chars } from "./chars";
import { chevaliers } from "./chevaliers";
import type { BoardGame } from "./game";
import { readBoard, readPosition, type Picture } from "./geometry";
import { kriegspiel } from "./kriegspiel";
import { paris } from "./paris";

export const boardGames: Record<GameId, BoardGame> = { kriegspiel, chevaliers, chars, paris, belligerants };

/** "F.soldiers" plays for "F". */
export const sideOf = (seat: string): string => seat.split(".")[0] ?? seat;

export function pictureOf(scene: Pick<Scene, "terms" | "as">, position: string): Picture {
  const game = boardGames[scene.terms.game];
  return game.picture(readBoard(boardTextOf(scene.terms)), readPosition(position), sideOf(scene.as));
}
