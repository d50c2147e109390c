/** The end of a game: who won and why, and what one can do now. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Scene, Session, TableState } from "../model";
import { t, type Key } from "../words/words";
import { download } from "./download";
import { NextLevel } from "./next-level";
import { readRoute } from "./route";
import { Score } from "./score";
import { outcomeWords, readResult, reasonWords, winnerOf } from "./result";

async function keepRecord(session: Session): Promise<void> {
  const text = await session.record?.();
  if (text === undefined) return;
  download(`${session.table.value.terms.game}-${session.table.value.id}.record`, text);
}

/** What the game was worth, side by side. */
function RatingChanges({ session }: { session: Session }) {
  const { occupants, ratings = {} } = session.table.value;
  return (
    <ul class="plain rating-changes">
      {Object.entries(ratings).map(([side, { before, after }]) => (
        <li key={side} data-side={side}>
          <i class="swatch" aria-hidden="true" />
          <bdi class="name">{occupants.find((occupant) => occupant.side === side)?.people[0]?.name}</bdi>
          <span>{t("end.rating", { before, after, change: `${after < before ? "−" : "+"}${Math.abs(after - before)}` })}</span>
        </li>
      ))}
    </ul>
  );
}

/** Why the game changes no rating; nothing while a rated one is being counted. */
function unratedWords({ rated, training, occupants, ratings }: TableState, home: "play" | "t"): string {
  if (rated || ratings) return "";
  const computer = occupants.some(({ level }) => level > 0);
  const key: Key = training ? "end.unrated.training" : computer ? "end.unrated.computer" : home === "play" ? "end.unrated.here" : "end.unrated";
  return t(key);
}

/** Where the last position is studied; null where this client has no such page. */
function analysisOf({ terms, position }: Scene): string | null {
  const address = `/analysis/${terms.game}`;
  return readRoute(address, "").page === "not-found" ? null : `${address}#${encodeURIComponent(position)}`;
}

interface EndingProps {
  session: Session;
  home: "play" | "t";
  /** The player looks at the board: the card makes room. */
  aside: boolean;
}

export function Ending({ session, home, aside }: EndingProps) {
  const table = session.table.value;
  const title = useRef<HTMLHeadingElement>(null);
  const result = readResult(table.result ?? "");
  const winner = winnerOf(result);
  const sides = new Set(table.occupants.filter((occupant) => table.mine.includes(occupant.seat)).map((occupant) => occupant.side));
  const one = sides.size === 1 ? [...sides][0] : undefined;
  useEffect(() => title.current?.focus(), []);
  const heading = !one || !winner ? outcomeWords(session.facts, result) : winner === one ? t("end.won") : t("end.lost");
  const [closed, setAway] = useState(false);
  const away = closed || aside;
  const unrated = unratedWords(table, home);
  const played = Object.keys(result.score).length > 0;
  const analysis = played ? analysisOf(session.scene.value) : null;
  const asked = one !== undefined && table.rematch.includes(one);
  return (
    <section class="ending" data-side={winner ?? ""} data-away={away} aria-labelledby="ending">
      <button type="button" class="ending-away" aria-expanded={!away} onClick={() => setAway(!closed)} data-do="look-at-board">
        {away ? t("end.show") : t("end.hide")}
      </button>
      <h2 id="ending" ref={title} tabIndex={-1}>
        {heading}
      </h2>
      <p>
        {one && winner && <>{outcomeWords(session.facts, result)}. </>}
        {reasonWords(session.facts, result)}
      </p>
      {played && <Score facts={session.facts} scene={session.scene.value} />}
      {table.ratings && <RatingChanges session={session} />}
      {played && unrated && <p class="faded">{unrated}</p>}
      {played && home === "play" && one && <NextLevel session={session} won={winner === one} />}
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
          played && (
            <button type="button" class="button" disabled={asked} onClick={() => void session.command("rematch", { seat: table.mine[0] })} data-do="rematch">
              {asked ? t("end.rematch-asked") : t("end.rematch")}
            </button>
          )
        )}
        {played && (
          <a class="button second" href={home === "play" ? `/replay/here/${table.id}` : `/replay/${table.id}`} data-do="replay">
            {t("end.replay")}
          </a>
        )}
        {analysis && (
          <a class="button second" href={analysis} data-do="analysis">
            {t("end.analysis")}
          </a>
        )}
        <a class="button second" href="/" data-do="another">
          {t("end.another")}
        </a>
        {session.record && (
          <button type="button" class="button second" onClick={() => void keepRecord(session)} data-do="record">
            {t("end.record")}
          </button>
        )}
        {!session.record && home === "t" && played && (
          <a class="button second" href={`/api/v1/records/${table.id}.record`} download data-do="record">
            {t("end.record")}
          </a>
        )}
      </div>
    </section>
  );
}
