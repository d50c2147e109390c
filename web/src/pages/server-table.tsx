/** A table of the server: `/t/ID`. Before the start one sits down there, then one plays or watches. */
import { engine } from "../engine/engine";
import type { Session } from "../model";
import { openTable } from "../session/online";
import { pageWorld } from "../session/online-world";
import { t } from "../words/words";
import { AskToJoin } from "./ask-to-join";
import { Heading } from "./heading";
import { later } from "./later";
import { NotHere, useSession } from "./local-game";
import { NextGame } from "./next-game";
import { NameForm, person, usePerson } from "./person";
import { recall } from "./settings";
import { useTableNews } from "./table-news";
import { TableView } from "./table-view";
import { Waiting } from "./waiting";
import { invitedBy } from "./invitations";
import { WaitingRoom } from "./online/waiting-room";

/** With what belongs to oneself alone; shown when all of it is there, so that nothing moves. */
const OwnTable = later(() => import("./correspondence/own-table").then((part) => part.OwnTable), Waiting);

/** Who came by a link to a seat may ask those who hold it to share it. */
function Join({ session, seat }: { session: Session; seat: string }) {
  const me = usePerson();
  const table = session.table.value;
  const occupant = table.occupants.find((one) => one.seat === seat);
  if (table.mine.length > 0 || table.stage !== "playing" || table.rated || table.tournament || !occupant?.people.length) return null;
  return (
    <div class="notice">
      <p>{t("join.text")}</p>
      {me === null ? <NameForm button={t("name.go-on")} done={() => location.reload()} /> : <AskToJoin session={session} seat={seat} />}
    </div>
  );
}

function AtTable({ session, seats, keys }: { session: Session; seats?: string; keys?: string }) {
  const table = session.table.value;
  useTableNews(session);
  if (session.connection.value === "gone") return <NotHere title={t("table.gone")} text={t("connection.gone")} />;
  // Nothing is shown before all of it can be: what one sees stays where it is.
  if (!table.id || session.connection.value === "connecting") return <Waiting />;
  if (table.stage === "open") return <WaitingRoom session={session} invited={invitedBy(seats, keys)} />;
  const notices = (
    <>
      {seats && <Join session={session} seat={seats.split(",")[0] ?? ""} />}
      <NextGame session={session} />
    </>
  );
  if (table.mine.length > 0) return <OwnTable session={session} notices={notices} />;
  return <TableView session={session} home="t" notices={notices} />;
}

function open(id: string): Promise<Session | null> {
  return openTable(id, pageWorld(engine(), () => person.value?.name ?? recall("name") ?? t("occupant.player")));
}

export function ServerTable({ id, invitation, seat }: { id: string; invitation?: string; seat?: string }) {
  const { session, failed } = useSession(() => open(id), id);
  if (session) return <AtTable session={session} seats={seat} keys={invitation} />;
  if (session === null) return <NotHere title={t("table.gone")} text={t("connection.gone")} />;
  return (
    <div class="page narrow">
      <Heading title={t("waiting")} />
      <Waiting failed={failed} />
    </div>
  );
}
