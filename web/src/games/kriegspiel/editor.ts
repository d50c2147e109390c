/** How positions and boards of Kriegspiel are written. */
import { squareName } from "../../board/geometry";
import type { Text } from "../../model";
import { say } from "../../words/text";
import { numbers, otherCase, plain, type Brush, type Dial, type GameEditor } from "../editor";

const figures: Dial = { name: "figures", title: say("Figurines", "Figures"), values: numbers(5, 4, 3, 2, 1) };
const bearings: Record<string, Text> = {
  "8": say("N", "N"),
  "9": say("NE", "NE"),
  "6": say("E", "E"),
  "3": say("SE", "SE"),
  "2": say("S", "S"),
  "1": say("SO", "SW"),
  "4": say("O", "W"),
  "7": say("NO", "NW"),
};
const facing = (columns: boolean): Dial => ({
  name: "facing",
  title: say("Orientation", "Facing"),
  values: [...(columns ? "893217" : "963147")].map((value) => ({ value, title: bearings[value] as Text })),
});

/** A plate is its figures, its kind and where it faces; on the map of a board it faces nowhere yet. */
const most: Record<string, number> = { S: 5, R: 2, C: 4 };
const plate = (kind: string, faces: boolean): Brush => ({
  id: kind,
  sign: (dials) => String(Math.min(Number(dials["figures"] ?? 5), most[kind.toUpperCase()] ?? 5)) + kind + (faces ? (dials["facing"] ?? "9") : ""),
});
const plates = (faces: boolean): Brush[] => [..."SRCsrc"].map((kind) => plate(kind, faces));

export const editor: GameEditor = {
  pieces: [...plates(true), ...plain("-C-", "-c-")],
  pieceDials: (board) => [figures, facing(board.value("hexagons") === "columns")],
  grounds: [...plain("..", "--"), ...plates(false)],
  groundDials: [figures],
  numbers: [
    { key: "hexagons", title: say("Hexagones en rangées (rows) ou en colonnes (columns)", "Hexagons in rows or columns") },
    { key: "points", title: say("Mouvements par tour : soldats, cavaliers, canons", "Movements a turn: soldiers, cavalry, cannons") },
    { key: "range", title: say("Portée : soldats, cavaliers, canons", "Range: soldiers, cavalry, cannons") },
    { key: "quiet", title: say("Tours sans perte qui terminent la partie", "Turns without a loss that end the game") },
  ],
  exchanged: otherCase,
  plainGround: "..",
  gap: "--",
  cellOfSign: (sign) => (sign === ".." ? "..." : sign === "--" ? "---" : `${sign}^`),
  cells: (row) => row.match(/.{3}/g) ?? [],
  bareCell: () => "...",
  // In columns of hexagons the short ones have none in the top line.
  pointAt: (board, sign, row, index) => {
    if (sign === "--") return null;
    const file = board.value("hexagons") === "columns" && row === 0 ? 2 * index : index;
    return squareName(file, board.block("map").length - 1 - row);
  },
  lasting: ["quiet"],
  turns: [
    { text: "F move", title: say("Les Français bougent", "The French move") },
    { text: "F fire", title: say("Les Français tirent", "The French fire") },
    { text: "A move", title: say("Les Anglais bougent", "The English move") },
    { text: "A fire", title: say("Les Anglais tirent", "The English fire") },
  ],
};
