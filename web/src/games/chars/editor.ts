/** How positions and boards of Bataille de Chars are written. */
import { say } from "../../words/text";
import { numbers, plain, type Brush, type Dial, type GameEditor } from "../editor";
import { cells } from "./board";

const rank: Dial = { name: "rank", title: say("Grade", "Rank"), values: numbers(1, 2, 3, 4, 5, 6) };
const tank = (side: string): Brush => ({ id: side, sign: (dials) => side + (dials["rank"] ?? "1") });

const otherCamp: Record<string, string> = { v: "g", g: "v", V: "G", G: "V" };

export const editor: GameEditor = {
  pieces: [tank("V"), tank("G"), ...plain("A", "B", "C", "o")],
  pieceDials: () => [rank],
  grounds: plain(".", "v", "V", "g", "G"),
  groundDials: [],
  exchanged: (sign) => otherCamp[sign] ?? sign,
  plainGround: "V",
  cellOfSign: () => ".",
  cells,
  bareCell: () => ".",
  // Squares are numbered from the lower right.
  pointAt: (board, _sign, row, index) => String((board.block("map").length - 1 - row) * 10 + 10 - index),
  lasting: ["blanks", "quiet", "loud", "spent", "fallen", "mines", "hidden", "swept"],
  turns: [
    { text: "V plot", title: say("Les Verts préparent leurs tirs", "Green plots its shots") },
    { text: "V move", title: say("Les Verts bougent", "Green moves") },
    { text: "G plot", title: say("Les Gris préparent leurs tirs", "Grey plots its shots") },
    { text: "G move", title: say("Les Gris bougent", "Grey moves") },
  ],
};
