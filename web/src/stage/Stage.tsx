/**
 * The screen around a board: a game in progress, a replay, an analysis, a lesson, a puzzle, the board editor.
 *
 *     ┌ above ────────────┬ side ────┐     above: the opponent          side: tools, tray and panels; it scrolls by itself
 *     │ board             │          │     board: all room that is left  below: the player, the task, the hand with the
 *     │        (notices)  │          │     primary action                notices: over the board's edge; touches go through
 *     └ below ─(questions)┴──────────┘     questions: what has buttons lies over the task, so that it covers no square
 *
 * The page never scrolls. Panels to be looked up, such as the rules, open in the side when they are asked for. On a phone the
 * side is a row of tabs below; where there is no room for a panel it opens over the lower half of the board.
 */
import type { ComponentChildren, VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { Places } from "../board/GameBoard";
import type { GameId } from "../model";
import { Sign, type SignName } from "./tools";

export interface Panel {
  id: string;
  title: string;
  /** Where there is little room it stands for the title. */
  sign?: SignName;
  /** To be looked up: it is closed until its button is pressed, and then takes the place of the others. */
  closed?: boolean;
  content: ComponentChildren;
}

export interface StageProps {
  game: GameId;
  /** For styles and tests: "table", "replay" … */
  kind: string;
  /** Where the game is, as positions write it. */
  phase?: string;
  /** Width by height of the board as it stands upright. */
  ratio: number;
  /** What the page is, for those who hear it. */
  heading: ComponentChildren;
  above?: ComponentChildren;
  /** The board, told where its buttons and its tray go. */
  board: (places: Places) => ComponentChildren;
  below?: ComponentChildren;
  notices?: ComponentChildren;
  questions?: ComponentChildren;
  tools?: ComponentChildren;
  panels: Panel[];
}

function Side({ tools, panels, tray }: { tools?: ComponentChildren; panels: Panel[]; tray: (element: Element | null) => void }): VNode {
  const [open, setOpen] = useState<string | null>(null);
  const opened = panels.find(({ id }) => id === open);
  const current = (opened ?? panels.find(({ closed }) => !closed))?.id;
  return (
    <div class="stage-side" data-looking={opened?.closed} onKeyDown={(event) => event.key === "Escape" && setOpen(null)}>
      <div class="stage-tray" ref={tray} />
      <div class="stage-strip">
        <div class="stage-tools">{tools}</div>
        <div class="stage-tabs">
          {panels.map(({ id, title, sign, closed }) => (
            <button
              key={id}
              type="button"
              class={sign ? "tool" : "tab"}
              title={title}
              aria-label={title}
              aria-expanded={open === id}
              data-tab={id}
              data-current={id === current}
              data-closed={closed}
              onClick={() => setOpen(open === id ? null : id)}
            >
              {sign && <Sign sign={sign} />}
              <span>{title}</span>
            </button>
          ))}
        </div>
      </div>
      <div class="stage-panels">
        {panels.map(({ id, title, closed, content }) => closed && id !== open ? null : (
          <div key={id} class="stage-panel" role="group" aria-label={title} tabIndex={0} data-panel={id} data-current={id === current}>
            {content}
          </div>
        ))}
      </div>
    </div>
  );
}

export function Stage({ game, kind, phase, ratio, heading, above, board, below, notices, questions, tools, panels }: StageProps): VNode {
  const [hand, setHand] = useState<Element | null>(null);
  const [tray, setTray] = useState<Element | null>(null);
  const [note, setNote] = useState<Element | null>(null);
  const places = useMemo(() => hand && tray && note && { hand, tray, note }, [hand, tray, note]);
  return (
    <div class="stage" data-game={game} data-kind={kind} data-phase={phase} style={{ "--ratio": ratio.toFixed(4) }}>
      <div class="unseen">{heading}</div>
      <div class="stage-above">{above}</div>
      <div class="stage-board">
        {places && board(places)}
        <div class="stage-notices">{notices}</div>
      </div>
      <div class="stage-below">
        {below}
        <div class="stage-questions">
          <div ref={setNote} />
          {questions}
        </div>
        <div class="stage-hand" ref={setHand} />
      </div>
      <Side tools={tools} panels={panels} tray={setTray} />
    </div>
  );
}
