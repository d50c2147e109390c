/** How positions and boards of Siège de Paris are written. */
import { squareName } from "../../board/geometry";
import { say } from "../../words/text";
import { otherCase, plain, type GameEditor } from "../editor";

export const editor: GameEditor = {
  pieces: plain(..."@%+GCKLSgckls"),
  pieceDials: () => [],
  grounds: plain(".", "#", ..."12345678", ..."GCKLS", ..."gckls"),
  groundDials: [],
  exchanged: otherCase,
  plainGround: ".",
  cellOfSign: (sign) => (/^[GCKLSgckls]$/.test(sign) ? sign : /^\d$/.test(sign) ? "o" : sign),
  cells: (row) => [...row],
  bareCell: (point) => (/^[NSEW]+$/.test(point) ? "o" : "."),
  // A digit of the map is a circle of the fortress.
  pointAt: (board, sign, row, index) => {
    if (sign === "#") return null;
    const circle = board.value("circles").split(" ")[Number(sign) - 1];
    return circle ?? squareName(index, board.block("map").length - 1 - row);
  },
  lasting: [],
  turns: [
    { text: "GB", title: say("La garnison, avant les Blancs", "The garrison, before White") },
    { text: "B", title: say("Les Blancs", "White") },
    { text: "GN", title: say("La garnison, avant les Noirs", "The garrison, before Black") },
    { text: "N", title: say("Les Noirs", "Black") },
  ],
};
