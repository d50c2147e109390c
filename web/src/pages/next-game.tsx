/** After one's move: the next game in which it is one's turn, in one tap. The one with the least time left comes first. */
import { useEffect } from "preact/hooks";
import type { OwnTable } from "../protocol";
import type { Session } from "../model";
import { t } from "../words/words";
import { gameName } from "./game-words";
import { meet, myTables } from "./person";
import { turnOf } from "./turn";

/** Games in which it is one's turn, the most urgent first. */
export function awaiting(tables: readonly OwnTable[]): OwnTable[] {
  const urgency = (one: OwnTable) => one.left ?? Infinity;
  return tables.filter((one) => one.stage === "playing" && one.yourTurn).sort((a, b) => (urgency(a) === urgency(b) ? 0 : urgency(a) - urgency(b)));
}

export function NextGame({ session }: { session: Session }) {
  const table = session.table.value;
  const { state } = turnOf(session);
  const done = table.mine.length > 0 && (state === "theirs" || state === "over");
  useEffect(() => {
    if (done) void meet();
  }, [done, session.log.value.length]);
  const [next, ...more] = awaiting(myTables.value.filter((one) => one.table !== table.id));
  if (!done || !next) return null;
  return (
    <p class="next-game">
      <a class="button second" href={`/t/${next.table}`} data-do="next-game">
        {t("next-game", { game: gameName(next.game), n: more.length + 1 })}
      </a>
    </p>
  );
}
