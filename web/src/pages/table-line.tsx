/** A table in a list: which game, who sits there, and what one can do. */
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

export function TableLine({ summary, facts, todo, urgent = false }: { summary: Summary; facts: GameFacts[] | null; todo: string; urgent?: boolean }) {
  const game = facts?.find((one) => one.id === summary.game);
  return (
    <li>
      <a class="card table-line" href={`/t/${summary.table}`} data-urgent={urgent} data-game={summary.game}>
        <strong>{gameName(summary.game)}</strong>
        <span class="faded">
          {timeWords(summary.time)}
          {summary.rated && <span class="mark">{t("table.rated")}</span>}
        </span>
        <span class="sitters">
          {summary.chairs.map((chair) => (
            <span key={chair.seat} data-side={chair.side}>
              <i class="swatch" aria-hidden="true" />
              {game && `${t("seat-of", { seat: seatTitle(game, summary.seats, chair.seat) })} `}
              <Sitters chair={chair} />
            </span>
          ))}
        </span>
        <span class="todo">{todo}</span>
      </a>
    </li>
  );
}
