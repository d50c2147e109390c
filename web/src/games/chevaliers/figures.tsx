/** Shields for Knights, bucklers for Men-at-Arms; ponds and castles on the ground. */
import type { VNode } from "preact";
import type { Point } from "../../board/geometry";
import * as glyphs from "../../board/glyphs";
import { Art, Glyph, Letter, ripples } from "../../board/parts";
import type { FigureProps } from "../game";

const shields: Record<string, string> = {
  "S knight": "M-17,-20H17V0C17,11 8,17 0,21C-8,17 -17,11 -17,0Z",
  "O knight": "M-18,-18C-11,-16 -5,-18 0,-22C5,-18 11,-16 18,-18C15,-8 20,2 14,11C10,17 4,18 0,21C-4,18 -10,17 -14,11C-20,2 -15,-8 -18,-18Z",
  "S man": "M-15,0A15,15 0 1 1 15,0A15,15 0 1 1 -15,0Z",
  "O man": "M0,-18L16,0L0,18L-16,0Z",
};

export function Figure({ piece, language }: FigureProps): VNode {
  const knight = piece.kind === "knight";
  const shape = shields[`${piece.side} ${piece.kind}`] ?? "";
  return (
    <>
      <path class="body" d={shape} />
      <path class="rim" d={shape} transform="scale(0.84)" />
      {knight ? <Glyph path={glyphs.horse} size={1.05} x={1} y={-1.5} /> : <Glyph path={glyphs.helmet} size={0.78} y={-0.5} />}
      <g class="badge" transform={knight ? "translate(12 13)" : "translate(11 11)"}>
        <circle r="6.5" />
        <Letter size={9.5}>{piece.letter[language]}</Letter>
      </g>
    </>
  );
}

const castle = "M-17,17V-6H-19V-15H-14V-11H-10V-15H-5V-9H-4V-19H0V-15.5H0.2V-19H4V-9H5V-15H10V-11H14V-15H19V-6H17V17H5V8C5,1.5 -5,1.5 -5,8V17Z";

const art: Record<string, { line?: string; fill?: string }> = {
  pond: { line: ripples },
  "castle-S": { fill: castle },
  "castle-O": { fill: castle },
};

export const Ground = ({ point }: { point: Point }): VNode => <Art {...art[point.terrain]} />;
