/** How positions and boards of Échec aux Chevaliers are written. */
import { squareName } from "../../board/geometry";
import { say } from "../../words/text";
import { otherCase, plain, type GameEditor } from "../editor";

export const editor: GameEditor = {
  pieces: plain("K", "M", "k", "m"),
  pieceDials: () => [],
  grounds: plain(".", "~", "C", "c", "K", "M", "k", "m"),
  groundDials: [],
  numbers: [
    { key: "quiet", title: say("Coups sans prise ni avance qui font la nulle", "Moves without a capture or an advance that draw the game") },
  ],
  exchanged: otherCase,
  left: (sign) => (/^c$/i.test(sign) ? "." : undefined),
  plainGround: ".",
  cellOfSign: (sign) => (/^[KMkm]$/.test(sign) ? sign : "."),
  cells: (row) => [...row],
  bareCell: () => ".",
  pointAt: (board, _sign, row, index) => squareName(index, board.block("map").length - 1 - row),
  lasting: [],
  // The number counts quiet moves.
  turns: [
    { text: "S 0", title: say("Les Argentés", "Silver") },
    { text: "O 0", title: say("Les Dorés", "Gold") },
  ],
};
