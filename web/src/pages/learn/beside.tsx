/** The rule book beside a board, open at the clause that the moment is about. */
import "../../words/learning";
import { useEffect, useRef } from "preact/hooks";
import type { GameId } from "../../model";
import { t } from "../../words/words";
import { useGame } from "../facts";
import { Waiting } from "../waiting";
import { BookText, useBook } from "./rules";

/** Scrolls what holds the book, and nothing else, to a passage; its heading is read with it. */
function showPassage(book: HTMLElement, clause: string): void {
  const passage = book.querySelector<HTMLElement>(`[data-clauses~="${clause}"]`);
  const panel = book.closest<HTMLElement>(".stage-panel");
  if (!passage || !panel) return;
  passage.dataset["here"] = "true";
  const block = passage.closest<HTMLElement>("ul, ol") ?? passage;
  const before = block.previousElementSibling;
  const top = before?.matches("h2, h3") ? before : passage;
  panel.scrollTop += top.getBoundingClientRect().top - panel.getBoundingClientRect().top;
}

export function RulesBeside({ game, clause }: { game: GameId; clause?: string }) {
  const facts = useGame(game);
  const { opened, failed } = useBook(facts);
  const book = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (opened && book.current && clause) showPassage(book.current, clause);
  }, [opened]);
  if (!opened || !facts) return <Waiting failed={failed} />;
  return (
    <div class="book-beside" ref={book}>
      <p class="book-doors">
        <a class="button second small" href={`/lesson/${game}`} target="_blank" rel="noopener">
          {t("rules.lesson")}
        </a>
        <a class="button second small" href={`/rules/${game}`} target="_blank" rel="noopener">
          {t("rules.whole")}
        </a>
      </p>
      <BookText opened={opened} facts={facts} />
    </div>
  );
}
