/** A game with secrets on one device: the board is hidden until the next player has the device. */
import { useEffect, useRef } from "preact/hooks";
import type { Session } from "../model";
import { t } from "../words/words";
import { seatTitle } from "./levels";

/** The seat that should look now, if another one is looking, or (`fresh`) if the page was opened by who knows whom. */
export function passDeviceTo(session: Session, fresh: boolean): string | null {
  const table = session.table.value;
  const scene = session.scene.value;
  if (!session.facts.secrets || table.stage !== "playing") return null;
  const sideOf = (seat: string) => table.occupants.find((occupant) => occupant.seat === seat)?.side;
  const sides = new Set(table.mine.map(sideOf));
  if (sides.size < 2) return null;
  const waiting = table.mine.filter((seat) => scene.toAct.includes(seat));
  const looking = waiting.find((seat) => sideOf(seat) === sideOf(scene.as));
  if (looking) return fresh ? looking : null;
  return waiting[0] ?? null;
}

export function PassDevice({ session, seat, open }: { session: Session; seat: string; open: () => void }) {
  const title = useRef<HTMLHeadingElement>(null);
  const side = session.table.value.occupants.find((occupant) => occupant.seat === seat)?.side ?? "";
  const name = seatTitle(session.facts, session.table.value.terms.seats, seat);
  useEffect(() => title.current?.focus(), [seat]);
  const look = () => {
    session.lookAs(seat);
    open();
  };
  return (
    <div class="pass-device" data-game={session.facts.id}>
      <div class="pass-device-card" data-side={side}>
        <i class="swatch" aria-hidden="true" />
        <h1 ref={title} tabIndex={-1}>
          {t("pass-device.title", { seat: name })}
        </h1>
        <p>{t("pass-device.text")}</p>
        <button type="button" class="button large" onClick={look} data-do="look">
          {t("pass-device.look", { seat: name })}
        </button>
      </div>
    </div>
  );
}
