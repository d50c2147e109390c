/**
 * How puzzles are judged, which ones are of the day, and how days in a row are counted. Nothing here knows a rule: a
 * puzzle says itself which tokens solve it, and the rules have been asked about them when it was made.
 */
import type { Step } from "../engine/engine";
import type { Puzzle } from "./shapes";

export type Judgement =
  | { verdict: "wrong" }
  /** Good so far, and what the other side then does. */
  | { verdict: "onward" | "solved"; replies: Step[] };

/** What a token is worth as step number `at` of the solution. */
export function judgeToken(puzzle: Puzzle, at: number, token: string): Judgement {
  if (!puzzle.solution[at]?.includes(token)) return { verdict: "wrong" };
  const replies = puzzle.replies[at] ?? [];
  return { verdict: at + 1 < puzzle.solution.length ? "onward" : "solved", replies };
}

/** The piece or place to look at first: what the token that is shown begins with. */
export function placeToLookAt(puzzle: Puzzle, at: number): string {
  return /[A-Za-z]*\d+|[A-Z]+/.exec(puzzle.solution[at]?.[0] ?? "")?.[0] ?? "";
}

/* ---- The day ---- */

const DAY = 24 * 60 * 60 * 1000;

/** Days are counted alike everywhere on earth, so that all players have the same puzzles. */
export function dayOf(time: number): number {
  return Math.floor(time / DAY);
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}

/** Which of so many is the puzzle of a day: all come up in turn, and neighbours in the list far apart. */
export function placeOfDay(day: number, count: number, shift = 0): number {
  let stride = Math.max(1, Math.round(count * 0.382));
  while (divisor(stride, count) !== 1) stride++;
  return ((day + shift) * stride + shift) % count;
}

/** Days in a row on which a puzzle of the day was solved. */
export interface Streak {
  last: number;
  length: number;
}

export const noStreak: Streak = { last: -1, length: 0 };

export function streakAfter(streak: Streak, day: number): Streak {
  if (streak.last === day) return streak;
  return { last: day, length: streak.last === day - 1 ? streak.length + 1 : 1 };
}

/** What a streak is worth today: it lasts through the day after. */
export function streakOn(streak: Streak, day: number): number {
  return day - streak.last <= 1 ? streak.length : 0;
}
