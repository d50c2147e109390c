/** A button of the banner that opens a small sheet. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { visits } from "./route";

interface MenuProps {
  kind: string;
  name: string;
  /** What is seen of it while it is closed. */
  sign: ComponentChildren;
  children: ComponentChildren;
  opened?: () => void;
}

export function Menu({ kind, name, sign, children, opened }: MenuProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const visit = visits.value;
  useEffect(() => {
    if (details.current) details.current.open = false;
  }, [visit]);
  // A menu closes when one goes elsewhere, or says so with Escape.
  useEffect(() => {
    const close = (event: Event) => {
      const menu = details.current;
      if (!menu?.open) return;
      if (event instanceof KeyboardEvent ? event.key !== "Escape" : menu.contains(event.target as Node)) return;
      menu.open = false;
      if (event instanceof KeyboardEvent) menu.querySelector("summary")?.focus();
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("keydown", close);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("keydown", close);
    };
  }, []);
  return (
    <details class={`menu ${kind}`} ref={details} onToggle={(event) => event.currentTarget.open && opened?.()}>
      <summary aria-label={name} title={name}>
        {sign}
      </summary>
      <div class="menu-sheet">{children}</div>
    </details>
  );
}
