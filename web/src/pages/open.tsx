/** Where the pages get games, sessions and the board from. */
import { useEffect, useState } from "preact/hooks";
import { GameBoard } from "../board/GameBoard";
import { engine } from "../engine/engine";
import type { GameFacts, GameId, Session, Terms } from "../model";
import { forgetLocalGame, listLocalGames, newLocalGame, openLocalGame, type LocalChoice } from "../session/local";
import type { LocalGame } from "../session/saved-games";
import { loadFacts } from "./facts";
import { friendlyLevel } from "./levels";
import { usualOptions } from "./rule-options";
import { go } from "./route";
import { animated, language, recall } from "./settings";

export function allFacts(): Promise<GameFacts[]> {
  return engine().facts();
}

/** A seat is the computer's at a level, or (0) somebody's at this screen. `from`: where the game is gone on with. */
export async function playLocally(terms: Terms, chairs: { seat: string; level: number }[], from: Pick<LocalChoice, "start" | "steps"> = {}): Promise<void> {
  const name = recall("name") ?? "";
  const seated = Object.fromEntries(chairs.map(({ seat, level }) => [seat, level > 0 ? { level } : { name }]));
  const id = await newLocalGame({ terms, chairs: seated, ...from }, { engine: engine() });
  go(`/play/${id}`);
}

/** The first side against a friendly opponent, as the leaflet is usually read. */
export async function playNow(game: GameId): Promise<void> {
  const facts = (await loadFacts()).find((one) => one.id === game);
  const form = facts?.forms[0];
  if (!facts || !form) return;
  const mine = facts.sides[0]?.side;
  const chairs = form.seat.map(({ seat, side }) => ({ seat, level: side === mine ? 0 : friendlyLevel }));
  await playLocally({ game, seats: form.seats, options: usualOptions(facts) }, chairs);
}

export function openLocal(id: string): Promise<Session | null> {
  return openLocalGame(id, { engine: engine() });
}

export function useLocalGames(): { games: LocalGame[] | null; forget: (id: string) => void } {
  const [games, setGames] = useState<LocalGame[] | null>(null);
  const load = () => void listLocalGames().then(setGames, () => setGames([]));
  useEffect(load, []);
  return { games, forget: (id) => void forgetLocalGame(id).then(load) };
}

/** The board of a session, as this person likes it. */
export function BoardOf({ session, pointed }: { session: Session; pointed?: string }) {
  return <GameBoard session={session} language={language.value} motion={animated.value} pointed={pointed} />;
}
