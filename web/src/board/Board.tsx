/**
 * A picture as SVG. Points are a labelled grid for those who hear it; pieces, marks and lights are drawn above and are silent.
 * What can be done is given from outside (useBoard.ts): the board only shows it.
 */
import type { JSX, Ref, VNode } from "preact";
import type { Handle } from "../games/game";
import type { Language } from "../model";
import { boardWord } from "../words/board";
import { Arrows, Reply } from "./arrows";
import type { Picture, Point } from "./geometry";
import * as glyphs from "./glyphs";
import { Ground, Laid } from "./ground";
import { Glyph } from "./parts";
import { TraceOf, type Trace } from "./trace";
import { sceneryTurn } from "./rotate";
import { pointLabel, type Light } from "./words";

export interface BoardProps {
  picture: Picture;
  language: Language;
  /** What may be picked up and where it may go. */
  lights?: ReadonlyMap<string, Light>;
  /** What was last done. */
  last?: Trace;
  /** A token that is pointed at, by a hint or a lesson. */
  pointed?: string;
  /** Tokens worth playing, the best first. */
  arrows?: readonly string[];
  /** The token that the other side is expected to answer with. */
  reply?: string;
  /** The keyboard's place. */
  cursor?: string;
  handles?: (Handle & { token: string; label: string })[];
  svg?: Ref<SVGSVGElement>;
  events?: JSX.SVGAttributes<SVGSVGElement>;
  onPoint?: (point: string) => void;
  onHandle?: (handle: Handle) => void;
  onFocus?: (point: string) => void;
}

const at = (point: Point): string => `translate(${point.x} ${point.y})`;

function rowsOf(points: Point[]): Point[][] {
  const rows = new Map<number, Point[]>();
  for (const point of points) rows.set(point.row, [...(rows.get(point.row) ?? []), point]);
  return [...rows.entries()].sort(([a], [b]) => a - b).map(([, row]) => row.sort((a, b) => a.x - b.x));
}

function Cell({ point, props }: { point: Point; props: BoardProps }): VNode {
  const { picture, language, cursor } = props;
  const light = props.lights?.get(point.name);
  const last = props.last?.points.includes(point.name) ? " last" : "";
  return (
    <g
      role="gridcell"
      class={`point ${point.terrain}${light ? ` ${light}` : ""}${last}`}
      data-point={point.name}
      transform={at(point)}
      tabindex={point.name === (cursor ?? picture.points[0]?.name) ? 0 : -1}
      aria-label={pointLabel(picture, point, light, language)}
      aria-selected={light === "held"}
      onFocus={() => props.onFocus?.(point.name)}
      onClick={(event) => {
        // Readers and switches press without a pointer; pointers are followed by the board as a whole.
        if (event.detail === 0) props.onPoint?.(point.name);
      }}
    >
      <Ground game={picture.game} point={point} />
      {last && <path class="trace" d={point.outline} />}
    </g>
  );
}

/** Below the pieces: what may be picked up and what is held. Above them: where it may go. */
function Lights({ props, above }: { props: BoardProps; above: boolean }): VNode {
  const { picture, lights } = props;
  const occupied = new Set(picture.pieces.map((piece) => piece.at));
  return (
    <g class="lights" aria-hidden="true">
      {picture.points.map((point) => {
        const light = lights?.get(point.name);
        const goal = light === "target" || light === "far" || light === "turn";
        if (!light || light === "open" || goal !== above) return null;
        if (goal && !occupied.has(point.name)) return <circle class={`dot ${light}`} key={point.name} transform={at(point)} r={light === "target" ? 9 : 7} />;
        return <path class={`halo ${light}${goal && light !== "turn" ? " hit" : ""}`} key={point.name} transform={at(point)} d={point.outline} />;
      })}
    </g>
  );
}

function Pieces({ props }: { props: BoardProps }): VNode {
  const { picture, language } = props;
  const points = new Map(picture.points.map((point) => [point.name, point]));
  const held = (name: string): boolean => props.lights?.get(name) === "held";
  return (
    <g class="pieces" aria-hidden="true">
      {picture.pieces.map((piece) => {
        const point = points.get(piece.at);
        if (!point) return null;
        return (
          <g key={`${piece.at} ${piece.side}${piece.kind}`} class={`piece ${piece.kind}${held(piece.at) ? " held" : ""}`} data-side={piece.side} data-at={piece.at} transform={at(point)}>
            <g class="figure">
              <picture.game.Figure piece={piece} language={language} />
            </g>
          </g>
        );
      })}
    </g>
  );
}

const icons: Record<Handle["icon"], { path: string; flip: string }> = {
  left: { path: glyphs.turnLeft, flip: "" },
  right: { path: glyphs.turnLeft, flip: "scale(-1 1)" },
  face: { path: glyphs.arrowUp, flip: "" },
};

function Handles({ props }: { props: BoardProps }): VNode {
  return (
    <g class="handles">
      {(props.handles ?? []).map((handle) => (
        <g
          key={handle.way}
          class={handle.token === props.pointed ? "handle pointed" : "handle"}
          role="button"
          data-token={handle.token}
          aria-label={handle.label}
          tabindex={0}
          transform={`translate(${handle.x} ${handle.y})`}
          onPointerDown={(event) => event.stopPropagation()}
          onClick={() => props.onHandle?.(handle)}
          onKeyDown={(event) => {
            if (event.key === "Enter" || event.key === " ") props.onHandle?.(handle);
          }}
        >
          <circle class="reach" r="22" />
          <circle r="14" />
          <g transform={handle.icon === "face" ? `rotate(${handle.angle})` : icons[handle.icon].flip}>
            <Glyph path={icons[handle.icon].path} size={0.85} />
          </g>
        </g>
      ))}
    </g>
  );
}

/** The points of the token that is pointed at, and the way through them. */
function Pointed({ picture, token }: { picture: Picture; token: string }): VNode {
  const names = picture.game.steps(token).map((step) => step.point);
  const points = names.flatMap((name) => picture.points.filter((point) => point.name === name));
  return (
    <g class="pointing" aria-hidden="true">
      {points.length > 1 && <path class="way" d={`M${points.map(({ x, y }) => `${x},${y}`).join("L")}`} />}
      {points.map((point) => (
        <path key={point.name} transform={at(point)} d={point.outline} />
      ))}
    </g>
  );
}

/** A lozenge in each corner, as printers set them. */
function ornaments({ width, height }: Picture): string {
  return [[11, 11], [width - 11, 11], [11, height - 11], [width - 11, height - 11]].map(([x, y]) => `M${x},${(y ?? 0) - 4}l4,4l-4,4l-4,-4Z`).join("");
}

function Scenery({ picture, over }: { picture: Picture; over: boolean }): VNode {
  return (
    <g transform={sceneryTurn(picture)}>
      {picture.scenery.filter((one) => Boolean(one.over) === over).map((one) => (
        <path key={one.look} class={`scenery ${one.look}`} d={one.path} />
      ))}
    </g>
  );
}

function Frame({ picture }: { picture: Picture }): VNode {
  return (
    <g class="frame" aria-hidden="true">
      <rect class="sheet" x="1" y="1" width={picture.width - 2} height={picture.height - 2} rx="6" />
      <rect class="border" x="5" y="5" width={picture.width - 10} height={picture.height - 10} rx="3" />
      <path class="ornament" d={ornaments(picture)} />
      <Scenery picture={picture} over={false} />
      {picture.margin.map((one) => (
        <text key={`${one.x} ${one.y}`} class={one.size ? "margin title" : "margin"} x={one.x} y={one.y} text-anchor="middle" dominant-baseline="central" font-size={one.size}>
          {one.text}
        </text>
      ))}
    </g>
  );
}

export function Board(props: BoardProps): VNode {
  const { picture, language } = props;
  const points = new Map(picture.points.map((point) => [point.name, point]));
  const ring = props.cursor ? points.get(props.cursor) : undefined;
  return (
    <svg
      ref={props.svg}
      class={`board board-${picture.game.id}`}
      data-game={picture.game.id}
      viewBox={`0 0 ${picture.width} ${picture.height}`}
      {...props.events}
    >
      <Frame picture={picture} />
      <g class="points" role="grid" aria-label={boardWord(language, "board")}>
        {rowsOf(picture.points).map((row) => (
          <g role="row" key={row[0]?.row}>
            {row.map((point) => (
              <Cell key={point.name} point={point} props={props} />
            ))}
          </g>
        ))}
      </g>
      <g class="over" aria-hidden="true">
        <Scenery picture={picture} over={true} />
        {picture.marks.map((mark) => {
          const point = points.get(mark.at);
          return point ? (
            <g key={`${mark.kind} ${mark.at}`} transform={at(point)}>
              <Laid game={picture.game} mark={mark} />
            </g>
          ) : null;
        })}
      </g>
      <Lights props={props} above={false} />
      {props.pointed !== undefined && <Pointed picture={picture} token={props.pointed} />}
      <Pieces props={props} />
      {props.last && <TraceOf picture={picture} trace={props.last} />}
      {props.reply !== undefined && <Reply picture={picture} token={props.reply} />}
      {props.arrows && <Arrows picture={picture} tokens={props.arrows} />}
      <Lights props={props} above={true} />
      <Handles props={props} />
      {ring && <path class="ring" aria-hidden="true" transform={at(ring)} d={ring.outline} />}
      <g class="effects" aria-hidden="true" />
    </svg>
  );
}
