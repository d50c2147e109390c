/** A die that tumbles across the board and shows what was thrown. */
import type { DieFace } from "../games/game";
import { boardText } from "../words/board";
import { both } from "../words/text";
import type { Stage } from "./animate";
import type { Picture } from "./geometry";

/** Where the pips of a face are, in steps from its middle. */
export const pipPlaces: Record<number, [number, number][]> = {
  0: [],
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
};

/** The faces of a die with so many pips. */
export function pipFaces(...numbers: number[]): Record<string, DieFace> {
  return Object.fromEntries(numbers.map((pips) => [String(pips), { pips, look: "plain", title: boardText("die", { n: pips }) }]));
}

/** Lots are drawn: the side is the face. */
export const lotFace = (side: string): DieFace => ({ word: side, look: "plain", title: both(side) });

const SIZE = 34;

export async function rollDie(stage: Stage, picture: Picture, face: DieFace): Promise<void> {
  if (stage.skipped) return;
  const [x, y] = [picture.width / 2, picture.height / 2];
  const die = stage.add("g", { class: `die ${face.look}` });
  stage.add("rect", { x: -SIZE, y: -SIZE, width: 2 * SIZE, height: 2 * SIZE, rx: 12 }, die);
  const value = stage.add("g", { class: "value" }, die);
  for (const [px, py] of pipPlaces[face.pips ?? 0] ?? []) stage.add("circle", { cx: px * 17, cy: py * 17, r: 6.5 }, value);
  if (face.word !== undefined) {
    const text = stage.add("text", { "text-anchor": "middle", "dominant-baseline": "central", "font-size": 40 }, value);
    text.textContent = face.word;
  }
  const at = (dx: number, dy: number, turn: number, scale: number): Keyframe => ({
    transform: `translate(${x + dx}px, ${y + dy}px) rotate(${turn}deg) scale(${scale})`,
  });
  const tumble = [at(-picture.width * 0.45, -70, -540, 0.6), at(-picture.width * 0.18, 40, -250, 1.15), at(30, -24, -60, 0.95), at(0, 0, 0, 1)];
  const seen = stage.play(value, [{ opacity: 0 }, { opacity: 0, offset: 0.7 }, { opacity: 1 }], 750);
  await Promise.all([stage.play(die, tumble, 750, { easing: "ease-out" }), seen]);
  await stage.wait(550);
  await stage.play(die, [{ opacity: 1 }, { opacity: 0 }], 160);
  die.remove();
}
