/** How positions and boards of Les Belligérants are written. */
import { squareName } from "../../board/geometry";
import { say } from "../../words/text";
import { plain, type Dial, type GameEditor } from "../editor";
import { cells } from "./board";

const material: Dial = {
  name: "material",
  title: say("Matériel", "Material"),
  values: [
    { value: "", title: say("à soi", "its own") },
    { value: "'", title: say("pris à l'autre", "captured") },
  ],
};

const otherCamp: Record<string, string> = { Y: "R", R: "Y" };

export const editor: GameEditor = {
  pieces: [..."EBADMCTOHXPGSebadmctohxpgs"].map((letter) => ({ id: letter, sign: (dials) => letter + (dials["material"] ?? "") })),
  pieceDials: () => [material],
  grounds: plain(...[".", "~", "v", "g", "b", "n"].flatMap((sign) => [sign, `${sign}*`]), "Y", "R"),
  groundDials: [],
  numbers: [
    { key: "counters", title: say("Pions qui ont un pion plat", "Pawns that have a flat counter") },
    { key: "quiet-moves", title: say("Coups sans événement qui terminent la partie", "Moves without an event that end the game") },
    { key: "all-moves", title: say("Coups en tout", "Moves in all") },
    { key: "ask-again", title: say("Tours entre deux demandes d'armistice", "Turns between two requests for an armistice") },
  ],
  exchanged: (sign) => otherCamp[sign] ?? sign,
  plainGround: ".",
  cellOfSign: () => ".",
  cells,
  bareCell: () => ".",
  pointAt: (board, _sign, row, index) => squareName(index, board.block("map").length - 1 - row),
  lasting: ["J", "R"],
  turns: [
    { text: "J roll", title: say("Les Jaunes lancent le dé", "Yellow rolls the die") },
    { text: "J move die=2", title: say("Les Jaunes bougent, de deux cases", "Yellow moves, two squares") },
    { text: "R roll", title: say("Les Roses lancent le dé", "Pink rolls the die") },
    { text: "R move die=2", title: say("Les Roses bougent, de deux cases", "Pink moves, two squares") },
  ],
};
