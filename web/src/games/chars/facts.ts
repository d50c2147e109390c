/** What the text of a position tells besides the board. It counts letters. */
import { count, phaseOf, type PositionText } from "../../board/geometry";
import type { Text } from "../../model";
import { filled } from "../../words/text";
import { words } from "./words";

/** White shots of a side. */
const SHOTS = 5;

export function tally(position: PositionText, side: string): Text | null {
  if (phaseOf(position) === "setup") return null;
  const spent = Number(position.list("spent")[side === "V" ? 0 : 1] ?? 0);
  return filled(words.tanks, { n: count(position.rows, side === "V" ? /V[1-6?]/g : /G[1-6?]/g), white: SHOTS - spent });
}

/** A side whose fuel depot stands moves further. */
function squares(position: PositionText): number {
  const camp = position.words[0] === "V" ? position.rows.slice(5) : position.rows.slice(0, 5);
  return Number(position.field("points") || (count(camp, /C/g) ? 6 : 4));
}

const tasks: Record<string, Text> = { setup: words.setup, plot: words.plot, fight: words.fight };

export function task(position: PositionText): Text | null {
  const phase = phaseOf(position);
  return phase === "move" ? filled(words.points, { n: squares(position) }) : (tasks[phase] ?? null);
}
