/** Draws children into another place of the page: the board's buttons stand in the bar below it, its tray beside it. */
import { render, type ComponentChildren } from "preact";
import { useLayoutEffect } from "preact/hooks";

export function Into({ place, children }: { place: Element; children: ComponentChildren }): null {
  useLayoutEffect(() => render(<>{children}</>, place));
  useLayoutEffect(() => () => render(null, place), [place]);
  return null;
}
