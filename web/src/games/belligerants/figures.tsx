/** Printed pawns; water, woods, wire and craters on the ground. */
import type { VNode } from "preact";
import type { Mark, Point } from "../../board/geometry";
import * as glyphs from "../../board/glyphs";
import { Art, Glyph, Letter, MarkFrame, ripples } from "../../board/parts";
import type { FigureProps } from "../game";

const arms: Record<string, string> = {
  staff: glyphs.star5,
  bomber: glyphs.bomber,
  fighter: glyphs.fighter,
  flak: glyphs.flak,
  "machine-gun": glyphs.machineGun,
  cannon: glyphs.cannon,
  tank: glyphs.tank,
  officer: glyphs.kepi,
  ambulance: glyphs.cross,
  spy: glyphs.eye,
  patrol: glyphs.chevrons,
  sentinel: glyphs.sentryBox,
  soldier: glyphs.steelHelmet,
};

export function Figure({ piece, language }: FigureProps): VNode {
  const yellow = piece.side === "J";
  const shape = yellow ? "M-17,-20H17Q20,-20 20,-17V17Q20,20 17,20H-17Q-20,20 -20,17V-17Q-20,-20 -17,-20Z" : "M-21,0A21,21 0 1 1 21,0A21,21 0 1 1 -21,0Z";
  return (
    <>
      {piece.marks.includes("turned-coat") && <path class="counter" d="M-22.5,14H22.5V22.5H-22.5Z" />}
      <path class="body" d={shape} />
      <Glyph path={arms[piece.kind] ?? ""} size={0.82} y={-8} />
      <Letter size={17} y={10}>
        {piece.letter[language]}
      </Letter>
    </>
  );
}

const tree = "M0,-16L9,-4H5L12,6H2.2V13H-2.2V6H-12L-5,-4H-9Z";
const wire = "M-19,-7H19M-19,7H19M-14,-11L-8,-3M-8,-11L-14,-3M-3,-11L3,-3M3,-11L-3,-3M8,-11L14,-3M14,-11L8,-3M-14,3L-8,11M-8,3L-14,11M-3,3L3,11M3,3L-3,11M8,3L14,11M14,3L8,11";
const crater = "M-2,-15L2,-6L11,-12L7,-3L16,0L7,4L11,13L2,7L-3,15L-4,6L-13,10L-8,2L-16,-2L-7,-5L-11,-13L-4,-7Z";

const art: Record<string, { line?: string; fill?: string }> = {
  blue: { line: ripples },
  green: { fill: tree },
  grey: { line: wire },
  snow: { fill: glyphs.cross },
  night: { fill: crater },
};

export const Ground = ({ point }: { point: Point }): VNode => <Art {...art[point.terrain]} />;

export function Laid({ mark }: { mark: Mark }): VNode {
  return mark.kind === "crossroads" ? <path class="mark crossroads" d={glyphs.star8} transform="scale(1.9)" /> : <MarkFrame mark={mark} />;
}
