/** What admins may do with a person: ban, rename, give a code to log in with, make an admin. */
import { useState } from "preact/hooks";
import { t } from "../../words/words";
import type { AdminPerson } from "../../protocol";
import { request, type Person } from "../api";
import { ask } from "../ask";
import { useAttempt } from "../attempt";
import { Dialog } from "../dialog";
import { CopyButton } from "../copy";
import { Form, TextField } from "../form";
import { isBot, Name } from "../name";
import { person as self } from "../person";
import { Refusal } from "../refusal";
import { moment } from "../time";
import { endOf, TermField, type Term } from "./term";

interface PersonSheetProps {
  kept: AdminPerson;
  person: Person;
  changed: () => Promise<void>;
  close: () => void;
}

function Ban({ kept, change }: { kept: AdminPerson; change: (fields: unknown) => Promise<void> }) {
  const [reason, setReason] = useState("");
  const [term, setTerm] = useState<Term>("week");
  const { banned } = kept;
  if (banned)
    return (
      <>
        <p>
          {banned.until ? t("admin.banned-until", { moment: moment(banned.until) }) : t("admin.banned")}
          {": "}
          <q>{banned.reason}</q>
        </p>
        <Form button={t("sheet.unban")} submit={() => change({ banned: null })} />
      </>
    );
  return (
    <Form button={t("sheet.ban")} submit={() => change({ banned: { reason: reason.trim(), until: endOf(term, Date.now()) } })}>
      <TextField label={t("sheet.reason")} hint={t("sheet.reason-hint")} value={reason} set={setReason} most={180} />
      <TermField label={t("sheet.term")} value={term} set={setTerm} />
    </Form>
  );
}

function Rename({ person, change }: { person: Person; change: (fields: unknown) => Promise<void> }) {
  const [name, setName] = useState(person.name);
  return (
    <Form button={t("sheet.rename")} submit={() => change({ name: name.trim() })}>
      <TextField label={t("sheet.name")} value={name} set={setName} most={24} />
    </Form>
  );
}

export function PersonSheet({ kept, person, changed, close }: PersonSheetProps) {
  const path = `/admin/people/${encodeURIComponent(person.id)}`;
  const [code, setCode] = useState<string | null>(null);
  const { trouble, attempt } = useAttempt(changed);
  const change = async (fields: unknown) => {
    await request("PATCH", path, fields);
    await changed();
  };
  const admin = person.role === "admin";
  const promote = async () => {
    const sure = { title: t("sheet.promote-sure", { name: person.name }), text: t("sheet.promote-text"), yes: t("sheet.promote"), no: t("admin.no") };
    if (admin || (await ask(sure))) await attempt(() => request("PATCH", path, { role: admin ? null : "admin" }));
  };
  const fresh = () => attempt(async () => setCode((await request<{ code: string }>("PATCH", path, { code: true })).code));
  const remove = async () => {
    const sure = { title: t("sheet.delete-sure", { name: person.name }), text: t("sheet.delete-text"), yes: t("sheet.delete"), no: t("admin.no") };
    if (!(await ask(sure))) return;
    await attempt(() => request("DELETE", path).then(close));
  };
  const mine = self.value?.id === person.id;
  return (
    <Dialog title={t("admin.see-to")} close={close}>
      <p>
        <b>
          <Name id={person.id} name={person.name} link />
        </b>
      </p>
      <Refusal text={trouble} />
      {!mine && (
        <section class="sheet-part">
          <h3>{t("sheet.ban-title")}</h3>
          <Ban kept={kept} change={change} />
        </section>
      )}
      <section class="sheet-part">
        <h3>{t("sheet.rename-title")}</h3>
        <Rename key={person.name} person={person} change={change} />
      </section>
      {!isBot(person.id) && (
        <section class="sheet-part">
          <h3>{t("sheet.code-title")}</h3>
          <p class="faded">{t("sheet.code-text")}</p>
          {code && (
            <p class="row">
              <code>{code}</code> <CopyButton text={code} label={t("copy")} />
            </p>
          )}
          <button type="button" class="button second" onClick={() => void fresh()}>
            {t("sheet.code")}
          </button>
        </section>
      )}
      <div class="row end">
        {!mine && !isBot(person.id) && (
          <button type="button" class="quiet" onClick={() => void promote()}>
            {admin ? t("sheet.demote") : t("sheet.promote")}
          </button>
        )}
        {!mine && (
          <button type="button" class="quiet" onClick={() => void remove()}>
            {t("sheet.delete")}
          </button>
        )}
        <button type="button" class="button second" onClick={close}>
          {t("dialog.close")}
        </button>
      </div>
    </Dialog>
  );
}
