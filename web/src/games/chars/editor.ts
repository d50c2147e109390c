/** How positions and boards of Bataille de Chars are written. */
import { say } from "../../words/text";
import { numbers, plain, type Brush, type Dial, type GameEditor } from "../editor";
import { cells } from "./board";

const rank: Dial = { name: "rank", title: say("Rang", "Rank"), values: numbers(1, 2, 3, 4, 5, 6) };
const tank = (side: string): Brush => ({ id: side, sign: (dials) => side + (dials["rank"] ?? "1") });

const otherCamp: Record<string, string> = { v: "g", g: "v", V: "G", G: "V" };

export const editor: GameEditor = {
  pieces: [tank("V"), tank("G"), ...plain("A", "B", "C", "o")],
  pieceDials: () => [rank],
  grounds: plain(".", "v", "V", "g", "G"),
  groundDials: [],
  numbers: [
    { key: "guns", title: say("Canons anti-chars", "Anti-tank guns") },
    { key: "mines", title: say("Mines", "Mines") },
    { key: "red-shots", title: say("Tirs rouges par tour", "Red shots a turn") },
    { key: "white-shots", title: say("Tirs blancs pour la partie", "White shots for the game") },
    { key: "points", title: say("Cases par tour", "Squares a turn") },
    { key: "points-without-fuel", title: say("Cases par tour sans Réserve de Carburant", "Squares a turn without a fuel depot") },
    { key: "tank-steps", title: say("Cases par char", "Squares for one tank") },
    { key: "few-tanks", title: say("Chars restants qui lèvent cette limite", "Tanks left that lift this limit") },
    { key: "die-red", title: say("Faces rouges du dé", "Red faces of the die") },
    { key: "die-black", title: say("Faces noires du dé", "Black faces of the die") },
    { key: "quiet-turns", title: say("Tours sans perte qui font la nulle", "Turns without a loss that draw the game") },
  ],
  exchanged: (sign) => otherCamp[sign] ?? sign,
  plainGround: "V",
  cellOfSign: () => ".",
  cells,
  bareCell: () => ".",
  // Squares are numbered from the lower right.
  pointAt: (board, _sign, row, index) => String((board.block("map").length - 1 - row) * 10 + 10 - index),
  lasting: ["blanks", "quiet", "loud", "spent", "fallen", "mines", "hidden", "swept"],
  turns: [
    { text: "V plot", title: say("Les Verts notent leurs tirs", "Green plots its shots") },
    { text: "V move", title: say("Les Verts bougent", "Green moves") },
    { text: "G plot", title: say("Les Gris notent leurs tirs", "Grey plots its shots") },
    { text: "G move", title: say("Les Gris bougent", "Grey moves") },
  ],
};
