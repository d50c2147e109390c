/** A note about the game that only its player sees; it is stored while one writes. */
import { useEffect, useRef, useState } from "preact/hooks";
import { say, t } from "../../words/words";
import { request, sentence } from "../api";
import type { Text } from "../../model";

const PAUSE = 800; // milliseconds without a key after which it is stored
const NOTE_MAX = 2000; // bytes

/** As much of it as the server stores. */
function shortened(text: string): string {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= NOTE_MAX) return text;
  return new TextDecoder().decode(bytes.slice(0, NOTE_MAX)).replace(/\uFFFD+$/, "");
}

export function Note({ table }: { table: string }) {
  const [text, setText] = useState<string | null>(null);
  const [stored, setStored] = useState("");
  const [trouble, setTrouble] = useState<Text | null>(null);
  const unsaved = useRef<string | null>(null);
  const path = `/tables/${table}/note`;
  useEffect(() => {
    const read = (found: { text: string }) => {
      setText(found.text);
      setStored(found.text);
    };
    request<{ text: string }>("GET", path).then(read, (error) => setTrouble(sentence(error)));
  }, [path]);
  const store = () => {
    const written = unsaved.current;
    if (written === null) return;
    unsaved.current = null;
    request("PUT", path, { text: written }).then(
      () => {
        setStored(written);
        setTrouble(null);
      },
      (error) => setTrouble(sentence(error)),
    );
  };
  useEffect(() => {
    const timer = setTimeout(store, PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  // Who leaves the page has written it nevertheless.
  useEffect(() => store, [path]);
  const write = (value: string) => {
    unsaved.current = shortened(value);
    setText(unsaved.current);
  };
  return (
    <section class="note-field" aria-labelledby="note">
      <h2 id="note">{t("note.title")}</h2>
      <textarea rows={2} aria-labelledby="note" disabled={text === null} value={text ?? ""} placeholder={t("note.placeholder")} onInput={(event) => write(event.currentTarget.value)} onBlur={store} />
      <p class="faded" role="status">
        {trouble ? say(trouble) : text !== null && text !== stored ? t("note.storing") : stored ? t("note.stored") : t("note.only-you")}
      </p>
    </section>
  );
}
