/** Bataille de Chars. */
import board1975 from "../../../../boards/chars/1975.board" with { type: "text" };
import type { Game } from "../game";
import { board } from "./board";
import { dice } from "./dice";
import { Figure, Ground, Laid } from "./figures";
import { Lid } from "./lid";
import { Plot } from "./plot";
import { reveal } from "./reveal";
import { words } from "./words";

export const chars: Game = {
  id: "chars",
  words,
  reasons: {},
  lid: { title: "BATAILLE DE CHARS", edge: "#262d17", Art: Lid },
  boards: { option: "board", usual: "1975", files: { "1975": board1975 } },
  ...board,
  Figure,
  Ground,
  Mark: Laid,
  phases: { setup: "setup", plot: Plot },
  dice,
  acts: { shown: reveal },
  clauses: { setup: "C4", plot: "C12", move: "C16", fight: "C31", roll: "C33", over: "C35" },
  nodes: 30,
};
