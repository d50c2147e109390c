/** The tables that are not over, private ones too, as watchers see them. */
import { Fragment } from "preact";
import { t } from "../../words/words";
import type { AdminTable } from "../../protocol";
import { ask } from "../ask";
import { useAttempt } from "../attempt";
import { gameName } from "../game-words";
import { Sitters } from "../name";
import { More, usePaged } from "../paged";
import { Refusal } from "../refusal";
import { timeWords } from "../table-line";

function Line({ one, close }: { one: AdminTable; close: () => void }) {
  const game = gameName(one.game);
  return (
    <li>
      <span>
        <a href={`/t/${one.table}`}>{game}</a>
        {!one.public && <span class="mark">{t("admin.private")}</span>}
        <small>
          {one.occupants.map((occupant, i) => (
            <Fragment key={occupant.seat}>
              {i > 0 && " · "}
              <Sitters occupant={occupant} link />
            </Fragment>
          ))}
        </small>
        <small class="faded">
          {one.stage === "open" ? t("admin.table-open") : t("admin.table-playing")}
          {" · "}
          {timeWords(one.time)}
          {" · "}
          {t("admin.present", { n: one.subscribed })}
        </small>
      </span>
      <button type="button" class="quiet" aria-label={t("admin.act-of", { act: t("admin.close-table"), name: `${game} ${one.table}` })} onClick={close}>
        {t("admin.close-table")}
      </button>
    </li>
  );
}

export function TablesPage() {
  const tables = usePaged<AdminTable>("/admin/tables", "tables");
  const { trouble, send } = useAttempt(tables.again);
  const close = async (one: AdminTable) => {
    const sure = { title: t("admin.close-sure"), text: t("admin.close-text"), yes: t("admin.close-table"), no: t("admin.no") };
    if (await ask(sure)) await send("DELETE", `/admin/tables/${one.table}`);
  };
  return (
    <>
      <Refusal text={trouble} />
      <ul class="lines">
        {(tables.value ?? []).map((one) => (
          <Line key={one.table} one={one} close={() => void close(one)} />
        ))}
      </ul>
      <More of={tables} none={t("admin.no-tables")} />
    </>
  );
}
