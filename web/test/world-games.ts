/** Saved games that last as long as a test. */
import type { LocalGame, SavedGames } from "../src/session/saved-games";

export function memoryGames(): SavedGames {
  const games = new Map<string, LocalGame>();
  return {
    put: async (game) => void games.set(game.id, structuredClone(game)),
    get: async (id) => games.get(id) ?? null,
    remove: async (id) => void games.delete(id),
    list: async () => [...games.values()],
  };
}
