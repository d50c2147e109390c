/** The facts of the five games, asked of the engine once. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { GameFacts, GameId } from "../model";
import { allFacts } from "./open";

const known = signal<GameFacts[] | null>(null);
export const factsFailed = signal(false);

export async function loadFacts(): Promise<GameFacts[]> {
  if (known.value) return known.value;
  known.value = await allFacts();
  return known.value;
}

export function useFacts(): GameFacts[] | null {
  useEffect(() => {
    loadFacts().then(
      () => (factsFailed.value = false),
      () => (factsFailed.value = true),
    );
  }, []);
  return known.value;
}

export function useGame(game: GameId): GameFacts | null {
  return useFacts()?.find((one) => one.id === game) ?? null;
}
