/** A question that must be answered before anything else: do you really want to resign? */
import { signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { useFocusInside } from "./focus";

export interface Question {
  title: string;
  text: string;
  yes: string;
  no: string;
}

const asked = signal<(Question & { answer: (yes: boolean) => void }) | null>(null);

export function ask(question: Question): Promise<boolean> {
  asked.value?.answer(false);
  return new Promise((resolve) => {
    asked.value = {
      ...question,
      answer: (yes) => {
        asked.value = null;
        resolve(yes);
      },
    };
  });
}

function Asked({ title, text, yes, no, answer }: Question & { answer: (yes: boolean) => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useFocusInside(dialog, () => dialog.current?.showModal());
  return (
    <dialog ref={dialog} class="ask" aria-labelledby="ask-title" aria-describedby="ask-text" onCancel={() => answer(false)}>
      <h2 id="ask-title">{title}</h2>
      <p id="ask-text">{text}</p>
      <div class="row end">
        <button type="button" class="button second" onClick={() => answer(false)}>
          {no}
        </button>
        <button type="button" class="button" onClick={() => answer(true)}>
          {yes}
        </button>
      </div>
    </dialog>
  );
}

export function Asker() {
  const question = asked.value;
  return question ? <Asked key={question.title} {...question} /> : null;
}
