/** What people have reported: read, and closed with a note for the other admins. */
import { useState } from "preact/hooks";
import { hasWord, t } from "../../words/words";
import type { Report } from "../../protocol";
import { request } from "../api";
import { useAttempt } from "../attempt";
import { Dialog } from "../dialog";
import { Form, TextArea } from "../form";
import { More, usePaged } from "../paged";
import { Refusal } from "../refusal";
import { moment } from "../time";
import { Who } from "./who";

function reasonWords(reason: string): string {
  const key = `report.reason.${reason}`;
  return hasWord(key) ? t(key) : reason;
}

function Line({ one, close, reopen }: { one: Report; close: () => void; reopen: () => void }) {
  return (
    <li data-report={one.id}>
      <span>
        <b>{reasonWords(one.reason)}</b>
        {" · "}
        <Who person={one.person} />
        {one.text && <q class="name reported">{one.text}</q>}
        <small class="faded">
          {t("reports.by")} <Who person={one.by} />
          {" · "}
          {moment(one.at)}
          {one.table && (
            <>
              {" · "}
              <a href={`/t/${one.table}`}>{t("reports.table")}</a>
            </>
          )}
        </small>
        {one.note && <small>{t("reports.noted", { note: one.note })}</small>}
      </span>
      {one.state === "open" ? (
        <button type="button" class="button second" onClick={close} data-do="close-report">
          {t("reports.close")}
        </button>
      ) : (
        <button type="button" class="quiet" onClick={reopen}>
          {t("reports.reopen")}
        </button>
      )}
    </li>
  );
}

function Closing({ one, closed, cancel }: { one: Report; closed: () => Promise<void>; cancel: () => void }) {
  const [note, setNote] = useState(one.note);
  const close = async () => {
    await request("PATCH", `/admin/reports/${one.id}`, { state: "closed", note: note.trim() });
    await closed();
  };
  return (
    <Dialog title={t("reports.close")} close={cancel}>
      <Form
        button={t("reports.close")}
        submit={close}
        beside={
          <button type="button" class="quiet" onClick={cancel}>
            {t("dialog.close")}
          </button>
        }
      >
        <TextArea label={t("reports.note")} value={note} set={setNote} most={900} />
      </Form>
    </Dialog>
  );
}

export function ReportsPage() {
  const [state, setState] = useState<Report["state"]>("open");
  const [closing, setClosing] = useState<Report | null>(null);
  const reports = usePaged<Report>(`/admin/reports?state=${state}`, "reports");
  const { trouble, send } = useAttempt(reports.again);
  return (
    <>
      <fieldset class="options">
        <legend class="unseen">{t("reports.which")}</legend>
        <div class="options-row">
          {(["open", "closed"] as const).map((one) => (
            <label key={one}>
              <input type="radio" name="state" checked={state === one} onChange={() => setState(one)} />
              <span>{one === "open" ? t("reports.open") : t("reports.closed")}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <Refusal text={trouble} />
      <ul class="lines">
        {(reports.value ?? []).map((one) => (
          <Line key={one.id} one={one} close={() => setClosing(one)} reopen={() => void send("PATCH", `/admin/reports/${one.id}`, { state: "open" })} />
        ))}
      </ul>
      <More of={reports} none={t("reports.none")} />
      {closing && (
        <Closing
          one={closing}
          closed={async () => {
            setClosing(null);
            await reports.again();
          }}
          cancel={() => setClosing(null)}
        />
      )}
    </>
  );
}
