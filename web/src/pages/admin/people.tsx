/** Accounts and bots, looked for by their names. */
import { useState } from "preact/hooks";
import { t } from "../../words/words";
import type { AdminPerson } from "../../protocol";
import { Form, TextField } from "../form";
import { More, usePaged } from "../paged";
import { ago, day, moment } from "../time";
import { PersonSheet } from "./person-sheet";
import { Who } from "./who";

function Line({ one, open }: { one: AdminPerson; open: () => void }) {
  const { person, banned } = one;
  return (
    <li>
      <span>
        <Who person={person} />
        {person?.role === "admin" && <span class="mark">{t("admin.admin-mark")}</span>}
        {banned && <span class="mark">{banned.until ? t("admin.banned-until", { moment: moment(banned.until) }) : t("admin.banned")}</span>}
        <small class="faded">
          {t("admin.since", { day: day(one.created) })}
          {" · "}
          {one.connections > 0 ? t("admin.here") : one.seen ? t("admin.seen", { ago: ago(one.seen) }) : t("admin.unseen")}
        </small>
      </span>
      {person && (
        <button type="button" class="button second" aria-label={t("admin.act-of", { act: t("admin.see-to"), name: person.name })} onClick={open}>
          {t("admin.see-to")}
        </button>
      )}
    </li>
  );
}

export function PeoplePage() {
  const [typed, setTyped] = useState("");
  const [name, setName] = useState("");
  const [shown, setShown] = useState<string | null>(null);
  const people = usePaged<AdminPerson>(`/admin/people${name ? `?name=${encodeURIComponent(name)}` : ""}`, "people");
  const one = people.value?.find(({ person }) => person?.id === shown);
  return (
    <>
      <Form button={t("admin.search")} submit={async () => setName(typed.trim())}>
        <TextField label={t("admin.search-label")} value={typed} set={setTyped} most={24} required={false} />
      </Form>
      <ul class="lines">
        {(people.value ?? []).map((kept, i) => (
          <Line key={kept.person?.id ?? i} one={kept} open={() => setShown(kept.person?.id ?? null)} />
        ))}
      </ul>
      <More of={people} none={t("admin.nobody")} />
      {one?.person && <PersonSheet kept={one} person={one.person} changed={people.again} close={() => setShown(null)} />}
    </>
  );
}
