/** Arrows for what is worth playing: the better, the bolder. */
import type { VNode } from "preact";
import type { Picture, Point } from "./geometry";

const HEAD = 15; // the length of an arrow's head
const SHORT = 6; // an arrow ends before the middle of its goal

/** The way through the points, shortened by its head, and the head. */
export function shapeOf(points: readonly Point[], width: number, short = SHORT): { way: string; head: string } {
  const [from, to] = points.slice(-2) as [Point, Point];
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const at = (back: number, aside: number): string => `${(to.x - dx * back - dy * aside).toFixed(1)},${(to.y - dy * back + dx * aside).toFixed(1)}`;
  const way = [...points.slice(0, -1).map(({ x, y }) => `${x},${y}`), at(short + HEAD, 0)];
  return { way: `M${way.join("L")}`, head: `M${at(short, 0)}L${at(short + HEAD, width)}L${at(short + HEAD, -width)}Z` };
}

function Arrow({ picture, token, place }: { picture: Picture; token: string; place: number }): VNode | null {
  const names = picture.game.steps(token).map((step) => step.point);
  const points = names.flatMap((name) => picture.points.filter((point) => point.name === name));
  const [only] = points;
  if (!only) return null;
  if (points.length === 1)
    return (
      <g class={`arrow place-${place}`} data-token={token}>
        <path class="spot" transform={`translate(${only.x} ${only.y})`} d={only.outline} />
      </g>
    );
  const { way, head } = shapeOf(points, 11 - 2 * place);
  return (
    <g class={`arrow place-${place}`} data-token={token}>
      <path class="shaft" d={way} />
      <path class="head" d={head} />
    </g>
  );
}

/** The best is drawn last, above the others. */
export function Arrows({ picture, tokens }: { picture: Picture; tokens: readonly string[] }): VNode {
  return (
    <g class="arrows" aria-hidden="true">
      {tokens.map((token, i) => <Arrow key={token} picture={picture} token={token} place={i + 1} />).reverse()}
    </g>
  );
}

/** What the other side is expected to answer. */
export function Reply({ picture, token }: { picture: Picture; token: string }): VNode {
  return (
    <g class="arrows reply" aria-hidden="true">
      <Arrow picture={picture} token={token} place={2} />
    </g>
  );
}
