/** How positions and boards of Assaut are written. */
import { squareName } from "../../board/geometry";
import { say } from "../../words/text";
import { plain, type GameEditor } from "../editor";

const other: Record<string, string> = { s: "o", o: "s" };

export const editor: GameEditor = {
  pieces: plain("s", "o"),
  pieceDials: () => [],
  grounds: plain(".", "+", "~", "s", "o"),
  groundDials: [],
  numbers: [],
  exchanged: (sign) => other[sign] ?? sign,
  plainGround: ".",
  cellOfSign: (sign) => (sign === "+" ? "." : sign),
  cells: (row) => [...row],
  bareCell: () => ".",
  pointAt: (board, sign, row, index) => (sign === "~" ? null : squareName(index, board.block("map").length - 1 - row)),
  lasting: [],
  turns: [
    { text: "S", title: say("Les soldats", "The Soldiers") },
    { text: "O", title: say("Les officiers", "The Officers") },
  ],
};
