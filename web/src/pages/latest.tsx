/** The last turn in one line, for a phone that has no room for the list of moves. It was announced when it was played. */
import type { Session } from "../model";
import { t } from "../words/words";
import { sideTitle } from "./levels";
import { turnsOf } from "./turns";

export function Latest({ session }: { session: Session }) {
  const { occupants } = session.table.value;
  const last = turnsOf(session.facts, session.log.value, (seat) => occupants.find((occupant) => occupant.seat === seat)?.side ?? "").at(-1);
  if (!last) return null;
  return (
    <p class="latest" aria-hidden="true">
      {last.side && t("seat-of", { seat: sideTitle(session.facts, last.side) })} {last.said.join(" ")}
    </p>
  );
}
