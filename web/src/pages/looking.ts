/** Whether one looks for an opponent: known to every page. The looking itself is online/seeking.ts, which comes when it is wanted. */
import { signal } from "@preact/signals";
import type { GameId } from "../model";

export type Pace = "live" | "correspondence";

export interface Seek {
  /** null: any game. */
  game: GameId | null;
  pace: Pace;
  rated: boolean;
  /** The person to meet if possible. */
  with?: string;
}

export const looking = signal<{ seek: Seek; since: number } | null>(null);
