/** Reports a person to the admins. */
import { useState } from "preact/hooks";
import { t, type Key } from "../../words/words";
import { request, type Person } from "../api";
import { Dialog } from "../dialog";
import { Form, TextArea } from "../form";
import { Name } from "../name";

const reasons = ["insults", "cheating", "name", "other"] as const;

export function Report({ person, close }: { person: Person; close: () => void }) {
  const [reason, setReason] = useState<string>(reasons[0]);
  const [text, setText] = useState("");
  const [sent, setSent] = useState(false);
  const send = async () => {
    await request("POST", "/reports", { person: person.id, reason, ...(text.trim() ? { text } : {}) });
    setSent(true);
  };
  const shut = (
    <button type="button" class={sent ? "button" : "quiet"} onClick={close}>
      {t("dialog.close")}
    </button>
  );
  return (
    <Dialog title={t("report.title")} close={close}>
      <p>
        <b>
          <Name id={person.id} name={person.name} />
        </b>
      </p>
      {sent ? (
        <>
          <p role="status">{t("report.done")}</p>
          <div class="row end">{shut}</div>
        </>
      ) : (
        <Form button={t("report.do")} submit={send} beside={shut}>
          <p>{t("report.text")}</p>
          <label class="field">
            <span>{t("report.reason")}</span>
            <select value={reason} onChange={(event) => setReason(event.currentTarget.value)}>
              {reasons.map((one) => (
                <option key={one} value={one}>
                  {t(`report.reason.${one}` as Key)}
                </option>
              ))}
            </select>
          </label>
          <TextArea label={t("report.words")} value={text} set={setText} most={900} required={reason === "other"} />
        </Form>
      )}
    </Dialog>
  );
}
