/** The game so far, a short line for each turn; each leads to its position. */
import { useEffect, useRef } from "preact/hooks";
import type { Session } from "../model";
import { t } from "../words/words";
import { aimOf } from "./aim";
import type { LookingBack } from "./looking-back";
import { MoveList } from "./move-list";
import { MoveSigns } from "./move-signs";
import { turnsOf } from "./turns";

export function Moves({ session, looking }: { session: Session; looking: LookingBack }) {
  const list = useRef<HTMLOListElement>(null);
  const log = session.log.value;
  const { occupants, terms } = session.table.value;
  const { as } = session.scene.value;
  const turns = turnsOf(session.facts, log, (seat) => occupants.find((occupant) => occupant.seat === seat)?.side ?? "");
  const rows = turns.map(({ first, last, side, said }) => ({
    key: first,
    side,
    said,
    signs: <MoveSigns scene={{ terms, as }} turn={log.slice(first, last + 1)} />,
    go: () => looking.go(last),
    here: looking.at === last,
  }));
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [log.length]);
  return (
    <section class="moves" aria-labelledby="moves">
      <h2 id="moves">{t("table.moves")}</h2>
      {turns.length === 0 && <p class="faded">{aimOf(terms.game)}</p>}
      <MoveList facts={session.facts} rows={rows} list={list} label="moves" />
    </section>
  );
}
