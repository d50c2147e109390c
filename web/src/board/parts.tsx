/** What figures are made of. Sides differ in shape, kinds in silhouette and letter; colour only helps. */
import type { ComponentChildren, VNode } from "preact";
import type { Mark } from "./geometry";

interface GlyphProps {
  path: string;
  x?: number;
  y?: number;
  size?: number;
  turn?: number;
}

export function Glyph({ path, x = 0, y = 0, size = 1, turn = 0 }: GlyphProps): VNode {
  return <path class="glyph" fill-rule="evenodd" d={path} transform={`translate(${x} ${y}) rotate(${turn}) scale(${size})`} />;
}

export function Letter({ y = 0, x = 0, size, children }: { x?: number; y?: number; size: number; children: ComponentChildren }): VNode {
  return (
    <text class="letter" x={x} y={y} font-size={size} text-anchor="middle" dominant-baseline="central">
      {children}
    </text>
  );
}

/** The drawing on a point: an outline that is stroked, or a shape that is filled. */
export function Art({ line, fill }: { line?: string; fill?: string }): VNode | null {
  const d = line ?? fill;
  return d === undefined ? null : <path class={line === undefined ? "art" : "art line"} d={d} />;
}

/** A mark that has no drawing of its own. */
export const MarkFrame = ({ mark }: { mark: Mark }): VNode => <rect class={`mark ${mark.kind}`} x="-21" y="-21" width="42" height="42" rx="6" />;

/** Three rows of waves. */
export const ripples = "M-17,-9q4.2,-5 8.5,0t8.5,0t8.5,0t8.5,0M-17,2q4.2,-5 8.5,0t8.5,0t8.5,0t8.5,0M-17,13q4.2,-5 8.5,0t8.5,0t8.5,0t8.5,0";
