/** The room that an element has, in pixels. */
import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

export interface Room {
  width: number;
  height: number;
}

/** null until it is measured, which is before anything is seen. */
export function useRoom(element: RefObject<Element>): Room | null {
  const [room, setRoom] = useState<Room | null>(null);
  useLayoutEffect(() => {
    const place = element.current;
    if (!place) return;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = place;
      setRoom((old) => (old?.width === width && old.height === height ? old : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(place);
    return () => observer.disconnect();
  }, []);
  return room;
}
