/** The focus goes to what must be answered, and back to where it was. */
import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";

/** Whether the player is writing: then the keys belong to that. */
function isWriting(element: Element | null): boolean {
  return element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.type === "text");
}

const canFocus = (element: Element | null): element is HTMLElement | SVGElement => element instanceof HTMLElement || element instanceof SVGElement;

/** As long as it is there; `take` moves the focus into it. Who has gone elsewhere meanwhile stays there. */
export function useFocusInside(inside: RefObject<HTMLElement>, take: () => void): void {
  useEffect(() => {
    const before = document.activeElement;
    const element = inside.current;
    take();
    return () => {
      if (canFocus(before) && before.isConnected && element?.contains(document.activeElement)) before.focus({ preventScroll: true });
    };
  }, []);
}

/** The same for what comes by itself: it takes no focus from a player who is writing. */
export function useFocusUnlessWriting(inside: RefObject<HTMLElement>): void {
  useFocusInside(inside, () => {
    if (!isWriting(document.activeElement)) inside.current?.focus({ preventScroll: true });
  });
}
