/** Siège de Paris. */
import classique from "../../../../boards/paris/classique.board" with { type: "text" };
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
  boards: { option: "board", usual: "classique", files: { classique } },
  ...board,
  Figure,
  phases: { general: "setup", colonel: "setup" },
  nodes: 700,
};
