/** The five lids, drawn in the manner of their years. The title is the one printed on the box, whatever the language. */
import type { ComponentChildren } from "preact";
import type { GameId } from "../../model";
import { printed } from "../../words/printed";
import { Belligerants } from "./belligerants";
import { Chars } from "./chars";
import { Chevaliers } from "./chevaliers";
import { Kriegspiel } from "./kriegspiel";
import { Paris } from "./paris";

const pictures: Record<GameId, (props: { title: string }) => ComponentChildren> = {
  paris: Paris,
  belligerants: Belligerants,
  chevaliers: Chevaliers,
  kriegspiel: Kriegspiel,
  chars: Chars,
};

const edges: Record<GameId, string> = {
  paris: "#5b4326",
  belligerants: "#7d6410",
  chevaliers: "#241534",
  kriegspiel: "#4a2210",
  chars: "#262d17",
};

/** Picture, and below it the side of the cardboard, so that it stands on the home page. */
export function Lid({ game }: { game: GameId }) {
  const Picture = pictures[game];
  return (
    <svg class="lid" viewBox="0 0 320 236" aria-hidden="true" focusable="false">
      <path d="M2 214 H318 L313 234 H7 Z" fill={edges[game]} />
      <path d="M2 214 H318 L317 219 H3 Z" fill="#000" opacity="0.35" />
      <svg x="0" y="0" width="320" height="216" viewBox="0 0 320 216" overflow="hidden">
        <Picture title={printed[game]} />
        <path d="M0 0 H320 V216 H0 Z" fill="none" stroke="#000" stroke-opacity="0.35" stroke-width="2" />
        <path d="M1.5 215 V1.5 H319" fill="none" stroke="#fff" stroke-opacity="0.35" stroke-width="1.5" />
      </svg>
    </svg>
  );
}
