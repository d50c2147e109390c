/** What one has solved, and the days in a row: kept on this device. */
import { signal } from "@preact/signals";
import { noStreak, streakAfter, type Streak } from "../../books/puzzle";
import { gameIds } from "../../games";
import type { GameId } from "../../model";
import { recall, remember } from "../settings";

function solvedOf(game: GameId): Set<string> {
  return new Set((recall(`puzzles.${game}`) ?? "").split(" ").filter(Boolean));
}

function readStreak(): Streak {
  const [last, length] = (recall("puzzles.streak") ?? "").split(" ").map(Number);
  return Number.isInteger(last) && Number.isInteger(length) ? { last: last ?? -1, length: length ?? 0 } : noStreak;
}

export const solved = signal<Record<GameId, Set<string>>>(
  Object.fromEntries(gameIds.map((game) => [game, solvedOf(game)])) as Record<GameId, Set<string>>,
);

export const streak = signal<Streak>(readStreak());

export function noteSolved(game: GameId, id: string): void {
  const ids = new Set(solved.value[game]).add(id);
  remember(`puzzles.${game}`, [...ids].join(" "));
  solved.value = { ...solved.value, [game]: ids };
}

export function noteDay(day: number): void {
  streak.value = streakAfter(streak.value, day);
  remember("puzzles.streak", `${streak.value.last} ${streak.value.length}`);
}
