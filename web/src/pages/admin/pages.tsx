/** Where the server is kept in order. Only admins come here; the server itself sees to that. */
import "../../words/admin";
import "../../words/people";
import { t, type Key } from "../../words/words";
import { Heading } from "../heading";
import { ServerTrouble, usePerson } from "../person";
import { keepingRooms, type KeepingRoom } from "../route";
import { AnnouncementRoom } from "./announcement";
import { AuditRoom } from "./audit";
import { BansRoom } from "./bans";
import { FiguresRoom } from "./figures";
import { InvitationsRoom } from "./invitations";
import { PeopleRoom } from "./people";
import { ReportsRoom } from "./reports";
import { TablesRoom } from "./tables";

function Room({ room }: { room?: KeepingRoom }) {
  switch (room) {
    case undefined:
      return <FiguresRoom />;
    case "people":
      return <PeopleRoom />;
    case "tables":
      return <TablesRoom />;
    case "reports":
      return <ReportsRoom />;
    case "bans":
      return <BansRoom />;
    case "invitations":
      return <InvitationsRoom />;
    case "announcement":
      return <AnnouncementRoom />;
    case "audit":
      return <AuditRoom />;
  }
}

export function KeepingPage({ room }: { room?: KeepingRoom }) {
  const me = usePerson();
  const name = t(`keeping.${room ?? "figures"}` as Key);
  return (
    <div class="page">
      <Heading title={room ? name : t("keeping.title")} />
      {me === undefined ? (
        <>
          <ServerTrouble />
          <p class="waiting">{t("fetch.waiting")}</p>
        </>
      ) : me?.role === "admin" ? (
        <>
          <nav class="tabs" aria-label={t("keeping.title")}>
            {[undefined, ...keepingRooms].map((one) => (
              <a key={one ?? ""} href={one ? `/admin/${one}` : "/admin"} aria-current={one === room ? "page" : undefined}>
                {t(`keeping.${one ?? "figures"}` as Key)}
              </a>
            ))}
          </nav>
          <Room key={room ?? ""} room={room} />
        </>
      ) : (
        <p>{t("keeping.not-admin")}</p>
      )}
    </div>
  );
}
