/** What the text of a position tells besides the board. It counts letters. */
import { phaseOf, type PositionText } from "../../board/geometry";
import type { Text } from "../../model";
import { filled } from "../../words/text";
import { words } from "./words";

/** A cannon counts as a figure beside its crew. */
function figures(rows: string[], letters: string): number {
  let sum = 0;
  for (const row of rows)
    for (const [, crew = "0", kind = ""] of row.matchAll(/(\d)([SRCsrc])[\d^]/g))
      if (letters.includes(kind)) sum += Number(crew) + (kind.toUpperCase() === "C" ? 1 : 0);
  return sum;
}

export function tally({ rows }: PositionText, side: string): Text {
  return filled(words.figures, { n: figures(rows, side === "F" ? "SRC" : "src") });
}

export function task(position: PositionText): Text | null {
  const phase = phaseOf(position);
  if (phase === "fire") return words.fire;
  if (phase !== "move") return null;
  const [soldiers = 4, cavalry = 5, cannons = 3] = position.list("points").map(Number);
  return filled(words.movements, { soldiers, cavalry, cannons });
}
