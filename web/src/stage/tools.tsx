/** Buttons beside the board: a sign, and words where there is room. */
import type { VNode } from "preact";
import { shapeOf } from "../board/GameBoard";
import type { GameId, Scene } from "../model";
import { t } from "../words/words";
import { turnBoard } from "./turning";

/** Drawn in a box of 24 by 24. */
const signs = {
  undo: "M9 7H15a5 5 0 0 1 0 10H8M9 7l4-4M9 7l4 4",
  hint: "M9 18h6M10 21h4M8 14a6 6 0 1 1 8 0c-1 1-1 2-1 2H9s0-1-1-2Z",
  turn: "M4 12a8 8 0 0 1 14-5l2 2M20 4v5h-5M20 12a8 8 0 0 1-14 5l-2-2M4 20v-5h5",
  rules: "M5 4h6a2 2 0 0 1 1 1 2 2 0 0 1 1-1h6v14h-6a2 2 0 0 0-1 1 2 2 0 0 0-1-1H5ZM12 5v14",
  lesson: "M2 9l10-5 10 5-10 5ZM6 11v5c2 2.5 10 2.5 12 0v-5M22 9v6",
  legend: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1.9-1.1 1.8M12 17v.1",
  moves: "M9 6h11M9 12h11M9 18h11M4.5 6v.1M4.5 12v.1M4.5 18v.1",
  chat: "M4 5h16v11h-9l-5 4v-4H4Z",
  game: "M6 21V4M6 5h12l-3 4 3 4H6",
};

export type SignName = keyof typeof signs;

export function Sign({ sign }: { sign: SignName }): VNode {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path d={signs[sign]} fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" />
    </svg>
  );
}

export interface ToolProps {
  sign: SignName;
  name: string;
  /** Where the name is too long to stand on it. */
  short?: string;
  does: string;
  act: () => void;
  off?: boolean;
}

export function Tool({ sign, name, short = name, does, act, off = false }: ToolProps): VNode {
  return (
    <button type="button" class="tool" title={name} aria-label={name} disabled={off} onClick={act} data-do={does}>
      <Sign sign={sign} />
      <span>{short}</span>
    </button>
  );
}

/** The lesson opens beside the game: the table stays open. */
export function LessonTool({ game }: { game: GameId }): VNode {
  return (
    <a class="tool" href={`/lesson/${game}`} target="_blank" rel="noopener" title={t("tool.lesson")} aria-label={t("tool.lesson")} data-do="lesson">
      <Sign sign="lesson" />
      <span>{t("tool.lesson-short")}</span>
    </a>
  );
}

/** A tall board is turned by quarters, another from end to end. */
export function TurnTool({ scene }: { scene: Scene }): VNode {
  return <Tool sign="turn" name={t("tool.turn")} short={t("tool.turn-short")} does="turn" act={() => turnBoard(scene.terms.game, shapeOf(scene).tall)} />;
}
