/** The page of a tournament: how it is played, who takes part, and how it stands. It changes while one looks at it. */
import { isGame, proposedGame } from "../../games";
import { isolated, t, type Key } from "../../words/words";
import type { Club, ClubPage, Tournament, TournamentPage } from "../../protocol";
import { request, type Person } from "../api";
import { ask } from "../ask";
import { useAttempt } from "../attempt";
import { useGame } from "../facts";
import { Missing, useFetched } from "../fetched";
import { gameName } from "../game-words";
import { Heading } from "../heading";
import { sideTitle } from "../levels";
import { Name } from "../name";
import { NextOpponentText } from "../people/next-opponent";
import { serverTrouble, usePerson } from "../person";
import { UnusualOptions } from "../rule-options";
import { Refusal } from "../refusal";
import { timeWords } from "../table-line";
import { Crosstable } from "./crosstable";
import { kindWords, stageWords } from "./tournament-line";
import { useTournament } from "./live";
import { NeedsAccount } from "./needs-account";
import { isOfficer } from "./roles";
import { Rounds } from "./rounds";
import { ComingPeople, Standings } from "./standings";

function RuleOptions({ tournament }: { tournament: Tournament }) {
  const facts = useGame(isGame(tournament.game) ? tournament.game : proposedGame);
  return facts && tournament.options ? <UnusualOptions facts={facts} chosen={tournament.options} /> : null;
}

/** The organiser is known by an id alone. */
function Holder({ tournament, club }: { tournament: Tournament; club: Club | null }) {
  const { value } = useFetched<{ person: Person }>(`/people/${encodeURIComponent(tournament.owner)}`);
  return (
    <p class="faded holder">
      {value && (
        <>
          {t("tournament.held-by")} <Name id={value.person.id} name={value.person.name} link />
        </>
      )}
      {club && (
        <>
          {" · "}
          {t("tournament.of-club")}{" "}
          <a href={`/clubs/${club.id}`}>
            <bdi class="name">{club.name}</bdi>
          </a>
        </>
      )}
    </p>
  );
}

function Facts({ tournament }: { tournament: Tournament }) {
  return (
    <div class="tournament-facts">
      <p>
        <b>{gameName(tournament.game)}</b>
        {" · "}
        {kindWords(tournament)}
        {" · "}
        {timeWords(tournament.time)}
        {tournament.rated && <span class="mark">{t("tournaments.rated-mark")}</span>}
        {tournament.bots && <span class="mark">{t("tournament.bots")}</span>}
      </p>
      <p class="faded">{t(`kind.${tournament.kind}.text` as Key)}</p>
      <RuleOptions tournament={tournament} />
    </div>
  );
}

/** Whether one may still come: late in a Swiss tournament or an arena, never in a round robin. */
function mayJoin({ tournament, you, round }: TournamentPage): boolean {
  if (you === "in") return false;
  if (tournament.stage === "announced") return true;
  if (tournament.stage !== "running" || tournament.kind === "round-robin") return false;
  return tournament.kind === "arena" || !tournament.rounds || round < tournament.rounds;
}

interface DoingsProps {
  page: TournamentPage;
  /** May begin and cancel it. */
  conducts: boolean;
  changed: () => Promise<void>;
}

function Doings({ page, conducts, changed }: DoingsProps) {
  const { tournament, you } = page;
  const { trouble, busy, send, attempt } = useAttempt(changed);
  const path = `/tournaments/${tournament.id}`;
  const open = tournament.stage === "announced" || tournament.stage === "running";
  const leave = async () => {
    const sure = { title: t("tournament.leave-sure"), text: tournament.kind === "round-robin" ? t("tournament.leave-robin") : t("tournament.leave-text"), yes: t("tournament.leave"), no: t("tournaments.no") };
    if (tournament.stage === "announced" || (await ask(sure))) await send("POST", `${path}/leave`);
  };
  const cancel = async () => {
    const sure = { title: t("tournament.cancel-sure"), text: t("tournament.cancel-text"), yes: t("tournament.cancel"), no: t("tournaments.no") };
    if (await ask(sure)) await attempt(() => request("DELETE", path));
  };
  if (!open) return null;
  return (
    <>
      <Refusal text={trouble} />
      <div class="row">
        {mayJoin(page) && (
          <button type="button" class="button" disabled={busy} onClick={() => void send("POST", `${path}/join`)} data-do="join">
            {you === "left" && tournament.stage === "running" ? t("tournament.return") : t("tournament.join")}
          </button>
        )}
        {conducts && tournament.stage === "announced" && (
          <button type="button" class={you === "in" ? "button" : "button second"} disabled={busy || tournament.players < 2} onClick={() => void send("POST", `${path}/start`)} data-do="start">
            {t("tournament.start")}
          </button>
        )}
        {you === "in" && (
          <button type="button" class="quiet" disabled={busy} onClick={() => void leave()} data-do="leave">
            {t("tournament.leave")}
          </button>
        )}
        {conducts && (
          <button type="button" class="quiet" disabled={busy} onClick={() => void cancel()} data-do="cancel">
            {t("tournament.cancel")}
          </button>
        )}
      </div>
      {you === "in" && tournament.stage === "announced" && <p class="faded">{t("tournament.stay")}</p>}
    </>
  );
}

/** The game one should be playing now, or plays next. */
function OwnTable({ page, me, skew }: { page: TournamentPage; me: string; skew: number }) {
  const facts = useGame(isGame(page.tournament.game) ? page.tournament.game : proposedGame);
  const mine = page.games.find((one) => one.outcome === "open" && (one.table || page.opens !== null) && (one.a === me || one.b === me));
  if (!mine) return page.you === "in" && page.tournament.stage === "running" ? <p class="notice">{t("tournament.wait")}</p> : null;
  const opponent = page.standings.find(({ person }) => person !== me && (person === mine.a || person === mine.b))?.name ?? "";
  if (!mine.table) {
    const side = facts ? sideTitle(facts, facts.sides[mine.a === me ? 0 : 1]?.side ?? "") : "";
    return (
      <div class="notice">
        <NextOpponentText next={{ round: mine.round, name: opponent, side, opens: (page.opens ?? 0) - skew }} />
      </div>
    );
  }
  return (
    <div class="notice" role="status">
      <p>{t("tournament.table-open", { round: mine.round, name: isolated(opponent) })}</p>
      <a class="button" href={`/t/${mine.table}`} data-do="own-table">
        {t("tournament.to-table")}
      </a>
    </div>
  );
}

/** The server hands out the records of so many games at once. */
const RECORDS_AT_ONCE = 20;

function Exports({ page }: { page: TournamentPage }) {
  const path = `/api/v1/tournaments/${page.tournament.id}`;
  const games = page.firstGame + page.games.length;
  const parts = Array.from({ length: Math.max(1, Math.ceil(games / RECORDS_AT_ONCE)) }, (_, i) => i * RECORDS_AT_ONCE);
  return (
    <section aria-labelledby="take-home">
      <h2 id="take-home">{t("tournament.take-home")}</h2>
      <div class="row">
        <a class="button second" href={`${path}/results.csv`} download="results.csv" data-do="csv">
          {t("tournament.csv")}
        </a>
        <a class="button second" href={`${path}/results.json`} download="results.json">
          {t("tournament.json")}
        </a>
        {parts.map((from) => (
          <a key={from} class="button second" href={`${path}/games?from=${from}`} download="games.tar">
            {t("tournament.records")}
            {parts.length > 1 && ` ${from + 1}–${Math.min(from + RECORDS_AT_ONCE, games)}`}
          </a>
        ))}
      </div>
    </section>
  );
}

function Shown({ page, skew, me, changed }: { page: TournamentPage; skew: number; me: Person | null | undefined; changed: () => Promise<void> }) {
  const { tournament } = page;
  const club = useFetched<ClubPage>(tournament.club ? `/clubs/${tournament.club}` : null).value?.club ?? null;
  const conducts = me?.account === true && (me.id === tournament.owner || isOfficer(club?.role));
  const begun = tournament.began !== null;
  return (
    <div class="page">
      <Heading title={tournament.name}>
        <bdi class="name">{tournament.name}</bdi>
      </Heading>
      <p class="lead">{stageWords(tournament)}</p>
      <Facts tournament={tournament} />
      <Holder tournament={tournament} club={club} />
      {me && <OwnTable page={page} me={me.id} skew={skew} />}
      {me?.account ? <Doings page={page} conducts={conducts} changed={changed} /> : <NeedsAccount text={t("tournament.needs-account")} />}
      {begun ? (
        <>
          <Standings page={page} />
          <Crosstable page={page} />
          <Rounds page={page} />
          <Exports page={page} />
        </>
      ) : (
        <ComingPeople page={page} />
      )}
    </div>
  );
}

export function TournamentPageOf({ id }: { id: string }) {
  const fetched = useTournament(id);
  const me = usePerson();
  if (fetched.value && (me !== undefined || serverTrouble.value)) return <Shown page={fetched.value} skew={fetched.skew} me={me} changed={fetched.again} />;
  const none = fetched.trouble?.code === "no-such-tournament";
  return (
    <div class="page narrow">
      <Heading key={String(none)} title={none ? t("tournament.none") : t("coming")} />
      {none ? <p>{t("tournament.none-text")}</p> : <Missing of={fetched} />}
    </div>
  );
}
