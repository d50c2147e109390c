/** Days off at a table played by days: one's time stands still meanwhile. */
import { useState } from "preact/hooks";
import type { ClockState, Session } from "../model";
import { t } from "../words/words";
import { moment } from "./time";

export function Vacation({ session, seat, side }: { session: Session; seat: string; side: string }) {
  const [wanted, setWanted] = useState(1);
  const left = session.table.value.clock?.vacation?.[side] ?? 0;
  if (left < 1) return null;
  const days = Math.min(wanted, left);
  const take = () => void session.command("vacation", { seat, days });
  return (
    <div class="vacation row">
      <p class="faded">{t("vacation.left", { n: left })}</p>
      <select aria-label={t("vacation.days")} value={days} onChange={(event) => setWanted(Number(event.currentTarget.value))}>
        {Array.from({ length: left }, (_, i) => i + 1).map((n) => (
          <option key={n} value={n}>
            {t("vacation.some", { n })}
          </option>
        ))}
      </select>
      <button type="button" class="quiet" onClick={take} data-do="vacation">
        {t("vacation.take")}
      </button>
    </div>
  );
}

/** Until when a side is off. */
export function Away({ clock, side }: { clock: ClockState; side: string }) {
  const until = clock.awayUntil?.[side] ?? 0;
  if (until <= Date.now() + clock.skew) return null;
  return <span class="away">{t("vacation.away", { moment: moment(until - clock.skew) })}</span>;
}
