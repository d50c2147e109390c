/** A tournament calls: one's table there is set, and time runs. The notification leads there from any page. */
import { signal } from "@preact/signals";
import type { Message } from "../../protocol";
import { t } from "../../words/words";
import { request, type Summary } from "../api";
import { go, route } from "../route";
import { announce } from "../voice";

interface Call {
  tournament: string;
  table: string;
  /** Missing where it was found on coming back. */
  round?: number;
}

const call = signal<Call | null>(null);

function words({ round }: Call): string {
  return round === undefined ? t("tournament-call.back") : t("tournament-call.text", { round });
}

export function hearCall(message: Message): void {
  if (message.type !== "tournament") return;
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
