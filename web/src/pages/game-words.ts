/** What games are called on the pages. */
import { gameOf } from "../games";
import { say } from "../words/words";

/** An id that this client does not know stands for itself. */
export function gameName(id: string): string {
  const game = gameOf(id);
  return game ? say(game.words.name) : id;
}
