/** How much time each player has: a choice of what is usual. */
import { t } from "../words/words";

const clocks = ["none", "5+5", "15+10", "30+20", "day-1", "day-3", "day-7"] as const;
export type ClockChoice = (typeof clocks)[number];

/** As the server wants to be told. */
export function timeOf(choice: ClockChoice): unknown {
  if (choice === "none") return null;
  if (choice.startsWith("day-")) return { days: Number(choice.slice(4)), vacation: 14 };
  const [minutes = 5, increment = 5] = choice.split("+").map(Number);
  return { seconds: minutes * 60, increment };
}

function clockWords(choice: ClockChoice): string {
  if (choice === "none") return t("clock.none");
  if (choice.startsWith("day-")) return t("clock.days", { n: Number(choice.slice(4)) });
  const [minutes = 5, increment = 5] = choice.split("+").map(Number);
  return t("clock.live", { minutes, increment });
}

/** The same, or one that is usual where there must be a clock. */
export function timed(choice: ClockChoice): ClockChoice {
  return choice === "none" ? "15+10" : choice;
}

interface ClockFieldProps {
  value: ClockChoice;
  set: (value: ClockChoice) => void;
  /** There must be a clock. */
  timed?: boolean;
  /** Played in one go: not by days. */
  live?: boolean;
}

export function ClockField({ value, set, timed: must = false, live = false }: ClockFieldProps) {
  const offered = clocks.filter((one) => !(must && one === "none") && !(live && one.startsWith("day-")));
  return (
    <label class="field">
      <span>{t("new.clock")}</span>
      <select value={value} onChange={(event) => set(clocks.find((one) => one === event.currentTarget.value) ?? "none")}>
        {offered.map((one) => (
          <option key={one} value={one}>
            {clockWords(one)}
          </option>
        ))}
      </select>
    </label>
  );
}
