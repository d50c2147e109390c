/** What the text of a position tells besides the board. It counts letters. */
import { count, type PositionText } from "../../board/geometry";
import type { Text } from "../../model";
import { filled } from "../../words/text";
import { words } from "./words";

export function tally({ rows }: PositionText, side: string): Text {
  const [knights, men] = side === "S" ? [/K/g, /M/g] : [/k/g, /m/g];
  return filled(words.knights, { knights: count(rows, knights), men: count(rows, men) });
}
