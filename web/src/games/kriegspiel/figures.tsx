/** Plates with figures, which face a direction. */
import type { VNode } from "preact";
import * as glyphs from "../../board/glyphs";
import { Glyph, Letter } from "../../board/parts";
import type { FigureProps } from "../game";

const plates: Record<string, string> = {
  F: "M-17,0A17,17 0 1 1 17,0A17,17 0 1 1 -17,0Z",
  A: "M-7,-16.5H7L16.5,-7V7L7,16.5H-7L-16.5,7V-7Z",
};
const troops: Record<string, string> = { soldiers: glyphs.soldier, cavalry: glyphs.horse, cannon: glyphs.cannon };

export function Figure({ piece }: FigureProps): VNode {
  const shape = plates[piece.side] ?? "";
  if (piece.kind === "wreck") {
    return (
      <g class="wreck">
        <path class="body" d={shape} transform="scale(0.86)" />
        <Glyph path={glyphs.cannon} size={0.85} turn={24} />
        <path class="strike" d="M-13,-13L13,13" />
      </g>
    );
  }
  return (
    <>
      <path class={piece.marks.includes("unturned") ? "nose unturned" : "nose"} d="M-13.5,-10.5L0,-27L13.5,-10.5Z" transform={`rotate(${piece.facing ?? 0})`} />
      <path class="body" d={shape} />
      <path class="rim" d={shape} transform="scale(0.8)" />
      {/* The number stands on the plate: around it nothing may hide which way it faces. */}
      <Glyph path={troops[piece.kind] ?? ""} size={0.82} x={-4.2} y={-1} />
      <Letter size={15} x={7.6} y={1}>
        {piece.count ?? ""}
      </Letter>
    </>
  );
}
