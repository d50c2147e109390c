/** What one may do besides moving: take back, offer a draw, resign. */
import type { Session } from "../model";
import { t } from "../words/words";
import { ask } from "./ask";
import { Vacation } from "./vacation";

function mySide(session: Session): string | undefined {
  const table = session.table.value;
  return table.occupants.find((occupant) => table.mine.includes(occupant.seat))?.side;
}

export function Actions({ session }: { session: Session }) {
  const table = session.table.value;
  const scene = session.scene.value;
  const acting = table.mine.find((seat) => scene.toAct.includes(seat));
  const seat = acting ?? table.mine[0];
  if (table.stage !== "playing" || !seat) return null;
  const side = table.occupants.find((occupant) => occupant.seat === seat)?.side ?? mySide(session) ?? "";
  const resign = async () => {
    const sure = { title: t("resign.title"), text: t("resign.text"), yes: t("resign.yes"), no: t("resign.no") };
    if (await ask(sure)) await session.command("resign", { seat });
  };
  return (
    <div class="actions">
      {!table.rated && !table.tournament && (
        <button type="button" class="quiet" disabled={table.ask.includes(side)} onClick={() => void session.command("ask", { seat })} data-do="ask">
          {t("take-back")}
        </button>
      )}
      <button type="button" class="quiet" disabled={table.offer.includes(side)} onClick={() => void session.command("offer", { seat })} data-do="offer">
        {table.offer.includes(side) ? t("draw.offered") : t("draw.offer")}
      </button>
      <button type="button" class="quiet" onClick={() => void resign()} data-do="resign">
        {t("resign")}
      </button>
      <Vacation session={session} seat={seat} side={side} />
    </div>
  );
}
