/** What the text of a position tells besides the board. It counts letters. */
import { count, phaseOf, type PositionText } from "../../board/geometry";
import type { Text } from "../../model";
import { filled } from "../../words/text";
import { words } from "./words";

export function tally(position: PositionText, side: string): Text | null {
  const { rows } = position;
  if (side !== "G") return filled(words.besiegers, { white: count(rows, /[GCKLS]/g), black: count(rows, /[gckls]/g) });
  return phaseOf(position) === "general" ? null : filled(words.garrison, { n: count(rows, /[@%+]/g) });
}

const tasks: Record<string, Text> = { general: words.general, colonel: words.colonel, summons: words.summons };

export const task = (position: PositionText): Text | null => tasks[phaseOf(position)] ?? null;
