/** Facts about the seats of a game's form, from the facts that the engine gives. */
import type { GameFacts, Terms } from "../model";

export const CHANCE = 30;
export const WATCHER = 31;

export function seatsOf(facts: GameFacts, terms: Terms): { seat: string; side: string }[] {
  return facts.forms.find((form) => form.seats === terms.seats)?.seat ?? [];
}

export function sideOf(facts: GameFacts, terms: Terms, seat: string): string {
  return seatsOf(facts, terms).find((one) => one.seat === seat)?.side ?? "";
}

/** The number by which the rules know a seat, chance ("#") or a watcher. */
export function seatNumber(facts: GameFacts, terms: Terms, name: string): number {
  if (name === "#") return CHANCE;
  if (name === "watcher") return WATCHER;
  return seatsOf(facts, terms).findIndex((one) => one.seat === name);
}

/** The usual terms of a game. */
export function usualTerms(facts: GameFacts): Terms {
  const options: Record<string, string> = {};
  for (const option of facts.options) options[option.name] = option.values[0]?.name ?? "";
  return { game: facts.id, seats: facts.forms[0]?.seats ?? 2, options };
}

/** The first line of a transcript: all options in the order of the facts, which is the alphabet's. */
export function headerOf(facts: GameFacts, terms: Terms): string {
  const options = facts.options.map(
    ({ name, values }) => `${name}=${terms.options[name] ?? values[0]?.name ?? ""}`,
  );
  return ["game", terms.game, ...options, `seats=${terms.seats}`].join(" ");
}
