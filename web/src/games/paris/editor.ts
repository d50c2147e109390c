/** How positions and boards of Siège de Paris are written. */
import { squareName } from "../../board/geometry";
import { say } from "../../words/text";
import { otherCase, plain, type GameEditor } from "../editor";

export const editor: GameEditor = {
  pieces: plain(..."@%+GCKLSgckls"),
  pieceDials: () => [],
  grounds: plain(".", "#", ..."12345678", ..."GCKLS", ..."gckls"),
  groundDials: [],
  numbers: [
    { key: "circles", title: say("Noms des cercles", "Names of the circles") },
    { key: "a1", title: say("Couleur de la case a1 : black (noire) ou white (blanche)", "Colour of the square a1 (black or white)") },
    { key: "soldiers-per-colour", title: say("Soldats de la garnison sur une même couleur", "Garrison Soldiers on one colour") },
    { key: "storm-soldiers", title: say("Soldats dans la forteresse pour l'assaut", "Soldiers inside for the assault") },
    { key: "storm-officers", title: say("Officiers dans la forteresse pour l'assaut", "Officers inside for the assault") },
    { key: "officers", title: say("Officiers que la garnison doit prendre", "Officers that the garrison must capture") },
    { key: "quiet-moves", title: say("Coups sans progrès qui font la nulle", "Moves without progress that draw the game") },
    { key: "lift-moves", title: say("Coups sans progrès qui lèvent le siège", "Moves without progress that lift the siege") },
    { key: "all-moves", title: say("Coups en tout", "Moves in all") },
  ],
  lines: true,
  // Circles are numbered around the fortress.
  exchanged: (sign) => (/^[1-8]$/.test(sign) ? String(((Number(sign) + 3) % 8) + 1) : otherCase(sign)),
  left: (sign) => (/^[1-8]$/.test(sign) ? "#" : undefined),
  plainGround: ".",
  gap: "#",
  cellOfSign: (sign) => (/^[GCKLSgckls]$/.test(sign) ? sign : /^\d$/.test(sign) ? "o" : sign),
  cells: (row) => [...row],
  bareCell: (point) => (/^[A-Z]{1,2}$/.test(point) ? "o" : "."),
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
