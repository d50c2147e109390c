/** A die of 1 to 5 and the Devil. */
import { pipFaces } from "../../board/dice";
import type { Dice } from "../game";
import { words } from "./words";

function Devil() {
  return (
    <g transform="scale(1.15)">
      <path d="M-11 -12 L-6 -5 Q0 -9 6 -5 L11 -12 Q14 0 8 8 Q0 16 -8 8 Q-14 0 -11 -12 Z" fill="#b3202c" />
      <path d="M-6 0 l4 2 M6 0 l-4 2 M-5 6 q5 4 10 0" stroke="#fff7df" stroke-width="1.8" fill="none" />
    </g>
  );
}

export const dice: Dice = {
  faces: { ...pipFaces(1, 2, 3, 4, 5), D: { word: "D", look: "devil", title: words.devilShown, Art: Devil } },
};
