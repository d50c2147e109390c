/** A die whose faces are red or black. */
import type { Dice } from "../game";
import { words } from "./words";

const Spot = ({ fill }: { fill: string }) => <circle cx="0" cy="0" r="9" fill={fill} />;

export const dice: Dice = {
  faces: {
    r: { word: "●", look: "red", title: words.red, Art: () => <Spot fill="#c33a22" /> },
    b: { word: "●", look: "black", title: words.black, Art: () => <Spot fill="#1d1a16" /> },
  },
};
