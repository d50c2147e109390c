/**
 * How a step of a lesson is judged. The step stands on a sandbox; the pupil plays there, and after every token this says
 * whether the goal is reached, may still be reached, or was missed.
 */
import type { Step } from "../engine/engine";
import type { GameEvent } from "../model";
import type { Goal, LessonStep } from "./shapes";

export type Verdict = "reached" | "going" | "missed";

/** What takes a piece off the board or out of the game. */
const TAKING = new Set(["lost", "taken", "destroyed"]);

export interface Tried {
  /** The pupil's own tokens of this step, in order. */
  steps: readonly Step[];
  events: readonly GameEvent[];
  result: string | null;
  /** Whether the pupil is still to move. */
  toMove: boolean;
}

function isReached(goal: Goal, { steps, events, result }: Tried): boolean {
  if ("tokens" in goal) return steps.length > 0 && goal.tokens.includes(steps[steps.length - 1]?.token ?? "");
  if ("takes" in goal) return events.some((event) => TAKING.has(event.kind));
  if ("result" in goal) return result?.startsWith(goal.result) ?? false;
  return steps.length > 0;
}

/** The token to point at after these tokens; none after others. */
export function pointedAfter(step: LessonStep, played: readonly Step[]): string | undefined {
  const way = step.line ?? (step.pointed === undefined ? [] : [step.pointed]);
  return played.every(({ token }, i) => token === way[i]) ? way[played.length] : undefined;
}

export function judge(step: LessonStep, tried: Tried): Verdict {
  if (!step.goal) return "reached";
  if (isReached(step.goal, tried)) return "reached";
  const over = tried.result !== null || !tried.toMove || tried.steps.length >= (step.within ?? 1);
  return over ? "missed" : "going";
}
