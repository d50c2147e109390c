/** The computer's eight levels, each with a rank for a name. */
import type { Occupant, GameFacts } from "../model";
import { capital, say, t, type Key } from "../words/words";
import { language } from "../words/language";

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

/**
 * A side as the subject of a sentence, and the number that its French verb agrees with. French sides have an article: they are
 * called by a plural (les Jaunes), or by a body of troops (la Garnison).
 */
export function sideSubject(facts: GameFacts, side: string): { side: string; number: number } {
  const title = sideTitle(facts, side);
  const { fr } = facts.sides.find((one) => one.side === side)?.title ?? { fr: "" };
  const plural = fr.endsWith("s");
  const article = language.value !== "fr" || fr.startsWith("les ") ? "" : plural ? "Les " : "La ";
  return { side: article + title, number: plural ? 2 : 1 };
}

/** The player of a seat, in a few words. */
export function sitter(occupant: Occupant): string {
  if (occupant.level > 0) return t("occupant.computer", { level: occupant.level });
  if (occupant.people.length > 0) return occupant.people.map((one) => one.name || t("occupant.player")).join(", ");
  return occupant.reserved ? t("occupant.reserved") : t("occupant.open");
}
