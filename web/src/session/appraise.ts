/**
 * What each side could hope for as the game went on, judged by the computer from what that side knew: the one whose turn it
 * was is asked, with its own eyes, so nothing here is wiser than a player could have been.
 */
import type { Engine, Step, Thinker } from "../engine/engine";
import { games } from "../games";
import type { Terms, Text } from "../model";

/** The choice that the computer prefers to the one that was played, and why. */
export interface Better {
  token: string;
  why: Text;
}

/** A place where a side chooses, and what it could hope for there, in thousandths. */
export interface Evaluation {
  /** How many steps were played before. */
  at: number;
  side: string;
  score: number;
  better?: Better | undefined;
}

export interface Fall {
  /** The stretch of steps in which it happened. */
  from: number;
  to: number;
  side: string;
  /** In thousandths. */
  loss: number;
  /** In a game with secrets a mistake cannot be told from what the player could not know. */
  kind: "mistake" | "blunder" | "fall";
  better?: Better;
}

/** A side's steps in a row, no die in between, are one question. Where both sides choose at once there is none. */
export function questionsOf(sides: readonly string[], choosing: readonly (readonly string[])[]): { at: number; side: string }[] {
  return sides.flatMap((side, at) => (side !== "" && choosing[at]?.length === 1 && sides[at - 1] !== side ? [{ at, side }] : []));
}

const MISTAKE = 150;
const BLUNDER = 300;

const ENOUGH = 8; // turns before anything can be called usual

/** An evaluation that favours the side to move does so every time: what is usual is no loss. */
function usualLoss(losses: readonly number[]): number {
  const sorted = [...losses].sort((a, b) => a - b);
  return sorted.length < ENOUGH ? 0 : Math.max(0, sorted[sorted.length >> 1] ?? 0);
}

/** Where a side threw away what it could hope for. `sides` has "" for chance; what the dice decide is no mistake. */
export function fallsOf(evaluations: readonly Evaluation[], sides: readonly string[], secrets: boolean, end?: Record<string, number>): Fall[] {
  const losses = evaluations.flatMap(({ at, side, score, better }, i) => {
    const next = secrets ? evaluations.slice(i + 1).find((one) => one.side === side) : evaluations[i + 1];
    const to = next?.at ?? sides.length;
    const after = next ? (next.side === side ? next.score : 1000 - next.score) : end?.[side];
    const dice = sides.slice(at, to).includes("");
    return after === undefined || (dice && !secrets) ? [] : [{ from: at, to, side, loss: score - after, ...(better ? { better } : {}) }];
  });
  const usual = secrets ? 0 : usualLoss(losses.map(({ loss }) => loss));
  return losses.flatMap((one): Fall[] => {
    const loss = one.loss - usual;
    // Evaluations are not steady where much is hidden: there only what is large is worth a word.
    if (loss < (secrets ? BLUNDER : MISTAKE)) return [];
    return [{ ...one, loss, kind: secrets ? "fall" : loss < BLUNDER ? "mistake" : "blunder" }];
  });
}

const LEVEL = 8;

export interface Asked {
  terms: Terms;
  start?: string;
  steps: Step[];
  questions: { at: number; side: string }[];
  seatsOf(side: string): string[];
}

/** Thinks in Workers of its own, one a side so that neither knows what the other does; stops when it is told to. */
export class Appraiser {
  private readonly minds = new Map<string, Thinker>();
  private stopped = false;

  constructor(
    private readonly engine: Engine,
    private readonly asked: Asked,
  ) {}

  /** Tells every evaluation as it is found. False: it was stopped, or the mind broke down. */
  async run(tell: (evaluation: Evaluation) => void): Promise<boolean> {
    const { terms, start, steps, questions, seatsOf } = this.asked;
    for (const { at, side } of questions) {
      const mind = this.minds.get(side) ?? this.engine.thinker();
      this.minds.set(side, mind);
      const request = { terms, start, past: steps.slice(0, at), seats: seatsOf(side), level: LEVEL, seed: 1, nodes: games[terms.game].nodes, explain: true };
      const thought = await mind.think(request).catch(() => null);
      if (this.stopped) return false;
      if (!thought) continue;
      const better = thought.why && thought.token !== steps[at]?.token ? { token: thought.token, why: thought.why } : undefined;
      tell({ at, side, score: Math.max(0, Math.min(1000, thought.score)), better });
    }
    this.stop();
    return true;
  }

  stop(): void {
    this.stopped = true;
    for (const mind of this.minds.values()) mind.stop();
  }
}
