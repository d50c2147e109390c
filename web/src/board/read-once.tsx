/** A word of explanation, until it was read on this device. */
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { recall, remember } from "../kept";
import type { Language } from "../model";
import { boardWord } from "../words/board";

interface ReadOnceProps {
  /** What is explained: kept as read under this name. */
  name: string;
  text: string;
  language: Language;
  look?: string;
}

export function ReadOnce({ name, text, language, look = "" }: ReadOnceProps): VNode | null {
  const [read, setRead] = useState(recall(`read.${name}`) !== null);
  const close = (): void => {
    remember(`read.${name}`, "yes");
    setRead(true);
  };
  if (read) return null;
  return (
    <p class={`board-note ${look}`} role="status">
      {text}
      <button type="button" class="choice" onClick={close}>
        {boardWord(language, "note.read")}
      </button>
    </p>
  );
}
