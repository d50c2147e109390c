/** The tournaments of the server: those that run, those to come, and those that are over. */
import { t } from "../../words/words";
import type { Tournament } from "../../protocol";
import { Missing } from "../fetched";
import { Heading } from "../heading";
import { More, usePaged } from "../paged";
import { usePerson } from "../person";
import { TournamentCards } from "./tournament-line";
import { NeedsAccount } from "./needs-account";
import { Tabs } from "./tabs";

function List({ id, title, list, none }: { id: string; title: string; list: Tournament[]; none: string }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {list.length === 0 ? <p class="faded">{none}</p> : <TournamentCards list={list} />}
    </section>
  );
}

export function TournamentListPage() {
  const me = usePerson();
  const open = usePaged<Tournament>("/tournaments", ["running", "announced"], "after");
  const over = usePaged<Tournament>("/tournaments", "over", "before");
  const at = (stage: Tournament["stage"]) => open.value?.filter((one) => one.stage === stage) ?? [];
  return (
    <div class="page">
      <Heading title={t("tournaments.title")} />
      <Tabs here="tournaments" />
      <p class="lead">{t("tournaments.lead")}</p>
      {me?.account ? (
        <a class="button" href="/tournaments/new" data-do="new-tournament">
          {t("tournaments.hold")}
        </a>
      ) : (
        me !== undefined && <NeedsAccount text={t("tournaments.needs-account")} />
      )}
      {open.value ? (
        <>
          <List id="running" title={t("tournaments.running")} list={at("running")} none={t("tournaments.none-running")} />
          <List id="announced" title={t("tournaments.announced")} list={at("announced")} none={t("tournaments.none-announced")} />
          {open.more && <More of={open} none="" />}
          <section aria-labelledby="over">
            <h2 id="over">{t("tournaments.over")}</h2>
            {over.value && over.value.length > 0 && <TournamentCards list={over.value} />}
            <More of={over} none={t("tournaments.none-over")} />
          </section>
        </>
      ) : (
        <Missing of={open} />
      )}
    </div>
  );
}
