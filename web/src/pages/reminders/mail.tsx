/** Reminders by e-mail, where the host sends it: one address, which is confirmed by a link in the first message. */
import { useRef, useState } from "preact/hooks";
import type { ReminderKind, ReminderMail } from "../../protocol";
import { t } from "../../words/words";
import { request, sentence } from "../api";
import { account, serverTrouble } from "../person";
import { language } from "../settings";

const kinds: ReminderKind[] = ["turn", "late", "opponent", "challenge", "tournament"];

export function Mail({ known }: { known: ReminderMail }) {
  const [mail, setMail] = useState(known);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const act = async (action: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await action();
      const { mail: now } = await request<{ mail: ReminderMail | null }>("GET", "/reminders");
      if (now) setMail(now);
    } catch (error) {
      serverTrouble.value = sentence(error);
    } finally {
      setBusy(false);
    }
  };
  if (!account.value) return null;
  const ask = (event: SubmitEvent) => {
    event.preventDefault();
    void act(() => request("PUT", "/reminders/mail", { address: field.current?.value.trim(), kinds, offset: -new Date().getTimezoneOffset(), language: language.value }));
  };
  if (mail.address === null)
    return (
      <form class="row mail-form" onSubmit={ask}>
        <label>
          {t("reminders.mail")} <input type="email" ref={field} required maxLength={254} autocomplete="email" />
        </label>
        <button type="submit" class="button second" disabled={busy} data-do="mail">
          {t("reminders.mail-ask")}
        </button>
      </form>
    );
  return (
    <div class="row">
      <span>{t(mail.confirmed ? "reminders.mail-on" : "reminders.mail-sent", { address: mail.address })}</span>
      <button type="button" class="quiet" disabled={busy} onClick={() => void act(() => request("DELETE", "/reminders/mail"))} data-do="mail-stop">
        {t("reminders.stop")}
      </button>
    </div>
  );
}
