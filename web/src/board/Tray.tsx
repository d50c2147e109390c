/** What is still to be placed: tap to take, or drag onto the board. */
import type { RefObject, VNode } from "preact";
import type { Thing } from "../games/game";
import type { Language } from "../model";
import { boardWord } from "../words/board";
import { pieceOf, type Arrangement } from "./arrange";
import { CELL, type Picture } from "./geometry";
import { pointMeant, spotOf } from "./pointer";

interface TrayProps {
  picture: Picture;
  things: readonly Thing[];
  arrangement: Arrangement;
  /** The thing whose places are lit. */
  current: number;
  side: string;
  language: Language;
  svg: RefObject<SVGSVGElement>;
  places: readonly string[];
  take: (index: number) => void;
  put: (index: number, point: string) => void;
}

/** Things alike are one heap; what is placed keeps its room, so that nothing moves. */
function heaps(things: readonly Thing[], arrangement: Arrangement): { index: number; thing: Thing; count: number }[] {
  const list: { index: number; thing: Thing; count: number }[] = [];
  things.forEach((thing, index) => {
    const left = arrangement[index] === null ? 1 : 0;
    const heap = list.find((one) => one.thing.thing === thing.thing);
    if (!heap) list.push({ index, thing, count: left });
    else {
      if (heap.count === 0) heap.index = index;
      heap.count += left;
    }
  });
  return list;
}

export function Tray({ picture, things, arrangement, current, side, language, svg, places, take, put }: TrayProps): VNode {
  const list = heaps(things, arrangement);
  const next = arrangement.indexOf(null);
  /** A drag from the tray ends where the finger is let go. */
  const follow = (index: number): void => {
    const letGo = new AbortController();
    const drop = (event: PointerEvent): void => {
      letGo.abort();
      const frame = svg.current?.getBoundingClientRect();
      const inside = frame && event.clientX > frame.left && event.clientX < frame.right && event.clientY > frame.top && event.clientY < frame.bottom;
      const spot = inside ? spotOf(svg.current, event) : null;
      const point = spot ? pointMeant(picture, spot, (name) => places.includes(name)) : undefined;
      if (point !== undefined && places.includes(point)) put(index, point);
    };
    window.addEventListener("pointerup", drop, { signal: letGo.signal });
    // The browser took the finger for something else, such as scrolling: nothing is dropped.
    window.addEventListener("pointercancel", () => letGo.abort(), { signal: letGo.signal });
  };
  return (
    <div class="tray" role="group" aria-label={boardWord(language, "setup.tray")} data-game={picture.game.id}>
      {list.map(({ index, thing, count }) => (
        <button
          type="button"
          key={thing.thing}
          hidden={count === 0}
          class={`heap board-${picture.game.id}${index === current ? " current" : ""}`}
          data-thing={thing.thing}
          disabled={index !== next}
          aria-pressed={index === current}
          aria-label={`${thing.letter[language]}${count > 1 ? `×${count}` : ""} ${thing.title[language]}`.trim()}
          title={thing.title[language]}
          onClick={() => take(index)}
          onPointerDown={() => follow(index)}
        >
          <svg class={`board board-${picture.game.id}`} viewBox={`${-CELL / 2} ${-CELL / 2} ${CELL} ${CELL}`} aria-hidden="true">
            <g class={`piece ${thing.kind}`} data-side={side}>
              <picture.game.Figure piece={pieceOf(thing, side)} language={language} />
            </g>
          </svg>
          {count > 1 && <span class="count">×{count}</span>}
        </button>
      ))}
      {next < 0 && <p>{boardWord(language, "setup.done")}</p>}
    </div>
  );
}
