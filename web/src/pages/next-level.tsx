/** After a few wins in a row against the computer its next level is offered. */
import { useState } from "preact/hooks";
import type { Session } from "../model";
import { t } from "../words/words";
import { rememberChoices, streakAfter } from "./choices";
import { levelName, levels } from "./levels";
import { playNow } from "./open";

const ENOUGH = 2;

export function NextLevel({ session, won }: { session: Session; won: boolean }) {
  const { id, terms, occupants } = session.table.value;
  const level = occupants.find((occupant) => occupant.level > 0)?.level ?? 0;
  const [wins] = useState(() => (level > 0 ? streakAfter(terms.game, level, id, won) : 0));
  const [failed, setFailed] = useState(false);
  const next = levels.find((one) => one === level + 1);
  if (wins < ENOUGH || !next) return null;
  const play = () => {
    rememberChoices(terms.game, { level: next });
    playNow(terms.game).catch(() => setFailed(true));
  };
  return (
    <p class="next-level">
      {t("end.streak", { n: wins })}{" "}
      <button type="button" class="button" disabled={failed} onClick={play} data-do="next-level">
        {t("end.next-level", { level: next, name: levelName(next) })}
      </button>
    </p>
  );
}
