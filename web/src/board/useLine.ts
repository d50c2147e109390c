/**
 * Work on a shared draft, one thing after another, as long as the phase lasts in which it was asked for. When something else
 * changes the draft (the page's undo button), the arrangement is told so that it can follow.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { Queue } from "../queue";
import { draftOf, type ArrangementDraft } from "./arrange";

export interface WorkLine {
  busy: boolean;
  soon: (work: () => Promise<void>) => void;
}

export function useLine(session: ArrangementDraft, seat: string, changed: () => void): WorkLine {
  const [busy, setBusy] = useState(false);
  const pending = useRef(0);
  const line = useRef(new Queue());
  const left = useRef(draftOf(session, seat).join(" "));

  const soon = (work: () => Promise<void>): void => {
    const phase = session.scene.value.says?.phase;
    pending.current++;
    setBusy(true);
    const unlessOver = async (): Promise<void> => {
      if (session.scene.value.says?.phase === phase) await work();
    };
    // What fails is told to the player (failure.tsx), and what comes behind it is done all the same.
    void line.current.add(unlessOver).finally(() => {
      left.current = draftOf(session, seat).join(" ");
      if (--pending.current === 0) setBusy(false);
    });
  };

  const draft = draftOf(session, seat).join(" ");
  useEffect(() => {
    if (pending.current || draft === left.current) return;
    left.current = draft;
    changed();
  }, [draft]);

  return { busy, soon };
}
