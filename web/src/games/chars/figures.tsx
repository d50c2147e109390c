/** Tanks, guns and depots seen from above; mines, swept squares and shots as marks. */
import type { VNode } from "preact";
import type { Mark, Piece, Point } from "../../board/geometry";
import * as glyphs from "../../board/glyphs";
import { Glyph, Letter } from "../../board/parts";
import type { FigureProps } from "../game";

const hulls: Record<string, string> = {
  V: "M-11,-13C-11,-16 11,-16 11,-13V15C11,18 -11,18 -11,15Z",
  G: "M-7,-16H7L11,-11V13L8,17H-8L-11,13V-11Z",
};
const stores: Record<string, string> = { "depot-A": glyphs.headquarters, "depot-B": glyphs.shells, "depot-C": glyphs.drum };

function Tank({ piece, language }: FigureProps): VNode {
  const ahead = ((piece.facing ?? 0) * Math.PI) / 180;
  const turret = { x: -2 * Math.sin(ahead), y: 2 * Math.cos(ahead) };
  return (
    <>
      <g transform={`rotate(${piece.facing ?? 0})`}>
        <path class="track" d="M-17,-14H-10.5V17H-17ZM10.5,-14H17V17H10.5Z" />
        <path class="tread" d="M-17,-9H-11M-17,-4H-11M-17,1H-11M-17,6H-11M-17,11H-11M11,-9H17M11,-4H17M11,1H17M11,6H17M11,11H17" />
        <path class="body" d={hulls[piece.side] ?? ""} />
        <path class="barrel" d="M-2.2,-22H2.2V-6H-2.2Z" />
      </g>
      <circle class={piece.unknown ? "turret unknown" : "turret"} r="10.5" cx={turret.x} cy={turret.y} />
      <Letter size={17} x={turret.x} y={turret.y + 0.5}>
        {piece.letter[language]}
      </Letter>
      {piece.marks.includes("announced") && <path class="underline" d="M-6,10.4H6" />}
      {piece.marks.includes("command") && (
        <g class="badge" transform="translate(14 -14)">
          <circle r="7.5" />
          <Glyph path={glyphs.star5} size={0.62} />
        </g>
      )}
    </>
  );
}

function Gun({ piece }: { piece: Piece }): VNode {
  return (
    <g transform={`rotate(${piece.facing ?? 0})`}>
      <path class="track" d="M-13,-2H-8V10H-13ZM8,-2H13V10H8Z" />
      <path class="barrel" d="M-2,-20H2V2H-2Z" />
      <path class="barrel" d="M-3.4,-20H3.4V-16H-3.4Z" />
      <path class="body" d="M-15,-6L-10,-9H10L15,-6V-2H-15Z" />
      <path class="trail" d="M-2,2L-8,17M2,2L8,17" />
    </g>
  );
}

export function Figure({ piece, language }: FigureProps): VNode {
  if (piece.kind === "tank") return <Tank piece={piece} language={language} />;
  if (piece.kind === "gun") return <Gun piece={piece} />;
  if (piece.kind === "mine") return <Glyph path={glyphs.mine} size={1.5} />;
  return (
    <>
      <path class="body" d={piece.side === "V" ? "M-19,-15C-19,-19 19,-19 19,-15V15C19,19 -19,19 -19,15Z" : "M-14,-19H14L19,-14V14L14,19H-14L-19,14V-14Z"} />
      <Glyph path={stores[piece.kind] ?? ""} size={0.95} x={-5.5} y={2} />
      <Letter size={17} x={10.5} y={1}>
        {piece.letter[language]}
      </Letter>
    </>
  );
}

/** The number of a square stands in its corner. */
export function Ground({ point }: { point: Point }): VNode | null {
  if (!point.print) return null;
  return (
    <text class="print" x="-21" y="-16.5" dominant-baseline="central" font-size="10">
      {point.print}
    </text>
  );
}

export function Laid({ mark }: { mark: Mark }): VNode {
  switch (mark.kind) {
    case "mine":
      return (
        <g class="mark mine">
          <Glyph path={glyphs.mine} size={1.5} />
        </g>
      );
    case "swept":
      return <path class="mark swept" d="M12,16.5L15,20L20.5,13" />;
    default:
      return (
        <g class={`mark shot ${mark.kind}`}>
          <circle r="13" />
          <path d={mark.kind === "red" ? "M-7,-7L7,7M-7,7L7,-7" : "M0,-8V8M-8,0H8"} />
        </g>
      );
  }
}
