/** Who may not come in: people, and addresses or networks. */
import { useState } from "preact/hooks";
import { t } from "../../words/words";
import type { Ban } from "../../protocol";
import { request } from "../api";
import { useAttempt } from "../attempt";
import { Form, TextField } from "../form";
import { More, usePaged } from "../paged";
import { Refusal } from "../refusal";
import { day, moment } from "../time";
import { endOf, TermField, type Term } from "./term";
import { Who } from "./who";

function NewBan({ banned }: { banned: () => Promise<void> }) {
  const [address, setAddress] = useState("");
  const [reason, setReason] = useState("");
  const [term, setTerm] = useState<Term>("week");
  const ban = async () => {
    await request("POST", "/admin/bans", { address: address.trim(), reason: reason.trim(), until: endOf(term, Date.now()) });
    setAddress("");
    setReason("");
    await banned();
  };
  return (
    <Form button={t("sheet.ban")} submit={ban}>
      <TextField label={t("bans.address")} hint={t("bans.address-hint")} value={address} set={setAddress} most={60} />
      <TextField label={t("sheet.reason")} hint={t("sheet.reason-hint")} value={reason} set={setReason} most={180} />
      <TermField label={t("sheet.term")} value={term} set={setTerm} />
    </Form>
  );
}

export function BansPage() {
  const bans = usePaged<Ban>("/admin/bans", "bans");
  const { trouble, send } = useAttempt(bans.again);
  return (
    <>
      <p>{t("bans.text")}</p>
      <Refusal text={trouble} />
      <ul class="lines">
        {(bans.value ?? []).map((one) => (
          <li key={one.id}>
            <span>
              {one.address ? <code>{one.address}</code> : <Who person={one.person} />} <q class="name">{one.reason}</q>
              <small class="faded">
                {t("bans.at", { day: day(one.at) })}
                {" · "}
                {one.until ? t("bans.until", { moment: moment(one.until) }) : t("bans.ever")}
              </small>
            </span>
            <button type="button" class="quiet" aria-label={t("admin.act-of", { act: t("sheet.unban"), name: one.address ?? one.person?.name ?? one.id })} onClick={() => void send("DELETE", `/admin/bans/${encodeURIComponent(one.id)}`)}>
              {t("sheet.unban")}
            </button>
          </li>
        ))}
      </ul>
      <More of={bans} none={t("bans.none")} />
      <section aria-labelledby="new-ban">
        <h2 id="new-ban">{t("bans.new")}</h2>
        <NewBan banned={bans.again} />
      </section>
    </>
  );
}
