/** Invitations to make an account, where the server asks for one. */
import { useState } from "preact/hooks";
import { t } from "../../words/words";
import type { Invitation } from "../../protocol";
import { request } from "../api";
import { useAttempt } from "../attempt";
import { CopyButton } from "../copy";
import { Form, TextField } from "../form";
import { More, usePaged } from "../paged";
import { Refusal } from "../refusal";
import { day } from "../time";

export function InvitationsPage() {
  const [uses, setUses] = useState("1");
  const [note, setNote] = useState("");
  const invitations = usePaged<Invitation>("/admin/invitations", "invitations");
  const { trouble, send } = useAttempt(invitations.again);
  const write = async () => {
    await request("POST", "/admin/invitations", { uses: Number(uses), ...(note.trim() ? { note: note.trim() } : {}) });
    setNote("");
    await invitations.again();
  };
  return (
    <>
      <p>{t("invitations.text")}</p>
      <Form button={t("invitations.write")} submit={write}>
        <label class="field">
          <span>{t("invitations.uses")}</span>
          <input type="number" class="short" required min={1} max={10_000} value={uses} onInput={(event) => setUses(event.currentTarget.value)} />
        </label>
        <TextField label={t("invitations.note")} value={note} set={setNote} most={150} required={false} />
      </Form>
      <Refusal text={trouble} />
      <ul class="lines">
        {(invitations.value ?? []).map((one) => (
          <li key={one.code}>
            <span>
              <code>{one.code}</code> {one.note && <span class="name">{one.note}</span>}
              <small class="faded">
                {t("invitations.used", { used: one.used, n: one.uses })}
                {" · "}
                {day(one.created)}
              </small>
            </span>
            <span class="row">
              <CopyButton text={one.code} label={t("copy")} />
              <button type="button" class="quiet" aria-label={t("admin.act-of", { act: t("invitations.take-back"), name: one.code })} onClick={() => void send("DELETE", `/admin/invitations/${encodeURIComponent(one.code)}`)}>
                {t("invitations.take-back")}
              </button>
            </span>
          </li>
        ))}
      </ul>
      <More of={invitations} none={t("invitations.none")} />
    </>
  );
}
