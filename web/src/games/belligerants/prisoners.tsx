/** The prisoners that a side keeps beside the board. */
import type { VNode } from "preact";
import { CELL, type PositionText } from "../../board/geometry";
import type { Language } from "../../model";
import { say } from "../../words/text";
import { prisonersOf, type Prisoner } from "./board";
import { Figure } from "./figures";

const title = say("Prisonniers", "Prisoners");

/** Pawns alike are one heap. */
function heaps(prisoners: Prisoner[]): { prisoner: Prisoner; count: number }[] {
  const list: { prisoner: Prisoner; count: number }[] = [];
  for (const prisoner of prisoners) {
    const heap = list.find((one) => one.prisoner.kind === prisoner.kind && one.prisoner.side === prisoner.side);
    if (heap) heap.count++;
    else list.push({ prisoner, count: 1 });
  }
  return list;
}

export function Prisoners({ position, side, language }: { position: PositionText; side: string; language: Language }): VNode | null {
  const list = heaps(prisonersOf(position, side));
  if (!list.length) return null;
  return (
    <ul class="prisoners" aria-label={title[language]}>
      {list.map(({ prisoner: { kind, letter, side: army, name }, count }) => (
        <li key={kind + army} title={name[language]}>
          <svg class="board board-belligerants" viewBox={`${-CELL / 2} ${-CELL / 2} ${CELL} ${CELL}`} aria-hidden="true">
            <g class={`piece ${kind}`} data-side={army}>
              <Figure piece={{ at: "", side: army, kind, letter, title: name, marks: [] }} language={language} />
            </g>
          </svg>
          <span class="unseen">{name[language]}</span>
          {count > 1 && <span>×{count}</span>}
        </li>
      ))}
    </ul>
  );
}
