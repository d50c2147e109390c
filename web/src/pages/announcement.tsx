/**
 * An announcement stands on top of every page until the player has read it. If it comes while the player reads, it
 * lies above the page and moves nothing; on the next page it has a place of its own.
 */
import { useRef } from "preact/hooks";
import { signal } from "@preact/signals";
import type { Text } from "../model";
import { announced } from "../session/announced";
import { say, t } from "../words/words";
import { useServer } from "./server-facts";
import { visits } from "./route";
import { recall, remember } from "./settings";

/** The one that was put away, known by its words. */
const read = signal(recall("announcement") ?? "");
const mark = (text: Text) => `${text.fr}\n${text.en}`;

function Shown({ text }: { text: Text }) {
  const came = useRef(visits.value);
  const putAway = () => {
    read.value = mark(text);
    remember("announcement", read.value);
  };
  return (
    <aside class="announcement" data-above={came.current === visits.value} aria-label={t("announcement")}>
      <div>
        <p role="status">{say(text)}</p>
        <button type="button" class="button second" onClick={putAway} data-do="read">
          {t("understood")}
        </button>
      </div>
    </aside>
  );
}

export function Announcement() {
  useServer();
  const text = announced.value;
  return text && mark(text) !== read.value ? <Shown key={mark(text)} text={text} /> : null;
}
