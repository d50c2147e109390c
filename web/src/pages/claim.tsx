/** The game of a side that is to act and has gone: offered once it has been away for as long as the server waits. */
import { useEffect, useState } from "preact/hooks";
import type { Scene, Session, TableState } from "../model";
import { t } from "../words/words";

const MINUTE = 60_000;

/** How many minutes the server waits; a game by days is decided by its days alone. */
function minutesOf(table: TableState): number {
  if (!table.time) return 10;
  return "days" in table.time ? Infinity : 2;
}

/** When the side that is waited for was last there; Infinity: none is, or it is there, or it is the computer. A player who
 * is to act too, in secret, waits for no side: whether the other is done is not known. */
function goneSince(table: TableState, scene: Scene): number {
  const ours = new Set(table.occupants.filter((occupant) => table.mine.includes(occupant.seat)).map((occupant) => occupant.side));
  if (table.occupants.some((occupant) => ours.has(occupant.side) && scene.toAct.includes(occupant.seat))) return Infinity;
  const awaited = table.occupants.find((occupant) => !ours.has(occupant.side) && scene.toAct.includes(occupant.seat));
  return table.presence?.awaySince[awaited?.side ?? ""] ?? Infinity;
}

export function Claim({ session }: { session: Session }) {
  const table = session.table.value;
  const [seat] = table.mine;
  const minutes = minutesOf(table);
  const due = table.stage === "playing" ? goneSince(table, session.scene.value) + minutes * MINUTE : Infinity;
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (due === Infinity) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, due - Date.now()));
    return () => clearTimeout(timer);
  }, [due]);
  if (seat === undefined || now < due) return null;
  return (
    <div class="notice" role="status">
      <p>{t("claim.text", { n: minutes })}</p>
      <button type="button" class="button" onClick={() => void session.command("claim", { seat })} data-do="claim">
        {t("claim")}
      </button>
    </div>
  );
}
