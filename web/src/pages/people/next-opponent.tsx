/** A round of a tournament is paired: whom one meets, on which side, and how soon the table opens. */
import "../../words/people";
import { isolated, t } from "../../words/words";
import { useSeconds } from "../seconds";

export interface NextOpponent {
  round: number;
  name: string;
  /** In the language of the page. */
  side: string;
  /** When the table opens, by the clock of this device. */
  opens: number;
}

export function nextWords({ round, name, side, opens }: NextOpponent): string {
  const n = Math.ceil((opens - Date.now()) / 1000);
  const words = t("next-opponent.text", { round, name: isolated(name), side });
  return `${words} ${n > 0 ? t("next-opponent.soon", { n }) : t("next-opponent.now")}`;
}

/** It counts down every second, so it is no status that is read aloud: that is done once, when the message comes. */
export function NextOpponentText({ next }: { next: NextOpponent }) {
  useSeconds();
  return <p class="next-opponent">{nextWords(next)}</p>;
}
