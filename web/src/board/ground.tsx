/** The points of a board and the marks on them, as their game prints them. */
import type { VNode } from "preact";
import type { Game } from "../games/game";
import type { Mark, Point } from "./geometry";
import { MarkFrame } from "./parts";

function PointName({ point }: { point: Point }): VNode | null {
  if (!point.print) return null;
  return (
    <text class="print" y="14.5" text-anchor="middle" dominant-baseline="central" font-size="8.5">
      {point.print}
    </text>
  );
}

export function Ground({ game, point }: { game: Game; point: Point }): VNode {
  const Print = game.Ground ?? PointName;
  return (
    <>
      <path class="ground" d={point.outline} />
      <Print point={point} />
    </>
  );
}

export function Laid({ game, mark }: { game: Game; mark: Mark }): VNode {
  const Drawn = game.Mark ?? MarkFrame;
  return <Drawn mark={mark} />;
}
