/** A position of a lesson or a puzzle to work on: a board of its own, on which one thing happens at a time. */
import { useEffect, useRef, useState } from "preact/hooks";
import { engine } from "../../engine/engine";
import { Sandbox, type SandboxStart } from "../../session/sandbox";

export interface Exercise {
  sandbox: Sandbox | null;
  /** Does something on the board, unless something else is being done there; what comes of an exercise that one has left is
   *  forgotten: `still` says whether one is still there. */
  alone: (work: (board: Sandbox, still: () => boolean) => Promise<void>) => Promise<void>;
}

/** So that one sees what was played before it is answered or taken back, in milliseconds. */
export const pause = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

/** `of`: the step or the puzzle; another one is another board. `begin` runs whenever one comes to it. */
export function useExercise(of: object, start: () => SandboxStart, begin: () => void): Exercise {
  const [sandbox, setSandbox] = useState<Sandbox | null>(null);
  const [failure, setFailure] = useState<{ reason: unknown } | null>(null);
  const busy = useRef<object | null>(null);
  const current = useRef(of);
  current.current = of;
  useEffect(() => {
    let here = true;
    setSandbox(null);
    begin();
    Sandbox.open(engine(), start()).then(
      (opened) => here && setSandbox(opened),
      (reason: unknown) => here && setFailure({ reason }),
    );
    return () => void (here = false);
  }, [of]);
  // The boundary around the page (failure.tsx) says it in words.
  if (failure) throw failure.reason;

  const alone: Exercise["alone"] = async (work) => {
    if (!sandbox || busy.current === of) return;
    busy.current = of;
    try {
      await work(sandbox, () => current.current === of);
    } finally {
      if (busy.current === of) busy.current = null;
    }
  };
  return { sandbox, alone };
}
