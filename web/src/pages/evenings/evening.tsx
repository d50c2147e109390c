/** The page of an evening: how it is played, who takes part, and how it stands. It changes while one looks at it. */
import { t, type Key } from "../../words/words";
import { request, type Person } from "../api";
import { ask } from "../ask";
import { useAttempt } from "../attempt";
import { useGame } from "../facts";
import { Missing, useFetched } from "../fetched";
import { Heading } from "../heading";
import { Name } from "../name";
import { houseTrouble, usePerson } from "../person";
import { UnusualReadings } from "../readings";
import { Refusal } from "../refusal";
import { games } from "../route";
import { timeWords } from "../table-line";
import { Crosstable } from "./crosstable";
import { kindWords, stageWords } from "./evening-line";
import { useEvening } from "./live";
import { NeedsAccount } from "./needs-account";
import { isOfficer } from "./roles";
import { Rounds } from "./rounds";
import { ComingPeople, Standings } from "./standings";
import type { Club, ClubPage, Evening, EveningPage } from "./types";

function Readings({ evening }: { evening: Evening }) {
  const facts = useGame(games.find((one) => one === evening.game) ?? "chevaliers");
  return facts && evening.readings ? <UnusualReadings facts={facts} chosen={evening.readings} /> : null;
}

/** Whoever holds it is known by an id alone. */
function Holder({ evening, club }: { evening: Evening; club: Club | null }) {
  const { value } = useFetched<{ person: Person }>(`/people/${encodeURIComponent(evening.owner)}`);
  return (
    <p class="faded holder">
      {value && (
        <>
          {t("evening.held-by")} <Name id={value.person.id} name={value.person.name} link />
        </>
      )}
      {club && (
        <>
          {" · "}
          {t("evening.of-club")}{" "}
          <a href={`/clubs/${club.id}`}>
            <bdi class="name">{club.name}</bdi>
          </a>
        </>
      )}
    </p>
  );
}

function Facts({ evening }: { evening: Evening }) {
  return (
    <div class="evening-facts">
      <p>
        <b>{t(`game.${evening.game}` as Key)}</b>
        {" · "}
        {kindWords(evening)}
        {" · "}
        {timeWords(evening.time)}
        {evening.rated && <span class="mark">{t("evenings.rated-mark")}</span>}
        {evening.bots && <span class="mark">{t("evening.bots")}</span>}
      </p>
      <p class="faded">{t(`kind.${evening.kind}.text` as Key)}</p>
      <Readings evening={evening} />
    </div>
  );
}

/** Whether one may still come: late in a Swiss evening or an arena, never in a round robin. */
function mayJoin({ evening, you, round }: EveningPage): boolean {
  if (you === "in") return false;
  if (evening.stage === "announced") return true;
  if (evening.stage !== "running" || evening.kind === "round-robin") return false;
  return evening.kind === "arena" || !evening.rounds || round < evening.rounds;
}

interface DoingsProps {
  page: EveningPage;
  /** May begin and cancel it. */
  conducts: boolean;
  changed: () => Promise<void>;
}

function Doings({ page, conducts, changed }: DoingsProps) {
  const { evening, you } = page;
  const { trouble, busy, send, attempt } = useAttempt(changed);
  const path = `/evenings/${evening.id}`;
  const open = evening.stage === "announced" || evening.stage === "running";
  const leave = async () => {
    const sure = { title: t("evening.leave-sure"), text: evening.kind === "round-robin" ? t("evening.leave-robin") : t("evening.leave-text"), yes: t("evening.leave"), no: t("evenings.no") };
    if (evening.stage === "announced" || (await ask(sure))) await send("POST", `${path}/leave`);
  };
  const cancel = async () => {
    const sure = { title: t("evening.cancel-sure"), text: t("evening.cancel-text"), yes: t("evening.cancel"), no: t("evenings.no") };
    if (await ask(sure)) await attempt(() => request("DELETE", path));
  };
  if (!open) return null;
  return (
    <>
      <Refusal text={trouble} />
      <div class="row">
        {mayJoin(page) && (
          <button type="button" class="button" disabled={busy} onClick={() => void send("POST", `${path}/join`)} data-do="join">
            {you === "left" && evening.stage === "running" ? t("evening.return") : t("evening.join")}
          </button>
        )}
        {conducts && evening.stage === "announced" && (
          <button type="button" class={you === "in" ? "button" : "button second"} disabled={busy || evening.players < 2} onClick={() => void send("POST", `${path}/start`)} data-do="start">
            {t("evening.start")}
          </button>
        )}
        {you === "in" && (
          <button type="button" class="quiet" disabled={busy} onClick={() => void leave()} data-do="leave">
            {t("evening.leave")}
          </button>
        )}
        {conducts && (
          <button type="button" class="quiet" disabled={busy} onClick={() => void cancel()} data-do="cancel">
            {t("evening.cancel")}
          </button>
        )}
      </div>
      {you === "in" && evening.stage === "announced" && <p class="faded">{t("evening.stay")}</p>}
    </>
  );
}

/** The game one should be playing now. */
function OwnTable({ page, me }: { page: EveningPage; me: string }) {
  const mine = page.games.find((one) => one.outcome === "open" && one.table && (one.a === me || one.b === me));
  if (!mine) return page.you === "in" && page.evening.stage === "running" ? <p class="notice">{t("evening.wait")}</p> : null;
  return (
    <div class="notice" role="status">
      <p>{t("evening.table-open")}</p>
      <a class="button" href={`/t/${mine.table}`} data-do="own-table">
        {t("evening.to-table")}
      </a>
    </div>
  );
}

/** The house hands out the records of so many games at once. */
const RECORDS_AT_ONCE = 20;

function Exports({ page }: { page: EveningPage }) {
  const path = `/api/v1/evenings/${page.evening.id}`;
  const games = page.firstGame + page.games.length;
  const parts = Array.from({ length: Math.max(1, Math.ceil(games / RECORDS_AT_ONCE)) }, (_, i) => i * RECORDS_AT_ONCE);
  return (
    <section aria-labelledby="take-home">
      <h2 id="take-home">{t("evening.take-home")}</h2>
      <div class="row">
        <a class="button second" href={`${path}/results.csv`} download="results.csv" data-do="csv">
          {t("evening.csv")}
        </a>
        <a class="button second" href={`${path}/results.json`} download="results.json">
          {t("evening.json")}
        </a>
        {parts.map((from) => (
          <a key={from} class="button second" href={`${path}/games?from=${from}`} download="games.tar">
            {t("evening.records")}
            {parts.length > 1 && ` ${from + 1}–${Math.min(from + RECORDS_AT_ONCE, games)}`}
          </a>
        ))}
      </div>
    </section>
  );
}

function Shown({ page, me, changed }: { page: EveningPage; me: Person | null | undefined; changed: () => Promise<void> }) {
  const { evening } = page;
  const club = useFetched<ClubPage>(evening.club ? `/clubs/${evening.club}` : null).value?.club ?? null;
  const conducts = me?.account === true && (me.id === evening.owner || isOfficer(club?.role));
  const begun = evening.began !== null;
  return (
    <div class="page">
      <Heading title={evening.name}>
        <bdi class="name">{evening.name}</bdi>
      </Heading>
      <p class="lead">{stageWords(evening)}</p>
      <Facts evening={evening} />
      <Holder evening={evening} club={club} />
      {me && <OwnTable page={page} me={me.id} />}
      {me?.account ? <Doings page={page} conducts={conducts} changed={changed} /> : <NeedsAccount text={t("evening.needs-account")} />}
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

export function EveningPageOf({ id }: { id: string }) {
  const fetched = useEvening(id);
  const me = usePerson();
  if (fetched.value && (me !== undefined || houseTrouble.value)) return <Shown page={fetched.value} me={me} changed={fetched.again} />;
  const none = fetched.trouble?.code === "no-such-evening";
  return (
    <div class="page narrow">
      <Heading key={String(none)} title={none ? t("evening.none") : t("coming")} />
      {none ? <p>{t("evening.none-text")}</p> : <Missing of={fetched} />}
    </div>
  );
}
