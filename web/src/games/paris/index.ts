/** Siège de Paris. */
import classique from "../../../../boards/paris/classique.board" with { type: "text" };
import large from "../../../../boards/paris/large.board" with { type: "text" };
import portes from "../../../../boards/paris/portes.board" with { type: "text" };
import type { Game } from "../game";
import { board } from "./board";
import { Figure } from "./figures";
import { Lid } from "./lid";
import { reasons, words } from "./words";

export const paris: Game = {
  id: "paris",
  words,
  reasons,
  lid: { title: "SIÈGE DE PARIS", edge: "#5b4326", Art: Lid },
  boards: { option: "board", usual: "portes", files: { classique, large, portes } },
  ...board,
  Figure,
  phases: { general: "setup", colonel: "setup" },
  clauses: { general: "P6", colonel: "P6", "move G": "P13", "move B": "P7", "move N": "P7", "move BN": "P7", summons: "P19", over: "P22" },
  nodes: 700,
};
