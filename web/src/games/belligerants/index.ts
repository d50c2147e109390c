/** Les Belligérants. */
import plaine from "../../../../boards/belligerants/plaine.board" with { type: "text" };
import riviere from "../../../../boards/belligerants/riviere.board" with { type: "text" };
import type { Game } from "../game";
import { board } from "./board";
import { dice } from "./dice";
import { Figure, Ground, Laid } from "./figures";
import { Lid } from "./lid";
import { Prisoners } from "./prisoners";
import { reasons, words } from "./words";

export const belligerants: Game = {
  id: "belligerants",
  words,
  reasons,
  lid: { title: "LES BELLIGÉRANTS", edge: "#7d6410", Art: Lid },
  boards: { option: "board", usual: "riviere", files: { riviere, plaine } },
  ...board,
  Figure,
  Ground,
  Mark: Laid,
  Beside: Prisoners,
  phases: { setup: "setup" },
  dice,
  clauses: { setup: "B5", lots: "B5", ask: "B28", price: "B28", answer: "B28", roll: "B7", move: "B7", forfeit: "B15", over: "B27" },
  nodes: 1500,
};
