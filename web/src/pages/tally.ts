/** What the game says of a position besides its board: what a side has left or taken, and what there is to do now. */
import type { Scene } from "../model";
import { say } from "../words/words";

/** A line for each side: what it has left, or has taken. */
export function tallyOf(scene: Scene, side: string): string {
  const facts = scene.says?.facts.filter((fact) => fact.side === side && fact.main) ?? [];
  return facts.map(({ value, label }) => `${value} ${say(label)}`).join(", ");
}

/** The game says parts of sentences. */
const sentence = (words: string): string => (/[.?!…]$/.test(words) ? words : `${words}.`);

/** What there is to do now, and what the choice is limited to. */
export function taskOf({ says }: Scene): string {
  return says ? [say(says.asked), say(says.bound)].filter(Boolean).map(sentence).join(" ") : "";
}
