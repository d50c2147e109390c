/** Days off in all games by correspondence at once; its texts are those of the vacation at one table. */
import "../../words/correspondence";
import { useState } from "preact/hooks";
import type { OwnTable } from "../../protocol";
import { t } from "../../words/words";
import { request, sentence } from "../api";
import { meet, serverTrouble } from "../person";
import { toast } from "../toasts";

export function VacationEverywhere({ tables }: { tables: readonly OwnTable[] }) {
  const [wanted, setWanted] = useState(7);
  const [busy, setBusy] = useState(false);
  const most = Math.max(0, ...tables.map(({ vacation = 0 }) => vacation));
  if (most === 0) return null;
  const days = Math.min(wanted, most);
  const take = async () => {
    setBusy(true);
    try {
      const { tables: count } = await request<{ tables: number }>("POST", "/me/vacation", { days });
      await meet();
      toast(t("vacation.taken", { n: count }));
    } catch (error) {
      serverTrouble.value = sentence(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <details class="vacation-everywhere">
      <summary>{t("vacation.everywhere")}</summary>
      <p>{t("vacation.everywhere-text")}</p>
      <div class="row">
        <select aria-label={t("vacation.days")} value={days} onChange={(event) => setWanted(Number(event.currentTarget.value))}>
          {Array.from({ length: most }, (_, i) => i + 1).map((n) => (
            <option key={n} value={n}>
              {t("vacation.some", { n })}
            </option>
          ))}
        </select>
        <button type="button" class="button second" disabled={busy} onClick={() => void take()} data-do="vacation">
          {t("vacation.take")}
        </button>
      </div>
    </details>
  );
}
