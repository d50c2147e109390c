/** The games of this device: begun, opened again, listed, forgotten. */
import type { Engine, Step } from "../engine/engine";
import { seatsOf } from "../engine/engine";
import type { Occupant, Terms } from "../model";
import { LocalSession } from "./local-session";
import { fairLot, newName, type Lot } from "./random";
import type { Tabs } from "./tabs";
import { savedGames as usualStorage, type LocalGame, type SavedGames } from "./saved-games";

export interface LocalChoice {
  terms: Terms;
  /** Who sits where: a level of the computer, or a person's name. */
  occupants: Record<string, { level: number } | { name: string }>;
  start?: string;
  /** What was played already, of a game that is gone on with. */
  steps?: Step[];
}

/** What a session needs of the world; tests bring their own. */
export interface LocalWorld {
  engine: Engine;
  savedGames?: SavedGames;
  lot?: Lot;
  nodes?: number;
  now?: () => number;
  tabs?: Tabs;
}

/** A new game, kept before anything is played: its id opens it. */
export async function newLocalGame(choice: LocalChoice, world: LocalWorld): Promise<string> {
  const { engine, now = Date.now } = world;
  const facts = await engine.factsOf(choice.terms.game);
  await engine.replay(choice.terms, choice.start, choice.steps ?? [], []);
  const occupants = seatsOf(facts, choice.terms).map(({ seat, side }): Occupant => {
    const sitter = choice.occupants[seat] ?? { level: 3 };
    return "level" in sitter
      ? { seat, side, level: sitter.level, reserved: false, invited: 0, people: [] }
      : { seat, side, level: 0, reserved: false, invited: 0, people: [{ person: side, name: sitter.name }] };
  });
  const game: LocalGame = {
    id: newName(),
    terms: choice.terms,
    start: choice.start,
    occupants,
    steps: [...(choice.steps ?? [])],
    drafts: {},
    begun: now(),
    touched: now(),
    seed: Math.floor((world.lot ?? fairLot)() * 2 ** 32),
  };
  await (world.savedGames ?? (await usualStorage())).put(game);
  return game.id;
}

/** Opens a game of this device; null if it is not here. */
export async function openLocalGame(id: string, world: LocalWorld): Promise<LocalSession | null> {
  const savedGames = world.savedGames ?? (await usualStorage());
  const game = await savedGames.get(id);
  if (!game) return null;
  const facts = await world.engine.factsOf(game.terms.game);
  const session = new LocalSession(facts, game, savedGames, world);
  await session.begin();
  return session;
}

export async function listLocalGames(savedGames?: SavedGames): Promise<LocalGame[]> {
  return (savedGames ?? (await usualStorage())).list();
}

export async function forgetLocalGame(id: string, savedGames?: SavedGames): Promise<void> {
  await (savedGames ?? (await usualStorage())).remove(id);
}
