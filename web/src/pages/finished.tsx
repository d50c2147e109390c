/** Games of the server that are over: each leads to its replay. */
import type { GameFacts } from "../model";
import type { RecordLine } from "../protocol";
import { t } from "../words/words";
import { Missing, useFetched } from "./fetched";
import { gameName } from "./game-words";
import { outcomeWords, readResult } from "./result";
import { day } from "./time";

/** By seat; the computer by its level, `level:3`. */
function playerWords(player: string): string {
  const level = /^level:(\d)$/.exec(player)?.[1];
  return level ? t("occupant.computer", { level }) : player;
}

function FinishedLine({ one, facts }: { one: RecordLine; facts: GameFacts[] | null }) {
  const game = facts?.find(({ id }) => id === one.game);
  const seats = game?.forms.find(({ seats: many }) => many === one.seats)?.seat ?? [];
  const sideOf = (seat: string) => seats.find((known) => known.seat === seat)?.side ?? seat;
  const all = Object.entries(one.players).map(([seat, player]) => ({ side: sideOf(seat), player }));
  // Who holds several seats of a side is named once.
  const holders = all.filter(({ side, player }, i) => all.findIndex((other) => other.side === side && other.player === player) === i);
  return (
    <li>
      <a class="card" href={`/replay/${one.table}`} data-game={one.game}>
        <strong>{gameName(one.game)}</strong>
        <span class="sitters">
          {holders.map(({ side, player }) => (
            <span key={side + player} data-side={side}>
              <i class="swatch" aria-hidden="true" />
              <bdi class="name">{playerWords(player)}</bdi>
            </span>
          ))}
        </span>
        {game && <span>{outcomeWords(game, readResult(one.result))}</span>}
        <span class="faded">
          {day(one.ended)}
          {!one.public && <span class="mark">{t("finished.private")}</span>}
        </span>
      </a>
    </li>
  );
}

/** The games that a request for records finds, newest first, below a heading. */
export function FinishedGames({ id, title, none, path, facts }: { id: string; title: string; none: string; path: string; facts: GameFacts[] | null }) {
  const fetched = useFetched<{ records: RecordLine[] }>(path);
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {!fetched.value ? (
        <Missing of={fetched} />
      ) : fetched.value.records.length === 0 ? (
        <p class="faded">{none}</p>
      ) : (
        <ul class="cards">
          {fetched.value.records.map((one) => (
            <FinishedLine key={one.table} one={one} facts={facts} />
          ))}
        </ul>
      )}
    </section>
  );
}
