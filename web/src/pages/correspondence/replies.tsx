/** What one has prepared: "if this is played, I answer that". */
import { useEffect, useState } from "preact/hooks";
import { engine } from "../../engine/engine";
import type { Session } from "../../model";
import { t } from "../../words/words";
import { turnsOf } from "../turns";
import { canPrepare, LINES_MAX, playedLine } from "./lines";

/** The turns of each line in words; a line is its tokens until they are known. */
function useWords(session: Session, lines: readonly string[]): string[][] {
  const [known, setKnown] = useState<Record<string, string[]>>({});
  const { terms, position } = session.scene.value;
  const key = JSON.stringify([position, lines]);
  useEffect(() => {
    let wanted = true;
    const words = async (line: string): Promise<[string, string[]]> => {
      const played = await playedLine(engine(), terms, position, line);
      return [line, turnsOf(session.facts, played.log.value, (seat) => played.sideOf(seat)).map(({ said }) => said.join(" "))];
    };
    Promise.all(lines.map(words)).then((all) => wanted && setKnown(Object.fromEntries(all)), () => undefined);
    return () => void (wanted = false);
  }, [key]);
  return lines.map((line) => known[line] ?? [line]);
}

export function Replies({ session, prepare }: { session: Session; prepare: () => void }) {
  const table = session.table.value;
  const lines = table.replies ?? [];
  const words = useWords(session, lines);
  if (!canPrepare(table, session.facts)) return null;
  const waiting = !session.scene.value.toAct.some((seat) => table.mine.includes(seat));
  const remove = (gone: number) => void session.command("prepare", { seat: table.mine[0], replies: lines.filter((_, i) => i !== gone) });
  return (
    <section class="replies" aria-labelledby="replies">
      <h2 id="replies">{t("replies.title")}</h2>
      {lines.length === 0 && <p class="faded">{waiting ? t("replies.none") : t("replies.not-now")}</p>}
      <ul class="plain">
        {words.map((turns, i) => (
          <li key={lines[i]} data-line={lines[i]}>
            {turns.map((said, at) => (
              <span key={at}>
                {t(at % 2 === 0 ? "replies.if" : "replies.then", { move: said })}{" "}
              </span>
            ))}
            <button type="button" class="quiet" aria-label={t("replies.remove-of", { move: turns[0] ?? "" })} onClick={() => remove(i)}>
              {t("replies.remove")}
            </button>
          </li>
        ))}
      </ul>
      {waiting && lines.length < LINES_MAX && (
        <button type="button" class="button second" onClick={prepare} data-do="prepare">
          {t("replies.prepare")}
        </button>
      )}
    </section>
  );
}
