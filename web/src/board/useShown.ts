/**
 * Which position is drawn now. What happened is shown one happening after another, each on the position before it; what one
 * did oneself and already sees is not shown again.
 */
import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Happening, Scene } from "../model";
import { animate, isSeen, wantsMotion, type Motion } from "./animate";
import { pictureOf } from "./games";
import type { Picture } from "./geometry";

/** After a long absence only the last things are shown. */
const MOST = 6;

/** The happenings still to be shown, given what is on the board. */
export function unseen(fresh: readonly Happening[], shown: string): Happening[] {
  const known = fresh.map((one) => one.before).lastIndexOf(shown);
  if (known >= 0) return fresh.slice(known).slice(-MOST);
  return fresh.at(-1)?.after === shown ? [] : fresh.slice(-1);
}

/** A hidden tab paints nothing, and is not waited for. */
const painted = (): Promise<void> => new Promise((resolve) => (document.hidden ? resolve() : requestAnimationFrame(() => resolve())));

export interface Shown {
  position: string;
  busy: boolean;
  skip: () => void;
}

/** `dropped`: the token of a drag that ended where the piece already lies; `look`: how the board is turned on this screen. */
export function useShown(scene: Scene, log: readonly Happening[], motion: boolean, svg: RefObject<SVGSVGElement>, dropped: { current: string | null }, look: (picture: Picture) => Picture): Shown {
  const [position, setPosition] = useState(scene.position);
  const [busy, setBusy] = useState(false);
  const shown = useRef(scene.position);
  const heard = useRef(log.length);
  const queue = useRef<Happening[]>([]);
  const running = useRef(false);
  const current = useRef<Motion | null>(null);
  const skipped = useRef(false);
  const latest = useRef(scene);
  latest.current = scene;
  const seen = useRef(look);
  seen.current = look;

  const show = (text: string): void => {
    shown.current = text;
    setPosition(text);
  };

  const run = async (): Promise<void> => {
    running.current = true;
    setBusy(true);
    for (let next = queue.current.shift(); next; next = queue.current.shift()) {
      skipped.current = false;
      show(next.before);
      await painted();
      await painted();
      if (svg.current && !skipped.current) {
        current.current = animate(svg.current, seen.current(pictureOf(latest.current, next.before)), next.events, next.token);
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
    if (wantsMotion(motion) && !document.hidden) queue.current.push(...seen);
    if (running.current) return;
    if (queue.current.length) void run();
    else show(scene.position);
  }, [log, log.length, scene.position]);

  const skip = (): void => {
    queue.current = [];
    skipped.current = true;
    current.current?.skip();
  };
  // A hidden tab shows nothing: who comes back sees how things stand.
  useEffect(() => {
    const hidden = (): void => {
      if (document.hidden) skip();
    };
    document.addEventListener("visibilitychange", hidden);
    return () => document.removeEventListener("visibilitychange", hidden);
  }, []);
  return { position, busy, skip };
}
