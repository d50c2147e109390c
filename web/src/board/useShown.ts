/**
 * Which position is drawn now. What happened is shown one happening after another, each on the position before it; what one
 * did oneself and already sees is not shown again.
 */
import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Happening, Scene } from "../model";
import { animate, isSeen, wantsMotion, type Motion } from "./animate";
import { pictureOf } from "./games";

/** After a long absence only the last things are shown. */
const MOST = 6;

/** The happenings still to be shown, given what is on the board. */
export function unseen(fresh: readonly Happening[], shown: string): Happening[] {
  const known = fresh.map((one) => one.before).lastIndexOf(shown);
  if (known >= 0) return fresh.slice(known).slice(-MOST);
  return fresh.at(-1)?.after === shown ? [] : fresh.slice(-1);
}

const painted = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()));

export interface Shown {
  position: string;
  busy: boolean;
  skip: () => void;
}

/** `dropped`: the token of a drag that ended where the piece already lies. */
export function useShown(scene: Scene, log: readonly Happening[], motion: boolean, svg: RefObject<SVGSVGElement>, dropped: { current: string | null }): Shown {
  const [position, setPosition] = useState(scene.position);
  const [busy, setBusy] = useState(false);
  const shown = useRef(scene.position);
  const heard = useRef(log.length);
  const queue = useRef<Happening[]>([]);
  const running = useRef(false);
  const current = useRef<Motion | null>(null);
  const latest = useRef(scene);
  latest.current = scene;

  const show = (text: string): void => {
    shown.current = text;
    setPosition(text);
  };

  const run = async (): Promise<void> => {
    running.current = true;
    setBusy(true);
    for (let next = queue.current.shift(); next; next = queue.current.shift()) {
      show(next.before);
      await painted();
      await painted();
      if (svg.current) {
        current.current = animate(svg.current, pictureOf(latest.current, next.before), next.events, next.before);
        await current.current.done;
      }
      show(next.after);
    }
    current.current = null;
    running.current = false;
    show(latest.current.position);
    setBusy(false);
  };

  useEffect(() => {
    const fresh = log.slice(Math.min(heard.current, log.length));
    heard.current = log.length;
    const seen = unseen(fresh, shown.current).filter((one) => !one.drafted && isSeen(one.events) && (one.token === undefined || one.token !== dropped.current));
    if (fresh.length) dropped.current = null;
    if (wantsMotion(motion)) queue.current.push(...seen);
    if (running.current) return;
    if (queue.current.length) void run();
    else show(scene.position);
  }, [log, log.length, scene.position]);

  const skip = (): void => {
    queue.current = [];
    current.current?.skip();
  };
  return { position, busy, skip };
}
