/** The end of a game: who won and why, and what one can do now. */
import { useEffect, useRef } from "preact/hooks";
import type { Session } from "../model";
import { t } from "../words/words";
import { download } from "./download";
import { outcomeWords, readResult, reasonWords, winnerOf } from "./result";

async function keepRecord(session: Session): Promise<void> {
  const text = await session.record?.();
  if (text === undefined) return;
  download(`${session.table.value.terms.game}-${session.table.value.id}.record`, text);
}

/** What the game was worth, side by side. */
function RatingChanges({ session }: { session: Session }) {
  const { chairs, ratings = {} } = session.table.value;
  return (
    <ul class="plain rating-changes">
      {Object.entries(ratings).map(([side, { before, after }]) => (
        <li key={side} data-side={side}>
          <i class="swatch" aria-hidden="true" />
          <bdi class="name">{chairs.find((chair) => chair.side === side)?.people[0]?.name}</bdi>
          <span>{t("end.rating", { before, after, change: `${after < before ? "−" : "+"}${Math.abs(after - before)}` })}</span>
        </li>
      ))}
    </ul>
  );
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
        {reasonWords(session.facts, result)}
      </p>
      {table.ratings && <RatingChanges session={session} />}
      <div class="row">
        {table.tournament ? (
          <a class="button" href={`/tournaments/${table.tournament}`} data-do="tournament">
            {t("end.tournament")}
          </a>
        ) : table.next ? (
          <a class="button" href={`/${home}/${table.next}`} data-do="next">
            {t("end.next")}
          </a>
        ) : (
          table.mine.length > 0 &&
          Object.keys(result.score).length > 0 && (
            <button type="button" class="button" disabled={asked} onClick={() => void session.command("rematch", { seat: table.mine[0] })} data-do="rematch">
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
        {Object.keys(result.score).length > 0 && (
          <a class="button second" href={home === "play" ? `/replay/here/${table.id}` : `/replay/${table.id}`} data-do="replay">
            {t("end.replay")}
          </a>
        )}
        <a class="button second" href="/">
          {t("to-games")}
        </a>
      </div>
    </section>
  );
}
