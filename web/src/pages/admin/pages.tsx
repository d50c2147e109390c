/** Where the server is kept in order. Only admins come here; the server itself sees to that. */
import "../../words/admin";
import "../../words/people";
import { t, type Key } from "../../words/words";
import { Heading } from "../heading";
import { ServerTrouble, usePerson } from "../person";
import { adminPages, type AdminPageId } from "../route";
import { AnnouncementPage } from "./announcement";
import { AuditPage } from "./audit";
import { BansPage } from "./bans";
import { FiguresPage } from "./figures";
import { InvitationsPage } from "./invitations";
import { PeoplePage } from "./people";
import { ReportsPage } from "./reports";
import { TablesPage } from "./tables";

function Tab({ tab }: { tab?: AdminPageId }) {
  switch (tab) {
    case undefined:
      return <FiguresPage />;
    case "people":
      return <PeoplePage />;
    case "tables":
      return <TablesPage />;
    case "reports":
      return <ReportsPage />;
    case "bans":
      return <BansPage />;
    case "invitations":
      return <InvitationsPage />;
    case "announcement":
      return <AnnouncementPage />;
    case "audit":
      return <AuditPage />;
  }
}

export function AdminPage({ tab }: { tab?: AdminPageId }) {
  const me = usePerson();
  const name = t(`admin.${tab ?? "figures"}` as Key);
  return (
    <div class="page">
      <Heading title={tab ? name : t("admin.title")} />
      {me === undefined ? (
        <>
          <ServerTrouble />
          <p class="waiting">{t("fetch.waiting")}</p>
        </>
      ) : me?.role === "admin" ? (
        <>
          <nav class="tabs" aria-label={t("admin.title")}>
            {[undefined, ...adminPages].map((one) => (
              <a key={one ?? ""} href={one ? `/admin/${one}` : "/admin"} aria-current={one === tab ? "page" : undefined}>
                {t(`admin.${one ?? "figures"}` as Key)}
              </a>
            ))}
          </nav>
          <Tab key={tab ?? ""} tab={tab} />
        </>
      ) : (
        <p>{t("admin.not-admin")}</p>
      )}
    </div>
  );
}
