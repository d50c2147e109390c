/** A club: what it is about, who is in it, its tables and its tournaments. */
import { useState } from "preact/hooks";
import { gameIds } from "../../games";
import { t } from "../../words/words";
import type { Club, ClubPage, Tournaments } from "../../protocol";
import { request } from "../api";
import { ask } from "../ask";
import { useAttempt } from "../attempt";
import { Dialog } from "../dialog";
import { useFacts } from "../facts";
import { Missing, useFetched } from "../fetched";
import { gameName } from "../game-words";
import { Heading } from "../heading";
import { serverTrouble, usePerson } from "../person";
import { Refusal } from "../refusal";
import { go } from "../route";
import { TableLine } from "../table-line";
import { ClubForm } from "./club-form";
import { TournamentCards } from "./tournament-line";
import { Members } from "./members";
import { NeedsAccount } from "./needs-account";
import { isOfficer, roleWords } from "./roles";

interface OfClub {
  club: Club;
  changed: () => Promise<void>;
}

/** Coming and going, and what is for those who lead it. */
function Doings({ club, changed }: OfClub) {
  const { trouble, busy, send, attempt } = useAttempt(changed);
  const [editing, setEditing] = useState(false);
  const { role } = club;
  const path = `/clubs/${club.id}`;
  const leave = async () => {
    const sure = { title: t("club.leave-sure"), text: club.open ? t("club.leave-text") : t("club.leave-closed"), yes: t("club.leave"), no: t("tournaments.no") };
    if (await ask(sure)) await send("POST", `${path}/leave`);
  };
  const close = async () => {
    const sure = { title: t("club.close-sure"), text: t("club.close-text"), yes: t("club.close"), no: t("tournaments.no") };
    if (await ask(sure)) await attempt(() => request("DELETE", path).then(() => go("/clubs")));
  };
  return (
    <>
      <Refusal text={trouble} />
      {role === "asking" && <p class="notice">{t("club.waiting")}</p>}
      <div class="row">
        {!role && (
          <button type="button" class="button" disabled={busy} onClick={() => void send("POST", `${path}/join`)} data-do="join">
            {club.open ? t("club.join") : t("club.ask")}
          </button>
        )}
        {role === "asking" && (
          <button type="button" class="button second" disabled={busy} onClick={() => void send("POST", `${path}/leave`)}>
            {t("club.withdraw")}
          </button>
        )}
        {isOfficer(role) && (
          <button type="button" class="button second" onClick={() => setEditing(true)} data-do="edit">
            {t("club.edit")}
          </button>
        )}
        {(role === "member" || role === "officer") && (
          <button type="button" class="quiet" disabled={busy} onClick={() => void leave()} data-do="leave">
            {t("club.leave")}
          </button>
        )}
        {role === "owner" && (
          <button type="button" class="quiet" disabled={busy} onClick={() => void close()} data-do="close">
            {t("club.close")}
          </button>
        )}
      </div>
      {editing && (
        <Dialog title={t("club.edit")} close={() => setEditing(false)}>
          <ClubForm
            begin={club}
            button={t("club.save")}
            submit={async (fields) => {
              await request("PATCH", path, fields);
              setEditing(false);
              await changed();
            }}
          />
        </Dialog>
      )}
    </>
  );
}

function Tables({ page, inside }: { page: ClubPage; inside: boolean }) {
  const facts = useFacts();
  const { club, tables } = page;
  return (
    <section aria-labelledby="tables">
      <h2 id="tables">{t("club.tables")}</h2>
      {tables.length === 0 && <p class="faded">{t("club.no-tables")}</p>}
      <ul class="cards">
        {tables.map((one) => (
          <TableLine key={one.table} summary={one} facts={facts} todo={one.stage === "open" ? t("tables.sit") : t("tables.watch")} />
        ))}
      </ul>
      {page.more && <p class="faded">{t("club.more-tables")}</p>}
      {inside && (
        <details class="rule-options club-new">
          <summary>{t("club.new-table")}</summary>
          <div class="row">
            {gameIds.map((game) => (
              <a key={game} class="button second" href={`/new/${game}?club=${club.id}`}>
                {gameName(game)}
              </a>
            ))}
          </div>
        </details>
      )}
    </section>
  );
}

function ClubTournaments({ club }: { club: Club }) {
  const fetched = useFetched<Tournaments>(`/tournaments?club=${club.id}`);
  const lists = fetched.value;
  const all = lists ? [...lists.running, ...lists.announced, ...lists.over] : [];
  return (
    <section aria-labelledby="tournaments">
      <h2 id="tournaments">{t("tournaments.title")}</h2>
      {!lists ? <Missing of={fetched} /> : all.length === 0 ? <p class="faded">{t("club.no-tournaments")}</p> : <TournamentCards list={all} />}
      {isOfficer(club.role) && (
        <a class="button second" href={`/tournaments/new?club=${club.id}`} data-do="new-tournament">
          {t("tournaments.hold")}
        </a>
      )}
    </section>
  );
}

export function ClubPageOf({ id }: { id: string }) {
  const fetched = useFetched<ClubPage>(`/clubs/${encodeURIComponent(id)}`);
  const me = usePerson();
  const page = fetched.value;
  if (!page || (me === undefined && !serverTrouble.value)) {
    const none = fetched.trouble?.code === "no-such-club";
    return (
      <div class="page narrow">
        <Heading key={String(none)} title={none ? t("club.none") : t("coming")} />
        {none ? <p>{t("club.none-text")}</p> : <Missing of={fetched} />}
      </div>
    );
  }
  const { club } = page;
  return (
    <div class="page narrow">
      <Heading title={club.name}>
        <bdi class="name">{club.name}</bdi>
      </Heading>
      <p class="faded">
        {club.open ? t("clubs.open") : t("clubs.closed")}
        {club.role && ` · ${roleWords(club.role)}`}
      </p>
      {club.about && <p class="about">{club.about}</p>}
      {me?.account ? <Doings club={club} changed={fetched.again} /> : <NeedsAccount text={t("club.needs-account")} />}
      <Tables page={page} inside={club.role !== null && club.role !== undefined && club.role !== "asking"} />
      <ClubTournaments club={club} />
      <Members club={club} changed={fetched.again} />
    </div>
  );
}
