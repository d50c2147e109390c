/** The game so far, in plain words. */
import { useEffect, useRef } from "preact/hooks";
import type { Happening, Session } from "../model";
import { capital, say, t } from "../words/words";

interface Turn {
  seat: string;
  said: string[];
  first: number;
}

/** Whose turn begins is on the sign above the board; here it would be every second sentence. A whole set-up is one. */
function sentences({ said, events }: Happening): string[] {
  if (said.length !== events.length) return said.map(say).filter(Boolean).map(capital);
  const told = said.filter((_, i) => events[i]?.kind !== "turn" && events[i]?.kind !== "placed");
  const placed = events.some((event) => event.kind === "placed") ? [t("table.set-up")] : [];
  return [...placed, ...told.map(say)].filter(Boolean).map(capital);
}

/** Happenings of one seat in a row, and the dice in between, are one turn. */
function turnsOf(log: Happening[]): Turn[] {
  const turns: Turn[] = [];
  log.forEach((one, first) => {
    const said = sentences(one);
    const last = turns[turns.length - 1];
    if (last && (one.seat === last.seat || one.seat === "#" || one.seat === "")) last.said.push(...said.filter((sentence) => sentence !== last.said[last.said.length - 1]));
    else turns.push({ seat: one.seat, said, first });
  });
  return turns.filter((turn) => turn.said.length > 0);
}

export function Moves({ session }: { session: Session }) {
  const list = useRef<HTMLOListElement>(null);
  const log = session.log.value;
  const table = session.table.value;
  const turns = turnsOf(log);
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [log.length]);
  const sideOf = (seat: string) => table.chairs.find((chair) => chair.seat === seat)?.side ?? "";
  return (
    <section class="moves" aria-labelledby="moves">
      <h2 id="moves">{t("table.moves")}</h2>
      {turns.length === 0 && <p class="faded">{t("table.no-moves")}</p>}
      <ol ref={list} tabIndex={0} aria-labelledby="moves">
        {turns.map((turn) => (
          <li key={turn.first} data-side={sideOf(turn.seat)}>
            {turn.seat !== "#" && turn.seat !== "" && (
              <i class="swatch" aria-hidden="true" />
            )}
            {turn.said.map((sentence, i) => (
              <span key={i}>{sentence} </span>
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}
