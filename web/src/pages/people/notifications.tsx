/**
 * A connection to the server for a player with an account, on every page: for challenges, answers and tournament games. While the
 * network is away nothing is tried, and no game on this device waits for it.
 */
import "../../words/people";
import { signal } from "@preact/signals";
import { render } from "preact";
import { useState } from "preact/hooks";
import type { Text } from "../../model";
import { Link, pageLinkWorld } from "../../session/link";
import { isolated, t } from "../../words/words";
import type { Challenge, Message } from "../../protocol";
import { sentence } from "../api";
import { Refusal } from "../refusal";
import { meet } from "../person";
import { go, route } from "../route";
import { announce } from "../voice";
import { termsWords } from "./challenge-list";
import { accept, begun, challenges, decline, loadChallenges, over } from "./challenges";
import { NextCall, TournamentCall, findCall, forgetAll, hearCall } from "./tournament-call";

/** What was put off until later, and ours that were taken up. */
const later = signal<string[]>([]);
const taken = signal<Challenge | null>(null);

function ChallengeNotice({ one }: { one: Challenge }) {
  const [trouble, setTrouble] = useState<Text | null>(null);
  const attempt = (request: Promise<void>) => void request.catch((error) => setTrouble(sentence(error)));
  return (
    <div class="notice">
      <p>
        {t("challenges.from", { name: isolated(one.from.name) })}
        <small class="faded">{termsWords(one)}</small>
      </p>
      <Refusal text={trouble} />
      <div class="row">
        <button type="button" class="button" onClick={() => attempt(accept(one))} data-do="accept">
          {t("challenges.accept")}
        </button>
        <button type="button" class="button second" onClick={() => attempt(decline(one))} data-do="decline">
          {t("challenges.decline")}
        </button>
        <button type="button" class="quiet" onClick={() => (later.value = [...later.value, one.table])}>
          {t("challenges.later")}
        </button>
      </div>
    </div>
  );
}

function Taken({ one }: { one: Challenge }) {
  const close = () => (taken.value = null);
  const follow = () => {
    close();
    go(`/t/${one.table}`);
  };
  return (
    <div class="notice">
      <p>
        {t("challenges.accepted", { name: isolated(one.to.name) })}
        <small class="faded">{termsWords(one)}</small>
      </p>
      <div class="row">
        <button type="button" class="button" onClick={follow}>
          {t("challenges.go")}
        </button>
        <button type="button" class="quiet" onClick={close}>
          {t("challenges.later")}
        </button>
      </div>
    </div>
  );
}

function Notifications() {
  const here = route.value;
  // The page of challenges shows them all, and who is at the table knows.
  const waiting = here.page === "friends" ? [] : (challenges.value?.received ?? []).filter((one) => !later.value.includes(one.table));
  const first = waiting[0];
  const answered = taken.value;
  return (
    <>
      <NextCall />
      <TournamentCall />
      {answered && !(here.page === "table" && here.id === answered.table) && <Taken one={answered} />}
      {first && <ChallengeNotice key={first.table} one={first} />}
    </>
  );
}

function hear(message: Message, me: string, skew: number): void {
  hearCall(message, skew);
  if (message.type === "challenge") {
    const ours = message.from.id === me;
    begun(message, ours);
    if (!ours) announce(t("challenges.from", { name: isolated(message.from.name) }));
  } else if (message.type === "challenge-over") {
    const one = over(message.table);
    if (!one || !message.accepted || one.from.id !== me) return;
    taken.value = one;
    announce(t("challenges.accepted", { name: isolated(one.to.name) }));
  }
}

/** Begins to listen; what it returns stops it. */
export function listen(): () => void {
  const place = document.body.appendChild(document.createElement("aside"));
  place.className = "notifications";
  place.ariaLabel = t("notifications.region");
  render(<Notifications />, place);
  let link: Link | null = null;
  let me = "";
  const connect = () => {
    link ??= new Link(pageLinkWorld(), {
      arrived: (person) => {
        link?.resetBackoff();
        // Logged out on another device: this device must know it, and the connection ends.
        if (!person) return void meet();
        me = person.id;
        loadChallenges().catch(() => undefined);
        findCall().catch(() => undefined);
      },
      heard: (message) => hear(message, me, link?.skew ?? 0),
      lost: () => {},
    });
  };
  const disconnect = () => {
    link?.close();
    link = null;
  };
  if (navigator.onLine) connect();
  addEventListener("online", connect);
  addEventListener("offline", disconnect);
  return () => {
    removeEventListener("online", connect);
    removeEventListener("offline", disconnect);
    disconnect();
    challenges.value = null;
    forgetAll();
    render(null, place);
    place.remove();
  };
}
