/** An announcement to all players, in both languages. */
import { useState } from "preact/hooks";
import { announced } from "../../session/announced";
import { say, t } from "../../words/words";
import { request } from "../api";
import { useAttempt } from "../attempt";
import { Form, TextArea } from "../form";
import { Refusal } from "../refusal";
import { announce } from "../voice";
import { endOf, TermField, type Term } from "./term";

export function AnnouncementPage() {
  const now = announced.value;
  const [fr, setFr] = useState(now?.fr ?? "");
  const [en, setEn] = useState(now?.en ?? "");
  const [term, setTerm] = useState<Term>("week");
  const { trouble, send } = useAttempt(async () => (announced.value = null));
  const tell = async () => {
    const text = { fr: fr.trim(), en: en.trim() };
    const until = endOf(term, Date.now());
    await request("PUT", "/admin/announcement", { ...text, ...(until ? { until } : {}) });
    announced.value = text;
    announce(t("announce.done"));
  };
  return (
    <div class="page-part">
      <p>{t("announce.text")}</p>
      {now ? (
        <div class="notice">
          <p>{say(now)}</p>
          <button type="button" class="button second" onClick={() => void send("DELETE", "/admin/announcement")} data-do="retract">
            {t("announce.retract")}
          </button>
        </div>
      ) : (
        <p class="faded">{t("announce.none")}</p>
      )}
      <Refusal text={trouble} />
      <Form button={t("announce.do")} submit={tell}>
        <TextArea label={t("announce.fr")} value={fr} set={setFr} most={600} required />
        <TextArea label={t("announce.en")} value={en} set={setEn} most={600} required />
        <TermField label={t("announce.term")} value={term} set={setTerm} />
      </Form>
    </div>
  );
}
