/** The game so far, in plain words. */
import { useEffect, useRef } from "preact/hooks";
import type { Session } from "../model";
import { t } from "../words/words";
import { sideTitle } from "./levels";
import { turnsOf } from "./turns";

export function Moves({ session }: { session: Session }) {
  const list = useRef<HTMLOListElement>(null);
  const log = session.log.value;
  const { chairs } = session.table.value;
  const turns = turnsOf(session.facts, log, (seat) => chairs.find((chair) => chair.seat === seat)?.side ?? "");
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [log.length]);
  return (
    <section class="moves" aria-labelledby="moves">
      <h2 id="moves">{t("table.moves")}</h2>
      {turns.length === 0 && <p class="faded">{t("table.no-moves")}</p>}
      <ol ref={list} tabIndex={0} aria-labelledby="moves">
        {turns.map((turn) => (
          <li key={turn.first} data-side={turn.side}>
            {turn.side && (
              <b>
                <i class="swatch" aria-hidden="true" />
                {t("seat-of", { seat: sideTitle(session.facts, turn.side) })}{" "}
              </b>
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
