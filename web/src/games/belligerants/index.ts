/** Les Belligérants. */
import plaine from "../../../../boards/belligerants/plaine.board" with { type: "text" };
import riviere from "../../../../boards/belligerants/riviere.board" with { type: "text" };
import type { Game } from "../game";
import { board } from "./board";
import { dice } from "./dice";
import { Figure, Ground, Laid } from "./figures";
import { Lid } from "./lid";
import { Prisoners } from "./prisoners";
import { warning } from "./warning";
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
  warning,
  nodes: 1500,
};
