/** The band of prisoners that a side keeps beside the board of Les Belligérants. */
import type { VNode } from "preact";
import type { Language } from "../model";
import { prisonersOf, type Prisoner } from "./belligerants";
import { Figure } from "./figures";
import { both, say } from "./game";
import { CELL, readPosition } from "./geometry";

const title = say("Prisonniers", "Prisoners");

/** Pawns alike are one heap. */
function heaps(prisoners: Prisoner[]): { prisoner: Prisoner; count: number }[] {
  const list: { prisoner: Prisoner; count: number }[] = [];
  for (const prisoner of prisoners) {
    const heap = list.find((one) => one.prisoner.code === prisoner.code && one.prisoner.side === prisoner.side);
    if (heap) heap.count++;
    else list.push({ prisoner, count: 1 });
  }
  return list;
}

export function Prisoners({ position, side, language }: { position: string; side: string; language: Language }): VNode | null {
  const list = heaps(prisonersOf(readPosition(position), side));
  if (!list.length) return null;
  return (
    <ul class="prisoners" aria-label={title[language]}>
      {list.map(({ prisoner: { kind, code, side: army, name }, count }) => (
        <li key={code + army} title={name[language]}>
          <svg class="board board-belligerants" viewBox={`${-CELL / 2} ${-CELL / 2} ${CELL} ${CELL}`} aria-hidden="true">
            <g class={`piece ${kind}`} data-side={army}>
              <Figure game="belligerants" piece={{ at: "", side: army, kind, letter: both(code), title: name, marks: [] }} language={language} below={side} />
            </g>
          </svg>
          <span class="unseen">{name[language]}</span>
          {count > 1 && <span>×{count}</span>}
        </li>
      ))}
    </ul>
  );
}
