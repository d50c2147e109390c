/** Going through a game: by steps, by turns, by itself, and by keyboard. */
import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import type { Replay } from "../../session/replay";
import { turnsOf } from "../turns";

export const paces = { slow: 3000, usual: 1500, fast: 600 } as const;
export type Pace = keyof typeof paces;

export interface Playback {
  /** How many steps there are on this line, and where one is. */
  length: number;
  index: number;
  playing: boolean;
  pace: Pace;
  setPace: (pace: Pace) => void;
  toggle: () => void;
  seek: (index: number) => void;
  step: (by: 1 | -1) => void;
  turn: (by: 1 | -1) => void;
}

/** Where turns end, and where something is told at all, for the eyes that look. */
function useSigns(replay: Replay): { ends: number[]; told: number[] } {
  const course = replay.course.value;
  const as = replay.as.value;
  return useMemo(() => {
    const heard = replay.heard(course);
    const indexOf = new Map(course.map((spot, index) => [spot, index]));
    const told = heard.map(({ spot }) => indexOf.get(spot) ?? 0);
    const turns = turnsOf(replay.facts, heard.map(({ happening }) => happening), (seat) => replay.sideOf(seat));
    return { told, ends: turns.map(({ last }) => told[last] ?? 0) };
  }, [replay, course, as]);
}

/** Keys go to the game wherever the focus is, except where they already mean something. */
function meansSomething(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return true;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.matches('textarea, select, input:not([type="range"])') || target?.closest("dialog")) return true;
  return event.key === " " && target !== null && target.closest("button, a, summary") !== null;
}

export function usePlayback(replay: Replay): Playback {
  const [playing, setPlaying] = useState(false);
  const [pace, setPace] = useState<Pace>("usual");
  const { ends, told } = useSigns(replay);
  const length = replay.course.value.length - 1;
  const index = replay.index.value;

  const seek = (to: number): void => {
    setPlaying(false);
    void replay.seek(to);
  };
  // Keys may come faster than the page is drawn: what they do begins where the replay is, not where it was drawn last.
  const step = (by: 1 | -1): void => seek(replay.index.value + by);
  const turn = (by: 1 | -1): void => {
    const here = replay.index.value;
    seek(by > 0 ? (ends.find((end) => end > here) ?? length) : (ends.filter((end) => end < here).pop() ?? 0));
  };
  const toggle = (): void => {
    if (!playing && replay.index.value === length) void replay.seek(0);
    setPlaying(!playing);
  };

  // What these eyes are not told of takes no time.
  useEffect(() => {
    if (!playing) return;
    if (index >= length) return setPlaying(false);
    const timer = setTimeout(() => void replay.seek(told.find((one) => one > index) ?? length), paces[pace]);
    return () => clearTimeout(timer);
  }, [playing, index, pace, length]);

  useLayoutEffect(() => {
    const acts: Record<string, () => void> = {
      ArrowLeft: () => step(-1),
      ArrowRight: () => step(1),
      PageUp: () => turn(-1),
      PageDown: () => turn(1),
      Home: () => seek(0),
      End: () => seek(length),
      " ": toggle,
    };
    const onKey = (event: KeyboardEvent): void => {
      const act = acts[event.key];
      if (!act || meansSomething(event)) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
  return { length, index, playing, pace, setPace, toggle, seek, step, turn };
}
