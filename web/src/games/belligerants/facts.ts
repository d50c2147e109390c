/** What the text of a position tells besides the board. It counts letters. */
import { phaseOf, type PositionText } from "../../board/geometry";
import type { Text } from "../../model";
import { filled } from "../../words/text";
import { words } from "./words";

/** Values of prisoners as the leaflet prints them (B2). */
const worth: Record<string, number> = {
  E: 1000, B: 700, A: 600, D: 600, M: 500, C: 500, T: 400, O: 400, H: 300, X: 300, P: 200, G: 200, S: 100,
};

export function tally(position: PositionText, side: string): Text | null {
  if (phaseOf(position) === "setup") return null;
  const prisoners = position.field(side).match(/[A-Za-z]/g) ?? [];
  const value = prisoners.reduce((sum, one) => sum + (worth[one.toUpperCase()] ?? 0), 0);
  return filled(words.prisoners, { n: prisoners.length, value });
}

const tasks: Record<string, Text> = { setup: words.setup, ask: words.ask, price: words.price, answer: words.answer, forfeit: words.forfeit };

export function task(position: PositionText): Text | null {
  const phase = phaseOf(position);
  const die = position.field("die");
  if (phase !== "move" || !die) return tasks[phase] ?? null;
  return die === "D" ? words.devil : filled(words.die, { n: Number(die) });
}
