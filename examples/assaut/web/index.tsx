/** Assaut. */
import classic from "../../../../boards/assaut/classic.board" with { type: "text" };
import { Letter } from "../../board/parts";
import type { FigureProps, Game } from "../game";
import { board } from "./board";
import { reasons, words } from "./words";

const Figure = ({ piece, language }: FigureProps) => (
  <>
    <circle class="body" r={piece.kind === "officer" ? 19 : 15} />
    <Letter size={16}>{piece.letter[language]}</Letter>
  </>
);

const Lid = ({ title }: { title: string }) => (
  <>
    <path d="M0 0 H320 V216 H0 Z" fill="#7a2f1d" />
    <text x="160" y="120" font-size="48" fill="#f6ead0" text-anchor="middle">
      {title}
    </text>
  </>
);

export const assaut: Game = {
  id: "assaut",
  words,
  reasons,
  lid: { title: "ASSAUT", edge: "#4d1c10", Art: Lid },
  boards: { option: "board", usual: "classic", files: { classic } },
  ...board,
  Figure,
  Ground: () => null,
  nodes: 1000,
};
