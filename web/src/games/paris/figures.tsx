/** Counters, a shape for each rank. */
import type { VNode } from "preact";
import { Letter } from "../../board/parts";
import type { FigureProps } from "../game";

const counters: Record<string, string> = {
  general: "M0,-21L5.4,-15.8L12.6,-16.8L13.8,-9.6L20,-6.4L17,0L20,6.4L13.8,9.6L12.6,16.8L5.4,15.8L0,21L-5.4,15.8L-12.6,16.8L-13.8,9.6L-20,6.4L-17,0L-20,-6.4L-13.8,-9.6L-12.6,-16.8L-5.4,-15.8Z",
  colonel: "M0,-20.5L20.5,0L0,20.5L-20.5,0Z",
  captain: "M-15.5,-15.5H15.5V15.5H-15.5Z",
  lieutenant: "M0,-18.5L18,14.5H-18Z",
  soldier: "M-13.5,0A13.5,13.5 0 1 1 13.5,0A13.5,13.5 0 1 1 -13.5,0Z",
};

export function Figure({ piece, language }: FigureProps): VNode {
  const shape = counters[piece.kind] ?? "";
  const letter = piece.letter[language];
  return (
    <>
      <path class="body" d={shape} />
      <path class="rim" d={shape} transform="scale(0.82)" />
      {piece.side === "G" && <path class="band" d="M-12,15H12L14,20.5H-14Z" />}
      <Letter size={letter.length > 1 || piece.kind === "soldier" ? 15 : 18} y={piece.kind === "lieutenant" ? 4.5 : 0.5}>
        {letter}
      </Letter>
    </>
  );
}
