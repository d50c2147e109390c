/** What the people at a table must be told at once: answers to what they asked, and who comes and goes. */
import { useEffect, useRef } from "preact/hooks";
import type { GameFacts, Happening, Session, TableState } from "../model";
import { isolated, t } from "../words/words";
import { sideSubject } from "./levels";
import { usePerson } from "./person";
import { toast } from "./toasts";

export interface Seen {
  table: TableState;
  log: readonly Happening[];
}

const sideOf = ({ occupants }: TableState, seat: string): string => occupants.find((occupant) => occupant.seat === seat)?.side ?? "";

/** The answers to what our side asked. A side that moves instead of answering has refused; our own move takes it back. */
function answers(facts: GameFacts, before: Seen, after: Seen, ours: ReadonlySet<string>): string[] {
  const own = (sides: readonly string[]): boolean => sides.some((side) => ours.has(side));
  const other = sideSubject(facts, facts.sides.find(({ side }) => !ours.has(side))?.side ?? "");
  const movedOurselves = after.log.slice(before.log.length).some(({ seat }) => ours.has(sideOf(after.table, seat)));
  const asked = (before: readonly string[], after: readonly string[]): boolean => own(before) && !own(after) && !movedOurselves;
  const news: string[] = [];
  if (asked(before.table.offer, after.table.offer)) {
    if (after.table.stage === "playing") news.push(t("draw.declined", other));
    else if (after.table.result?.endsWith(" agreed")) news.push(t("draw.accepted", other));
  }
  if (asked(before.table.ask, after.table.ask) && after.table.stage === "playing")
    news.push(t(after.log.length < before.log.length ? "take-back.granted" : "take-back.refused", other));
  return news;
}

/** Those at the table besides oneself who were there and are not, or the other way round. */
function comings(before: TableState, after: TableState, me: string): string[] {
  if (!before.presence || !after.presence) return [];
  const [then, now] = [new Set(before.presence.people), new Set(after.presence.people)];
  const seated = [...after.occupants, ...before.occupants].flatMap((occupant) => occupant.people).filter(({ person }) => person !== me);
  const names = new Map(seated.map(({ person, name }) => [person, name]));
  return [...names].flatMap(([person, name]) => {
    if (then.has(person) === now.has(person)) return [];
    return [t(now.has(person) ? "presence.back" : "presence.left", { name: isolated(name) })];
  });
}

/** What a proposal or a request to share a seat came to, for the person who made it. */
function ownRequests(before: Seen, after: Seen, me: string): string[] {
  const news: string[] = [];
  const { proposal } = before.table;
  if (proposal?.person === me && !after.table.proposal && after.table.stage === "playing" && after.log.length === before.log.length) news.push(t("proposal.objected"));
  const asked = (table: TableState): boolean => table.joining?.some(({ person }) => person === me) ?? false;
  if (asked(before.table) && !asked(after.table)) news.push(t(after.table.mine.length > 0 ? "join.admitted" : "join.rejected"));
  return news;
}

/** The sentences for `me`, the id of a person, or "". */
export function newsBetween(facts: GameFacts, before: Seen, after: Seen, me: string): string[] {
  const ours = new Set(after.table.mine.map((seat) => sideOf(after.table, seat)));
  const news = comings(before.table, after.table, me);
  if (me) news.push(...ownRequests(before, after, me));
  // Both sides at one screen have seen both the question and the answer.
  if (ours.size !== 1) return news;
  news.push(...answers(facts, before, after, ours));
  const wants = after.table.rematch.filter((side) => !ours.has(side) && !before.table.rematch.includes(side));
  if (!after.table.next) news.push(...wants.map((side) => t("rematch.asked", sideSubject(facts, side))));
  return news;
}

/** Tells them while one is at a table of the server. */
export function useTableNews(session: Session): void {
  const me = usePerson()?.id ?? "";
  const seen = useRef<Seen | null>(null);
  const { value: table } = session.table;
  const { value: log } = session.log;
  useEffect(() => {
    const before = seen.current;
    if (!table.id) return;
    seen.current = { table, log };
    if (!before) return;
    for (const sentence of newsBetween(session.facts, before, seen.current, me)) toast(sentence);
    if (table.next && !before.table.next && table.mine.length > 0) toast(t("rematch.ready"), { href: `/t/${table.next}`, text: t("end.next") });
  }, [table, log, me]);
}
