/** The computer's eight levels, each with a rank for a name. */
import type { Chair, GameFacts } from "../model";
import { capital, say, t, type Key } from "../words/words";

export const levels = [1, 2, 3, 4, 5, 6, 7, 8] as const;

/** The level offered to a new player. */
export const friendlyLevel = 2;

export function levelName(level: number): string {
  return t(`level.${level}` as Key);
}

export function levelHint(level: number): string {
  return t(`level.${level}.hint` as Key);
}

export function seatTitle(facts: GameFacts, seats: number, seat: string): string {
  const form = facts.forms.find((one) => one.seats === seats);
  const found = form?.seat.find((one) => one.seat === seat);
  return found ? capital(say(found.title)) : seat;
}

export function sideTitle(facts: GameFacts, side: string): string {
  const found = facts.sides.find((one) => one.side === side);
  return found ? capital(say(found.title)) : side;
}

/** The player of a seat, in a few words. */
export function sitter(chair: Chair): string {
  if (chair.level > 0) return t("chair.computer", { level: chair.level });
  if (chair.people.length > 0) return chair.people.map((one) => one.name || t("chair.somebody")).join(", ");
  return chair.kept ? t("chair.kept") : t("chair.open");
}
