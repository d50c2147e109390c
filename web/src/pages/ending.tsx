/** The end of a game: who won and why, and what one can do now. */
import { useEffect, useRef } from "preact/hooks";
import type { Session } from "../model";
import { t } from "../words/words";
import { outcomeWords, readResult, reasonWords, winnerOf } from "./result";

async function keepRecord(session: Session): Promise<void> {
  const text = await session.record?.();
  if (text === undefined) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = `${session.table.value.terms.game}-${session.table.value.id}.record`;
  link.click();
  URL.revokeObjectURL(link.href);
}

export function Ending({ session, home }: { session: Session; home: "play" | "t" }) {
  const table = session.table.value;
  const title = useRef<HTMLHeadingElement>(null);
  const result = readResult(table.result ?? "");
  const winner = winnerOf(result);
  const sides = new Set(table.chairs.filter((chair) => table.mine.includes(chair.seat)).map((chair) => chair.side));
  const one = sides.size === 1 ? [...sides][0] : undefined;
  useEffect(() => title.current?.focus(), []);
  const heading = !one || !winner ? outcomeWords(session.facts, result) : winner === one ? t("end.won") : t("end.lost");
  const asked = one !== undefined && table.rematch.includes(one);
  return (
    <section class="ending" data-side={winner ?? ""} aria-labelledby="ending">
      <h2 id="ending" ref={title} tabIndex={-1}>
        {heading}
      </h2>
      <p>
        {one && winner && <>{outcomeWords(session.facts, result)}. </>}
        {reasonWords(result)}
      </p>
      <div class="row">
        {table.next ? (
          <a class="button" href={`/${home}/${table.next}`} data-do="next">
            {t("end.next")}
          </a>
        ) : (
          table.mine.length > 0 &&
          Object.keys(result.score).length > 0 && (
            <button type="button" class="button" disabled={asked} onClick={() => void session.wish("rematch", { seat: table.mine[0] })} data-do="rematch">
              {asked ? t("end.rematch-asked") : t("end.rematch")}
            </button>
          )
        )}
        {session.record && (
          <button type="button" class="button second" onClick={() => void keepRecord(session)} data-do="record">
            {t("end.record")}
          </button>
        )}
        {!session.record && home === "t" && Object.keys(result.score).length > 0 && (
          <a class="button second" href={`/api/v1/records/${table.id}.record`} download data-do="record">
            {t("end.record")}
          </a>
        )}
        <a class="button second" href="/">
          {t("to-shelf")}
        </a>
      </div>
    </section>
  );
}
