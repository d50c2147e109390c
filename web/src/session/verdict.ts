/** Whether the dice of a record are those that were promised: what `bivouac verify` says, said here. */
import type { ReadRecord, Throw } from "../engine/engine";

export type Verdict =
  | { kind: "right"; throws: number }
  /** Nothing speaks against it, but nothing can be checked: why. */
  | { kind: "unchecked"; why: "no-dice" | "going-on" }
  | { kind: "wrong"; why: "seed" | "unrevealed" }
  | { kind: "wrong"; why: "throw"; thrown: Throw };

export function verdictOf({ dice, steps, result }: ReadRecord): Verdict {
  const throws = steps.filter(({ seat }) => seat === "#").length;
  if (!dice) return throws ? { kind: "unchecked", why: "no-dice" } : { kind: "right", throws };
  if (dice.seed === undefined) return result === undefined ? { kind: "unchecked", why: "going-on" } : { kind: "wrong", why: "unrevealed" };
  if (!dice.matches) return { kind: "wrong", why: "seed" };
  const thrown = dice.throws.find(({ given, said }) => given !== said);
  return thrown ? { kind: "wrong", why: "throw", thrown } : { kind: "right", throws };
}
