/** The public games somebody finished last. */
import type { GameFacts } from "../../model";
import { t } from "../../words/words";
import { Missing, useFetched } from "../fetched";
import { gameName } from "../game-words";
import { outcomeWords, readResult } from "../result";
import { day } from "../time";

interface Finished {
  table: string;
  game: string;
  ended: number;
  result: string;
  seats: number;
  /** By seat; the computer by its level, `level:3`. */
  players: Record<string, string>;
}

const MOST = 10;

function playerWords(player: string): string {
  const level = /^level:(\d)$/.exec(player)?.[1];
  return level ? t("chair.computer", { level }) : player;
}

function Line({ one, facts }: { one: Finished; facts: GameFacts[] | null }) {
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
        <span class="faded">{day(one.ended)}</span>
      </a>
    </li>
  );
}

export function Recent({ person, facts }: { person: string; facts: GameFacts[] | null }) {
  const fetched = useFetched<{ records: Finished[] }>(`/records?person=${encodeURIComponent(person)}&most=${MOST}`);
  return (
    <section aria-labelledby="recent">
      <h2 id="recent">{t("person.recent")}</h2>
      {!fetched.value ? (
        <Missing of={fetched} />
      ) : fetched.value.records.length === 0 ? (
        <p class="faded">{t("person.no-recent")}</p>
      ) : (
        <ul class="cards">
          {fetched.value.records.map((one) => (
            <Line key={one.table} one={one} facts={facts} />
          ))}
        </ul>
      )}
    </section>
  );
}
