/** What the game says of a position besides its board: what a side has left or taken, and what there is to do now. */
import type { Scene } from "../model";
import { say } from "../words/words";

/** A line for each side: what it has left, or has taken. */
export function tallyOf(scene: Scene, side: string): string {
  const facts = scene.says?.facts.filter((fact) => fact.side === side && fact.main) ?? [];
  return facts.map(({ value, label }) => `${value} ${say(label)}`).join(", ");
}

/** What there is to do now: the points left in a turn of several steps, or the phase. */
export function taskOf(scene: Scene): string {
  return scene.says ? say(scene.says.asked) : "";
}
