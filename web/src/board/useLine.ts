/**
 * Work on a shared draft, one thing after another. Whoever else changes the draft meanwhile (the page's undo button) is
 * noticed, so that the arrangement can follow.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { draftOf, type Desk } from "./arrange";

export interface WorkLine {
  busy: boolean;
  soon: (work: () => Promise<void>) => void;
}

export function useLine(desk: Desk, seat: string, changed: () => void): WorkLine {
  const [busy, setBusy] = useState(false);
  const pending = useRef(0);
  const line = useRef<Promise<void>>(Promise.resolve());
  const left = useRef(draftOf(desk, seat).join(" "));

  const soon = (work: () => Promise<void>): void => {
    pending.current++;
    setBusy(true);
    line.current = line.current.then(work).finally(() => {
      left.current = draftOf(desk, seat).join(" ");
      if (--pending.current === 0) setBusy(false);
    });
  };

  const draft = draftOf(desk, seat).join(" ");
  useEffect(() => {
    if (pending.current || draft === left.current) return;
    left.current = draft;
    changed();
  }, [draft]);

  return { busy, soon };
}
