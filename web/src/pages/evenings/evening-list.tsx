/** The evenings of the house: those that run, those to come, and those that are over. */
import { t } from "../../words/words";
import { Missing } from "../fetched";
import { Heading } from "../heading";
import { More, usePaged } from "../paged";
import { usePerson } from "../person";
import { EveningCards } from "./evening-line";
import { NeedsAccount } from "./needs-account";
import { Tabs } from "./tabs";
import type { Evening } from "./types";

function List({ id, title, list, none }: { id: string; title: string; list: Evening[]; none: string }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {list.length === 0 ? <p class="faded">{none}</p> : <EveningCards list={list} />}
    </section>
  );
}

export function EveningListPage() {
  const me = usePerson();
  const open = usePaged<Evening>("/evenings", ["running", "announced"], "after");
  const over = usePaged<Evening>("/evenings", "over", "before");
  const at = (stage: Evening["stage"]) => open.value?.filter((one) => one.stage === stage) ?? [];
  return (
    <div class="page">
      <Heading title={t("evenings.title")} />
      <Tabs here="evenings" />
      <p class="lead">{t("evenings.lead")}</p>
      {me?.account ? (
        <a class="button" href="/evenings/new" data-do="hold">
          {t("evenings.hold")}
        </a>
      ) : (
        me !== undefined && <NeedsAccount text={t("evenings.needs-account")} />
      )}
      {open.value ? (
        <>
          <List id="running" title={t("evenings.running")} list={at("running")} none={t("evenings.none-running")} />
          <List id="announced" title={t("evenings.announced")} list={at("announced")} none={t("evenings.none-announced")} />
          {open.more && <More of={open} none="" />}
          <section aria-labelledby="over">
            <h2 id="over">{t("evenings.over")}</h2>
            {over.value && over.value.length > 0 && <EveningCards list={over.value} />}
            <More of={over} none={t("evenings.none-over")} />
          </section>
        </>
      ) : (
        <Missing of={open} />
      )}
    </div>
  );
}
