/**
 * A search of the position that is shown, deeper and deeper for as long as it is there. Every look begins afresh with a given
 * number of nodes, so the same position is always judged alike.
 */
import { signal } from "@preact/signals";
import { seatsOf, sideOf, type Engine, type Standing, type Thinker, type Thought } from "../engine/engine";
import type { GameFacts, Terms } from "../model";

/** Nodes of one look after the other. */
const LOOKS = [2_000, 8_000, 32_000, 128_000, 512_000];
/** A look that took so many milliseconds is the last. */
const LONG = 10_000;
const BEST = 8;

export interface Finding {
  /** What it is about. */
  standing: Standing;
  thought: Thought;
  /** What the first side may hope for, in thousandths. */
  hope: number;
}

export interface Question {
  facts: GameFacts;
  terms: Terms;
  standing: Standing;
  toAct: readonly string[];
}

export class Analyst {
  readonly finding = signal<Finding | null>(null);
  readonly busy = signal(false);
  private readonly thinker: Thinker;
  private question = 0;

  constructor(
    engine: Engine,
    private readonly looks: readonly number[] = LOOKS,
  ) {
    this.thinker = engine.thinker();
  }

  /** Searches another position; where no seat is to act there is nothing to search. */
  async look(question: Question): Promise<void> {
    this.stop();
    this.finding.value = null;
    const { facts, terms, toAct } = question;
    const [first] = toAct.filter((seat) => seat !== "#");
    if (first === undefined) return;
    const mine = ++this.question;
    const side = sideOf(facts, terms, first);
    const seats = seatsOf(facts, terms).filter((one) => one.side === side).map((one) => one.seat);
    this.busy.value = true;
    try {
      for (const nodes of this.looks) {
        const begun = Date.now();
        const thought = await this.thinker.think({ terms, start: question.standing, past: [], seats, level: BEST, seed: nodes, nodes, lines: true });
        if (mine !== this.question || !thought) return;
        this.finding.value = { standing: question.standing, thought, hope: side === facts.sides[0]?.side ? thought.score : 1000 - thought.score };
        if (Date.now() - begun > LONG) break;
      }
    } catch {
      // Stopped by the caller.
    } finally {
      if (mine === this.question) this.busy.value = false;
    }
  }

  /** Nothing is asked any more: its Worker ends, also one that rests after a look. */
  close(): void {
    this.stop();
    this.thinker.stop();
  }

  /** What was found stays. */
  stop(): void {
    if (!this.busy.value) return;
    this.question++;
    this.busy.value = false;
    this.thinker.stop();
  }
}
