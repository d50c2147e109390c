/** The tables that are not over, private ones too, as watchers see them. */
import { Fragment } from "preact";
import { t, type Key } from "../../words/words";
import type { AdminTable } from "../../protocol";
import { ask } from "../ask";
import { useAttempt } from "../attempt";
import { Sitters } from "../name";
import { More, usePaged } from "../paged";
import { Refusal } from "../refusal";
import { timeWords } from "../table-line";

function Line({ one, close }: { one: AdminTable; close: () => void }) {
  const game = t(`game.${one.game}` as Key);
  return (
    <li>
      <span>
        <a href={`/t/${one.table}`}>{game}</a>
        {!one.public && <span class="mark">{t("keeping.private")}</span>}
        <small>
          {one.chairs.map((chair, i) => (
            <Fragment key={chair.seat}>
              {i > 0 && " · "}
              <Sitters chair={chair} link />
            </Fragment>
          ))}
        </small>
        <small class="faded">
          {one.stage === "open" ? t("keeping.table-open") : t("keeping.table-playing")}
          {" · "}
          {timeWords(one.time)}
          {" · "}
          {t("keeping.attending", { n: one.subscribed })}
        </small>
      </span>
      <button type="button" class="quiet" aria-label={t("keeping.act-of", { act: t("keeping.close-table"), name: `${game} ${one.table}` })} onClick={close}>
        {t("keeping.close-table")}
      </button>
    </li>
  );
}

export function TablesRoom() {
  const tables = usePaged<AdminTable>("/admin/tables", "tables");
  const { trouble, send } = useAttempt(tables.again);
  const close = async (one: AdminTable) => {
    const sure = { title: t("keeping.close-sure"), text: t("keeping.close-text"), yes: t("keeping.close-table"), no: t("keeping.no") };
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
      <More of={tables} none={t("keeping.no-tables")} />
    </>
  );
}
