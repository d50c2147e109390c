/** The games, in the order of the home page. Only this file, editors.ts and styles.css name them. */
import { belligerants } from "./belligerants";
import { chars } from "./chars";
import { chevaliers } from "./chevaliers";
import type { Game } from "./game";
import { kriegspiel } from "./kriegspiel";
import { paris } from "./paris";

export const games = { paris, belligerants, chevaliers, kriegspiel, chars };

export type GameId = keyof typeof games;

export const gameIds = Object.keys(games) as [GameId, ...GameId[]];

/** The game that a form proposes: two players, no secrets, no dice. */
export const proposedGame: GameId = "chevaliers";

export function isGame(word: string): word is GameId {
  return Object.hasOwn(games, word);
}

/** The game of an id that comes from outside; undefined where this client does not know it. */
export function gameOf(id: string): Game | undefined {
  return isGame(id) ? games[id] : undefined;
}
