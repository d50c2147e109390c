/** A table of the house: `/t/ID`. Before the start one sits down there, then one plays or watches. */
import { engine } from "../engine/engine";
import type { Session } from "../model";
import { openTable } from "../session/online";
import { pageWorld } from "../session/online-world";
import { t } from "../words/words";
import { Heading } from "./heading";
import { NotHere, useSession } from "./local-game";
import { NameForm, person, usePerson } from "./person";
import { recall } from "./settings";
import { TableView } from "./table-view";
import { Waiting } from "./waiting";
import { WaitingRoom } from "./waiting-room";

/** An invitation to share a seat of a game that has begun. */
function Join({ session, seat, invitation }: { session: Session; seat: string; invitation: string }) {
  const me = usePerson();
  if (session.table.value.mine.includes(seat) || session.table.value.stage !== "playing") return null;
  return (
    <div class="notice">
      <p>{t("join.text")}</p>
      {me === null ? (
        <NameForm button={t("name.go-on")} done={() => location.reload()} />
      ) : (
        <button type="button" class="button" onClick={() => void session.wish("sit", { seat, key: invitation })} data-do="sit">
          {t("room.sit")}
        </button>
      )}
    </div>
  );
}

function AtTable({ session, invited }: { session: Session; invited: { seat?: string; key?: string } }) {
  const table = session.table.value;
  if (session.connection.value === "gone") return <NotHere title={t("table.gone")} text={t("connection.gone")} />;
  // Nothing is shown before all of it can be: what one sees stays where it is.
  if (!table.id || session.connection.value === "connecting") return <Waiting />;
  if (table.stage === "open") return <WaitingRoom session={session} invited={invited} />;
  return (
    <>
      {invited.seat && invited.key && <Join session={session} seat={invited.seat} invitation={invited.key} />}
      <TableView session={session} home="t" />
    </>
  );
}

function open(id: string): Promise<Session | null> {
  return openTable(id, pageWorld(engine(), () => person.value?.name ?? recall("name") ?? t("chair.somebody")));
}

export function HouseTable({ id, invitation, seat }: { id: string; invitation?: string; seat?: string }) {
  const { session, failed } = useSession(() => open(id), id);
  if (session) return <AtTable session={session} invited={{ seat, key: invitation }} />;
  if (session === null) return <NotHere title={t("table.gone")} text={t("connection.gone")} />;
  return (
    <div class="page narrow">
      <Heading title={t("waiting")} />
      <Waiting failed={failed} />
    </div>
  );
}
