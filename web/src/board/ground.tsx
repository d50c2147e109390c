/** What is printed on the points: ponds, castles, woods, the numbers of the combat grid. */
import type { VNode } from "preact";
import type { GameId } from "../model";
import type { Mark, Point } from "./geometry";
import { Glyph } from "./figures";
import * as glyphs from "./glyphs";

const ripples = "M-17,-9q4.2,-5 8.5,0t8.5,0t8.5,0t8.5,0M-17,2q4.2,-5 8.5,0t8.5,0t8.5,0t8.5,0M-17,13q4.2,-5 8.5,0t8.5,0t8.5,0t8.5,0";
const castle = "M-17,17V-6H-19V-15H-14V-11H-10V-15H-5V-9H-4V-19H0V-15.5H0.2V-19H4V-9H5V-15H10V-11H14V-15H19V-6H17V17H5V8C5,1.5 -5,1.5 -5,8V17Z";
const tree = "M0,-16L9,-4H5L12,6H2.2V13H-2.2V6H-12L-5,-4H-9Z";
const wire = "M-19,-7H19M-19,7H19M-14,-11L-8,-3M-8,-11L-14,-3M-3,-11L3,-3M3,-11L-3,-3M8,-11L14,-3M14,-11L8,-3M-14,3L-8,11M-8,3L-14,11M-3,3L3,11M3,3L-3,11M8,3L14,11M14,3L8,11";
const crater = "M-2,-15L2,-6L11,-12L7,-3L16,0L7,4L11,13L2,7L-3,15L-4,6L-13,10L-8,2L-16,-2L-7,-5L-11,-13L-4,-7Z";

/** By game and terrain: an outline that is stroked, or a shape that is filled. */
const prints: Record<string, { line?: string; fill?: string }> = {
  "chevaliers pond": { line: ripples },
  "chevaliers castle-S": { fill: castle },
  "chevaliers castle-O": { fill: castle },
  "belligerants blue": { line: ripples },
  "belligerants green": { fill: tree },
  "belligerants grey": { line: wire },
  "belligerants snow": { fill: glyphs.cross },
  "belligerants night": { fill: crater },
};

function Print({ game, point }: { game: GameId; point: Point }): VNode | null {
  const art = prints[`${game} ${point.terrain}`];
  if (art) return <path class={art.line ? "art line" : "art"} d={art.line ?? art.fill} />;
  if (!point.print) return null;
  if (game === "chars") return <text class="print" x="-21" y="-16.5" dominant-baseline="central" font-size="10">{point.print}</text>;
  if (game === "paris") return null;
  return <text class="print" y="14.5" text-anchor="middle" dominant-baseline="central" font-size="8.5">{point.print}</text>;
}

export function Ground({ game, point }: { game: GameId; point: Point }): VNode {
  return (
    <>
      <path class="ground" d={point.outline} />
      <Print game={game} point={point} />
    </>
  );
}

export function Laid({ mark }: { mark: Mark }): VNode {
  switch (mark.kind) {
    case "crossroads":
      return <path class="mark crossroads" d={glyphs.star8} transform="scale(1.9)" />;
    case "mine":
      return (
        <g class="mark mine">
          <Glyph path={glyphs.mine} size={1.5} />
        </g>
      );
    case "swept":
      return <path class="mark swept" d="M12,16.5L15,20L20.5,13" />;
    case "red":
    case "white":
      return (
        <g class={`mark shot ${mark.kind}`}>
          <circle r="13" />
          <path d={mark.kind === "red" ? "M-7,-7L7,7M-7,7L7,-7" : "M0,-8V8M-8,0H8"} />
        </g>
      );
    default:
      return <rect class={`mark ${mark.kind}`} x="-21" y="-21" width="42" height="42" rx="6" />;
  }
}
