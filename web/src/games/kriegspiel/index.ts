/** Kriegspiel. */
import long from "../../../../boards/kriegspiel/long.board" with { type: "text" };
import standard from "../../../../boards/kriegspiel/standard.board" with { type: "text" };
import { pipFaces } from "../../board/dice";
import type { Game } from "../game";
import { board } from "./board";
import { Figure } from "./figures";
import { Lid } from "./lid";
import { reasons, words } from "./words";

export const kriegspiel: Game = {
  id: "kriegspiel",
  words,
  reasons,
  lid: { title: "KRIEGSPIEL", edge: "#4a2210", Art: Lid },
  boards: { option: "field", usual: "standard", files: { standard, long } },
  ...board,
  Figure,
  dice: { faces: pipFaces(0, 1, 2, 3, 4, 5) },
  clauses: { lots: "K10", move: "K12", fire: "K25", die: "K30", over: "K33" },
  nodes: 150,
};
