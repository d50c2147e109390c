/** Where the games of this device are kept: IndexedDB, or localStorage where a browser denies it, or else only memory. */
import type { Occupant, Terms } from "../model";
import type { Step } from "../engine/engine";
import { newName } from "./random";

/** All that is needed to go on with a game: everything else follows from the rules. */
export interface LocalGame {
  id: string;
  terms: Terms;
  /** A position it began from; missing: the start. */
  start?: string;
  occupants: Occupant[];
  steps: Step[];
  /** Tokens chosen but not played yet, for each side. */
  drafts: Record<string, Step[]>;
  begun: number;
  touched: number;
  ended?: number;
  result?: string;
  next?: string;
  /** Whether the server keeps it too, or has said that it will not. */
  kept?: boolean;
  /** Of the opponents' thoughts. */
  seed: number;
}

export interface SavedGames {
  put(game: LocalGame): Promise<void>;
  get(id: string): Promise<LocalGame | null>;
  remove(id: string): Promise<void>;
  /** The one last touched first. */
  list(): Promise<LocalGame[]>;
}

/** The same people again, sides exchanged. */
export function exchanged(game: LocalGame, now: number): LocalGame {
  const occupants = game.occupants.map((occupant) => {
    const others = game.occupants.filter(({ side }) => side !== occupant.side);
    const place = game.occupants.filter(({ side }) => side === occupant.side).indexOf(occupant);
    const { level, people } = others[place % others.length] ?? occupant;
    return { ...occupant, level, people };
  });
  const { terms, start, seed } = game;
  return { id: newName(), terms, start, occupants, steps: [], drafts: {}, begun: now, touched: now, seed: seed + 1 };
}

const newestFirst = (games: LocalGame[]) => games.sort((a, b) => b.touched - a.touched);

function promised<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the store failed"));
  });
}

export async function indexedGames(factory: IDBFactory): Promise<SavedGames> {
  const opening = factory.open("bivouac", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("games", { keyPath: "id" });
  const database = await promised(opening);
  const games = (mode: IDBTransactionMode) => database.transaction("games", mode).objectStore("games");
  return {
    put: async (game) => void (await promised(games("readwrite").put(game))),
    get: async (id) => ((await promised(games("readonly").get(id))) as LocalGame | undefined) ?? null,
    remove: async (id) => void (await promised(games("readwrite").delete(id))),
    list: async () => newestFirst((await promised(games("readonly").getAll())) as LocalGame[]),
  };
}

type Items = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

const PREFIX = "bivouac.game.";

export function plainGames(items: Items): SavedGames {
  const read = (key: string) => JSON.parse(items.getItem(key) ?? "null") as LocalGame | null;
  return {
    put: async (game) => items.setItem(PREFIX + game.id, JSON.stringify(game)),
    get: async (id) => read(PREFIX + id),
    remove: async (id) => items.removeItem(PREFIX + id),
    async list() {
      const keys = Array.from({ length: items.length }, (_, i) => items.key(i) ?? "");
      return newestFirst(keys.filter((key) => key.startsWith(PREFIX)).flatMap((key) => read(key) ?? []));
    },
  };
}

export function memoryItems(): Items {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    key: (i) => [...kept.keys()][i] ?? null,
    get length() {
      return kept.size;
    },
  };
}

async function bestStorage(): Promise<SavedGames> {
  try {
    return await indexedGames(indexedDB);
  } catch {
    try {
      localStorage.setItem(PREFIX, "");
      localStorage.removeItem(PREFIX);
      return plainGames(localStorage);
    } catch {
      return plainGames(memoryItems());
    }
  }
}

let shared: Promise<SavedGames> | null = null;

export function savedGames(): Promise<SavedGames> {
  shared ??= bestStorage();
  return shared;
}
