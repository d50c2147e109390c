/** Where questions arrive: one module, asked about the rules or asked to think. Runs in a Worker; in tests, anywhere. */
import type { Terms } from "../model";
import { Mind } from "./mind";
import type { Module } from "./module";
import { Rules } from "./rules";
import type { ThinkRequest } from "./types";

export interface Question {
  id: number;
  ask: string;
  about: unknown[];
}

export type Answer = { id: number; value: unknown } | { id: number; error: string };

/** The game that a question is about, as its terms say, or the text of a record or a board; null: it names none. */
export function gameOf({ about: [about] }: Question): string | null {
  if (typeof about === "string") return /^game +(\S+)/m.exec(about)?.[1] ?? null;
  const { terms, game } = about as Partial<Terms & ThinkRequest>;
  return terms?.game ?? game ?? null;
}

export class RequestHandler {
  private readonly rules: Rules;
  private readonly mind: Mind;

  constructor(private readonly module: Module) {
    this.rules = new Rules(module);
    this.mind = new Mind(module, this.rules);
  }

  takeNet(game: string, net: Uint8Array): void {
    this.module.takeNet(game, net);
  }

  answer({ id, ask, about }: Question): Answer {
    try {
      if (ask === "think") return { id, value: this.mind.think(about[0] as ThinkRequest) };
      const method = this.rules[ask as keyof Rules] as (...about: unknown[]) => unknown;
      return { id, value: method.apply(this.rules, about) };
    } catch (error) {
      return { id, error: error instanceof Error ? error.message : String(error) };
    }
  }
}
