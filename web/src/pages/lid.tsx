/** The lid of a box, drawn in the manner of its year: the picture, and below it the side of the cardboard. */
import { games } from "../games";
import type { GameId } from "../model";

export function Lid({ game }: { game: GameId }) {
  const { title, edge, Art } = games[game].lid;
  return (
    <svg class="lid" viewBox="0 0 320 236" aria-hidden="true" focusable="false">
      <path d="M2 214 H318 L313 234 H7 Z" fill={edge} />
      <path d="M2 214 H318 L317 219 H3 Z" fill="#000" opacity="0.35" />
      <svg x="0" y="0" width="320" height="216" viewBox="0 0 320 216" overflow="hidden">
        <Art title={title} />
        <path d="M0 0 H320 V216 H0 Z" fill="none" stroke="#000" stroke-opacity="0.35" stroke-width="2" />
        <path d="M1.5 215 V1.5 H319" fill="none" stroke="#fff" stroke-opacity="0.35" stroke-width="1.5" />
      </svg>
    </svg>
  );
}
