/** What one may do besides moving: confirm, undo, take back, offer a draw, resign. */
import type { Session } from "../model";
import { t } from "../words/words";
import { ask } from "./ask";
import { Vacation } from "./vacation";

/** The seat whose phase or turn could be ended now with `.`. */
function whoEnds(session: Session): string | undefined {
  const { legal } = session.scene.value;
  return Object.keys(legal).find((seat) => legal[seat]?.includes("."));
}

/** Ends phases as long as nothing else can be done in them, and then the turn. */
async function finishTurn(session: Session): Promise<void> {
  const seat = whoEnds(session);
  if (seat && !session.scene.value.complete) await session.choose(seat, ".");
  for (let tokens = session.scene.value.legal[seat ?? ""]; seat && !session.scene.value.complete && tokens?.join() === "."; ) {
    await session.choose(seat, ".");
    tokens = session.scene.value.legal[seat];
  }
  if (session.scene.value.complete) await session.confirm();
}

/** Undo and confirm, for turns of several steps. */
export function DraftBar({ session }: { session: Session }) {
  const { draft, complete } = session.scene.value;
  if (draft.length === 0) return null;
  return (
    <div class="draft" role="group" aria-label={t("draft.title")}>
      <button type="button" class="button second" onClick={() => void session.undo()} data-do="undo">
        {t("draft.undo")}
      </button>
      {complete ? (
        <button type="button" class="button" onClick={() => void session.confirm()} data-do="confirm">
          {t("draft.confirm")}
        </button>
      ) : (
        <button type="button" class="button" disabled={!whoEnds(session)} onClick={() => void finishTurn(session)} data-do="finish">
          {t("draft.finish")}
        </button>
      )}
      <p class="faded">{t("draft.steps", { n: draft.length })}</p>
    </div>
  );
}

function mySide(session: Session): string | undefined {
  const table = session.table.value;
  return table.chairs.find((chair) => table.mine.includes(chair.seat))?.side;
}

export function Actions({ session }: { session: Session }) {
  const table = session.table.value;
  const scene = session.scene.value;
  const acting = table.mine.find((seat) => scene.toAct.includes(seat));
  const seat = acting ?? table.mine[0];
  if (table.stage !== "playing" || !seat) return null;
  const side = table.chairs.find((chair) => chair.seat === seat)?.side ?? mySide(session) ?? "";
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
