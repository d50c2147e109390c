/** A sheet above the page, with something to fill in or to choose; Escape and the button close it. */
import type { ComponentChildren } from "preact";
import { useId, useRef } from "preact/hooks";
import { useFocusInside } from "./focus";

export function Dialog({ title, close, children }: { title: string; close: () => void; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useFocusInside(dialog, () => dialog.current?.showModal());
  return (
    <dialog ref={dialog} class="ask" aria-labelledby={id} onClose={close}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}
