/** An earlier position, looked at on the board while the table goes on. */
import { signal } from "@preact/signals";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { GameBoardProps } from "../board/GameBoard";
import type { Happening, Session } from "../model";
import { emptyScene } from "../session/draft";

export interface LookingBack {
  /** The happening after which the board stands; null: the present. */
  at: number | null;
  /** What the board shows instead of the present. */
  past: GameBoardProps["session"] | null;
  go: (at: number) => void;
  leave: () => void;
}

const nothing = (): Promise<void> => Promise.resolve();

function pastOf({ terms, as }: { terms: Session["scene"]["value"]["terms"]; as: string }, log: readonly Happening[], position: string): GameBoardProps["session"] {
  return { scene: signal(emptyScene(terms, as, position)), log: signal([...log]), choose: nothing, undo: nothing, confirm: nothing, hint: () => Promise.resolve(null) };
}

export function useLookingBack(session: Session): LookingBack {
  const [at, setAt] = useState<number | null>(null);
  const { terms, as } = session.scene.value;
  const log = session.log.value;
  // What was taken back meanwhile cannot be looked at any more.
  const position = at === null ? undefined : log[at]?.after;
  const past = useMemo(() => (at === null || position === undefined ? null : pastOf({ terms, as }, log.slice(0, at + 1), position)), [session, terms, as, at, position]);
  useEffect(() => {
    if (!past) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === "Escape" && !event.defaultPrevented && !document.querySelector("dialog[open]")) setAt(null);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [past]);
  return { at: past ? at : null, past, go: setAt, leave: () => setAt(null) };
}
