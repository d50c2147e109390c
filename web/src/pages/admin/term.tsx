/** For how long: a ban, an announcement. */
import { t, type Key } from "../../words/words";

const DAY = 86_400_000;
const lengths = { day: DAY, week: 7 * DAY, month: 30 * DAY, year: 365 * DAY };
export const terms = ["day", "week", "month", "year", "ever"] as const;
export type Term = (typeof terms)[number];

/** The moment when it ends; null: it does not. */
export function endOf(term: Term, now: number): number | null {
  return term === "ever" ? null : now + lengths[term];
}

export function TermField({ label, value, set }: { label: string; value: Term; set: (term: Term) => void }) {
  return (
    <label class="field">
      <span>{label}</span>
      <select value={value} onChange={(event) => set(terms.find((one) => one === event.currentTarget.value) ?? "ever")}>
        {terms.map((one) => (
          <option key={one} value={one}>
            {t(`term.${one}` as Key)}
          </option>
        ))}
      </select>
    </label>
  );
}
