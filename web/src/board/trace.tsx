/** What was last done, shown on the board until something else is: the ways of pieces, shots, and what was hit. */
import type { VNode } from "preact";
import type { Happening } from "../model";
import { shapeOf } from "./arrows";
import type { Picture, Point } from "./geometry";

type Look = "way" | "shot";

/** Events that lead from one point to another. */
const looks: Record<string, Look> = { moved: "way", transferred: "way", fired: "shot", fought: "shot", summoned: "shot" };
/** Events that happen to what stands on a point. */
const hits = new Set(["taken", "destroyed", "lost"]);

export interface Trace {
  /** Points in order; the steps of one piece are one way. */
  ways: { look: Look; points: string[] }[];
  hits: string[];
  /** All points that something happened on. */
  points: string[];
}

/** What is shown of it here. */
export type Done = Pick<Happening, "seat" | "events">;

const isSeen = ({ events }: Done): boolean => events.some(({ kind }) => kind in looks || hits.has(kind) || kind === "turned");

/** The happenings of the last turn in which something happened on the board, dice and all. */
function lastTurn(log: readonly Done[]): readonly Done[] {
  let last = log.length - 1;
  while (last >= 0 && !isSeen(log[last] as Done)) last--;
  if (last < 0) return [];
  let first = last;
  const seat = log.slice(0, last + 1).filter((one) => one.seat !== "#" && one.seat !== "").at(-1)?.seat;
  while (first > 0 && ["#", "", seat].includes(log[first - 1]?.seat ?? "")) first--;
  return log.slice(first, last + 1);
}

export function traceOf(log: readonly Done[]): Trace {
  const trace: Trace = { ways: [], hits: [], points: [] };
  for (const { kind, from, to } of lastTurn(log).flatMap(({ events }) => events)) {
    const look = looks[kind];
    if (look && from !== undefined && to !== undefined && from !== to) {
      const before = trace.ways.filter((way) => way.look === "way" && way.points.at(-1) === from).at(-1);
      if (look === "way" && before) before.points.push(to);
      else trace.ways.push({ look, points: [from, to] });
    }
    if (hits.has(kind) && to !== undefined && !trace.hits.includes(to)) trace.hits.push(to);
    if (look || hits.has(kind) || kind === "turned") trace.points.push(...[from, to].filter((point) => point !== undefined));
  }
  return trace;
}

/** An arrow ends before the piece that came, and a shot begins before the piece that fired. */
const APART = 23;
const CROSS = "M-10,-10L10,10M10,-10L-10,10";

function begun([first, second, ...rest]: Point[]): Point[] {
  if (!first || !second) return [];
  const length = Math.hypot(second.x - first.x, second.y - first.y) || 1;
  const part = Math.min(APART, length / 3) / length;
  return [{ ...first, x: first.x + (second.x - first.x) * part, y: first.y + (second.y - first.y) * part }, second, ...rest];
}

export function TraceOf({ picture, trace }: { picture: Picture; trace: Trace }): VNode {
  const named = new Map(picture.points.map((point) => [point.name, point]));
  const found = (names: readonly string[]): Point[] => names.flatMap((name) => named.get(name) ?? []);
  const occupied = new Set(picture.pieces.map(({ at }) => at));
  return (
    <g class="traces" aria-hidden="true">
      {found(trace.hits).map((point) => (
        <g key={point.name} class="hit" transform={`translate(${point.x} ${point.y})`}>
          <path class="struck" d={point.outline} />
          {!occupied.has(point.name) && <path class="cross" d={CROSS} />}
        </g>
      ))}
      {trace.ways.map(({ look, points }, i) => {
        const way = found(points);
        if (way.length < 2) return null;
        const { way: line, head } = shapeOf(occupied.has(points[0] ?? "") ? begun(way) : way, 7, APART);
        return (
          <g key={i} class={`went ${look}`}>
            <path class="casing" d={line} />
            <path class="shaft" d={line} />
            <path class="head" d={head} />
          </g>
        );
      })}
    </g>
  );
}
