/** How the player has turned the board of a game, remembered on this device. */
import { signal } from "@preact/signals";
import type { GameId } from "../model";
import { recall, remember } from "../pages/settings";

const chosen = signal<Partial<Record<GameId, number>>>({});

/** Quarters, beyond what fits the screen best. */
export function quartersOf(game: GameId): number {
  return (chosen.value[game] ?? Number(recall(`turned.${game}`) ?? 0)) % 4;
}

/** To the next quarter where the board is tall, else to the other end. */
export function turnBoard(game: GameId, tall: boolean): void {
  const next = (quartersOf(game) + (tall ? 1 : 2)) % 4;
  chosen.value = { ...chosen.value, [game]: next };
  remember(`turned.${game}`, String(next));
}
