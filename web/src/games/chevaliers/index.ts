/** Échec aux Chevaliers. */
import board1969 from "../../../../boards/chevaliers/1969.board" with { type: "text" };
import type { Game } from "../game";
import { board } from "./board";
import { Figure, Ground } from "./figures";
import { Lid } from "./lid";
import { reasons, words } from "./words";

export const chevaliers: Game = {
  id: "chevaliers",
  words,
  reasons,
  lid: { title: "ÉCHEC AUX CHEVALIERS", edge: "#241534", Art: Lid },
  boards: { option: "board", usual: "1969", files: { "1969": board1969 } },
  ...board,
  Figure,
  Ground,
  clauses: { move: "E5", over: "E16" },
  nodes: 3000,
};
