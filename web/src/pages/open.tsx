/** Where the pages get games and sessions from. */
import { useEffect, useState } from "preact/hooks";
import { engine } from "../engine/engine";
import type { GameFacts, GameId, Session, Terms } from "../model";
import { forgetLocalGame, listLocalGames, newLocalGame, openLocalGame, type LocalChoice } from "../session/local";
import type { LocalGame } from "../session/saved-games";
import { loadFacts } from "./facts";
import { choicesOf, sideOfChoice } from "./choices";
import { go } from "./route";
import { recall, remember } from "./settings";

export function allFacts(): Promise<GameFacts[]> {
  return engine().facts();
}

/** This game was never played on this device: the lesson is offered. */
export const isNew = (game: GameId): boolean => recall(`played.${game}`) === null;

/** A seat is the computer's at a level, or (0) a player's on this device. `from`: the position that the game continues from. */
export async function playLocally(terms: Terms, occupants: { seat: string; level: number }[], from: Pick<LocalChoice, "start" | "steps"> = {}): Promise<void> {
  remember(`played.${terms.game}`, "yes");
  const name = recall("name") ?? "";
  const seated = Object.fromEntries(occupants.map(({ seat, level }) => [seat, level > 0 ? { level } : { name }]));
  const id = await newLocalGame({ terms, occupants: seated, ...from }, { engine: engine() });
  go(`/play/${id}`);
}

/** Against the computer with what was chosen last; the first time the first side against a friendly opponent, with the default options. */
export async function playNow(game: GameId): Promise<void> {
  const facts = (await loadFacts()).find((one) => one.id === game);
  const form = facts?.forms[0];
  if (!facts || !form) return;
  const { level, side: chosen, options } = choicesOf(facts);
  const mine = sideOfChoice(facts, chosen);
  const occupants = form.seat.map(({ seat, side }) => ({ seat, level: side === mine ? 0 : level }));
  await playLocally({ game, seats: form.seats, options }, occupants);
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
