/** The five games as the board knows them. */
import type { GameId, Scene, Text } from "../model";
import { belligerants } from "./belligerants";
import { boardTextOf } from "./boards";
import { chars } from "./chars";
import { chevaliers } from "./chevaliers";
import { join, type BoardGame } from "./game";
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

/** A token as the board has it: the points to touch, and in words the choices that are none. */
export function tokenWords(scene: Scene, seat: string, token: string): { points: string[]; choices: Text } {
  const game = boardGames[scene.terms.game];
  const position = readPosition(scene.position);
  const steps = game.steps(token);
  return {
    points: steps.flatMap(({ point }) => point ?? []),
    choices: join(steps.filter(({ point }) => point === undefined).map(({ way }) => game.label(way, position, seat)), ", "),
  };
}
