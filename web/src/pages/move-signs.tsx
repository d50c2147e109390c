/** A turn in signs: the figure that moved and its way, what was hit, the die. */
import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { pictureOf } from "../board/games";
import { CELL, type Picture, type Piece } from "../board/geometry";
import type { GameEvent, Happening, Scene } from "../model";
import { faceOf } from "./die";
import { language } from "./settings";

/** What stands before the points of an event. */
const signs: Record<string, string> = { moved: "", transferred: "⇄", turned: "↻", fired: "✸", fought: "⚔", summoned: "!", shown: "◎", taken: "×", destroyed: "×", lost: "−" };
const dice = ["", "⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];
/** More do not fit in two lines. */
const MOST = 6;

interface Sign {
  sign: string;
  piece?: Piece;
  points: string[];
}

/** The piece that an event is about, as it stood before. */
function pieceOf(picture: Picture, { kind, side, from, to }: GameEvent): Piece | undefined {
  const point = kind === "moved" || kind === "transferred" ? from : ["taken", "destroyed", "lost", "turned", "shown"].includes(kind) ? to : from;
  const there = picture.pieces.filter(({ at }) => at === point);
  return there.find((piece) => side.includes(piece.side)) ?? there[0];
}

/** Null where signs cannot tell what happened. */
export function signsOf(scene: Pick<Scene, "terms" | "as">, turn: readonly Happening[]): Sign[] | null {
  const list: Sign[] = [];
  for (const { before, events, token } of turn) {
    const face = faceOf(scene.terms.game, token);
    if (face) list.push({ sign: dice[face.pips ?? 0] || (face.title[language.value] ?? ""), points: [] });
    const told = events.filter(({ kind }) => kind in signs);
    if (events.some(({ kind }) => !(kind in signs) && !["rolled", "plotted", "ready", "turn", "passed", "missed", "changed", "over"].includes(kind))) return null;
    const picture = told.length > 0 ? pictureOf(scene, before) : null;
    for (const event of told) {
      const { kind, from, to, amount } = event;
      const last = list.at(-1);
      if (kind === "moved" && last?.sign === "" && last.points.at(-1) === from && to !== undefined) {
        last.points.push(to);
        continue;
      }
      const points = [from, to].filter((point, i, all): point is string => point !== undefined && all.indexOf(point) === i);
      const sign = kind === "lost" ? `−${amount}` : (signs[kind] ?? "");
      list.push({ sign, points, piece: picture ? pieceOf(picture, event) : undefined });
    }
  }
  return list.length > 0 ? list : null;
}

function Figure({ picture, piece }: { picture: Picture; piece: Piece }): VNode {
  return (
    <svg class={`board board-${picture.game.id}`} viewBox={`${-CELL / 2} ${-CELL / 2} ${CELL} ${CELL}`}>
      <g class={`piece ${piece.kind}`} data-side={piece.side}>
        <picture.game.Figure piece={{ ...piece, at: "", count: undefined, marks: [] }} language={language.value} />
      </g>
    </svg>
  );
}

export function MoveSigns({ scene, turn }: { scene: Pick<Scene, "terms" | "as">; turn: readonly Happening[] }): VNode | null {
  const told = useMemo(() => signsOf(scene, turn), [scene.terms, scene.as, turn[0]?.before, turn.at(-1)?.after, language.value]);
  const picture = useMemo(() => told && pictureOf(scene, turn[0]?.before ?? ""), [told]);
  if (!told || !picture) return null;
  return (
    <span class="move-signs" aria-hidden="true">
      {told.slice(0, MOST).map(({ sign, piece, points }, i) => (
        <span key={i}>
          {sign && <b>{sign}</b>}
          {piece && <Figure picture={picture} piece={piece} />}
          {points.join("→")}
        </span>
      ))}
      {told.length > MOST && <span>…</span>}
    </span>
  );
}
