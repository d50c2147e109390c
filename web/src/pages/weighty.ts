/** Which events matter: a loss, a shot, a die that decided. A game may name exceptions (Game.weighty). */
import { games } from "../games";
import type { GameId, Happening } from "../model";
import { capital, say } from "../words/words";
import { faceOf } from "./die";

/** What a fight comes to. A die is worth telling where one of these follows from it. */
const outcomes = new Set(["taken", "destroyed", "lost", "missed"]);

/** More is not read in the time that it stays. */
const MOST = 4;

/** The sentences of a happening that are worth a card of their own. */
export function weightyWords(game: GameId, { events, said, token }: Happening): string[] {
  if (said.length !== events.length) return [];
  const own = games[game].weighty ?? {};
  const decided = events.some(({ kind }) => outcomes.has(kind));
  const isWeighty = (kind: string): boolean => own[kind] ?? (outcomes.has(kind) || (kind === "rolled" && decided));
  const die = faceOf(game, token)?.title;
  return said.flatMap((text, i) => {
    const kind = events[i]?.kind ?? "";
    if (!isWeighty(kind)) return [];
    return kind === "rolled" && die ? `${say(die)}.` : capital(say(text));
  });
}

/** Of several happenings: each sentence once, the last ones where there are too many. */
export function weightyOf(game: GameId, news: readonly Happening[]): string[] {
  return [...new Set(news.flatMap((one) => weightyWords(game, one)))].slice(-MOST);
}
