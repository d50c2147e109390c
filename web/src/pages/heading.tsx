/** The one heading of a page; the window's title follows it. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../words/words";
import { visits } from "./route";

export function Heading({ title, children }: { title: string; children?: ComponentChildren }) {
  const name = t("server");
  const heading = useRef<HTMLHeadingElement>(null);
  // The page one went to may have waited for something: the focus has not arrived before its heading does.
  useEffect(() => {
    if (visits.value > 0 && document.activeElement === document.body) heading.current?.focus();
  }, []);
  useEffect(() => {
    document.title = title === name ? name : `${title} · ${name}`;
  }, [title, name]);
  return (
    <h1 ref={heading} tabIndex={-1} class="heading">
      {children ?? title}
    </h1>
  );
}
