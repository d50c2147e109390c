/**
 * A tournament calls: first it says whom one meets next, then one's table there is set, and time runs. The notification leads there
 * from any page.
 */
import { signal } from "@preact/signals";
import type { Message } from "../../protocol";
import { capital, say, t } from "../../words/words";
import { request, type Summary } from "../api";
import { go, route } from "../route";
import { announce } from "../voice";
import { NextOpponentText, nextWords, type NextOpponent } from "./next-opponent";

interface Call {
  tournament: string;
  table: string;
  /** Missing where it was found on coming back. */
  round?: number;
}

type NextMessage = Extract<Message, { type: "tournament-next" }>;

const call = signal<Call | null>(null);
/** With the difference of the server's clock from ours. */
const next = signal<{ message: NextMessage; skew: number } | null>(null);

/** A table that is not open so long after its time does not open: the opponent has left, or the tournament was cancelled. */
const LATE = 10_000;

function nextOpponent({ round, opponent, title, opens }: NextMessage, skew: number): NextOpponent {
  return { round, name: opponent, side: capital(say(title)), opens: opens - skew };
}

function words({ round }: Call): string {
  return round === undefined ? t("tournament-call.back") : t("tournament-call.text", { round });
}

export function hearCall(message: Message, skew: number): void {
  if (message.type === "tournament-next") {
    const told = { message, skew };
    const opponent = nextOpponent(message, skew);
    next.value = told;
    announce(nextWords(opponent));
    setTimeout(() => next.value === told && (next.value = null), opponent.opens - Date.now() + LATE);
  }
  if (message.type !== "tournament") return;
  next.value = null;
  call.value = { tournament: message.tournament, table: message.table, round: message.round };
  announce(words(call.value));
}

/** Who was away when it was told finds out on coming back; games by days do not hurry. */
export async function findCall(): Promise<void> {
  const before = call.value;
  const { tables } = await request<{ tables: Summary[] }>("GET", "/me");
  const waiting = tables.find((one) => one.tournament && one.stage === "playing" && one.time && "seconds" in one.time);
  if (call.value !== before) return; // it was told meanwhile
  if (!waiting) call.value = null;
  else if (before?.table !== waiting.table) call.value = { tournament: waiting.tournament ?? "", table: waiting.table };
}

export function forgetCall(): void {
  call.value = null;
}

/** Nobody is logged in any more. */
export function forgetAll(): void {
  forgetCall();
  next.value = null;
}

export function NextCall() {
  const told = next.value;
  const here = route.value;
  if (!told || (here.page === "tournament" && here.id === told.message.tournament)) return null;
  return (
    <div class="notice">
      <NextOpponentText next={nextOpponent(told.message, told.skew)} />
      <div class="row">
        <a class="button second" href={`/tournaments/${told.message.tournament}`}>
          {t("next-opponent.tournament")}
        </a>
      </div>
    </div>
  );
}

export function TournamentCall() {
  const called = call.value;
  const here = route.value;
  // Who is at the table knows, and the page of the tournament says so itself.
  if (!called || (here.page === "table" && here.id === called.table) || (here.page === "tournament" && here.id === called.tournament)) return null;
  const follow = () => {
    forgetCall();
    go(`/t/${called.table}`);
  };
  return (
    <div class="notice">
      <p>{words(called)}</p>
      <div class="row">
        <button type="button" class="button" onClick={follow} data-do="tournament-table">
          {t("tournament-call.go")}
        </button>
        <button type="button" class="quiet" onClick={forgetCall}>
          {t("challenges.later")}
        </button>
      </div>
    </div>
  );
}
