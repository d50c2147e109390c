/** The one heading of a page; the window's title follows it. */
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { t } from "../words/words";

export function Heading({ title, children }: { title: string; children?: ComponentChildren }) {
  const name = t("house");
  useEffect(() => {
    document.title = title === name ? name : `${title} · ${name}`;
  }, [title, name]);
  return (
    <h1 tabIndex={-1} class="heading">
      {children ?? title}
    </h1>
  );
}
