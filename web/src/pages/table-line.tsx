/** A table in a list: which game, who sits there, and what one can do. */
import type { ComponentChildren } from "preact";
import type { GameFacts } from "../model";
import { t } from "../words/words";
import type { Summary } from "./api";
import { gameName } from "./game-words";
import { seatTitle } from "./levels";
import { Sitters } from "./name";

export function timeWords(time: Summary["time"]): string {
  if (!time) return t("clock.none");
  if ("days" in time) return t("clock.days", { n: time.days });
  return t("clock.live", { minutes: Math.round(time.seconds / 60), increment: time.increment ?? 0 });
}

interface TableLineProps {
  summary: Summary;
  facts: GameFacts[] | null;
  todo: string;
  urgent?: boolean;
  /** What else was agreed. */
  more?: string;
  picture?: ComponentChildren;
  /** Does more than going there. */
  follow?: (event: Event) => void;
}

export function TableLine({ summary, facts, todo, urgent = false, more, picture, follow }: TableLineProps) {
  const game = facts?.find((one) => one.id === summary.game);
  return (
    <li>
      <a class="card table-line" href={`/t/${summary.table}`} data-urgent={urgent} data-game={summary.game} onClick={follow}>
        {picture}
        <strong>{gameName(summary.game)}</strong>
        <span class="faded">
          {timeWords(summary.time)}
          {summary.rated && <span class="mark">{t("table.rated")}</span>}
          {summary.training && <span class="mark">{t("table.training")}</span>}
        </span>
        {more && <span class="faded">{more}</span>}
        <span class="sitters">
          {summary.occupants.map((occupant) => (
            <span key={occupant.seat} data-side={occupant.side}>
              <i class="swatch" aria-hidden="true" />
              {game && `${t("seat-of", { seat: seatTitle(game, summary.seats, occupant.seat) })} `}
              <Sitters occupant={occupant} />
            </span>
          ))}
        </span>
        <span class="todo">{todo}</span>
      </a>
    </li>
  );
}
