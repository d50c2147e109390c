/** Every position is a link: what stands behind the `#` of the address. */
import { usualTerms } from "../../engine/engine";
import type { GameFacts, Terms } from "../../model";
import { recall } from "../settings";

export interface Wanted {
  terms: Terms;
  /** Missing: where the game begins. */
  position?: string;
}

/** A board of one's own is not in the link, which would be too long: it is the one that this device keeps. */
export const keptBoard = (game: string): string | null => recall(`board.${game}`);

export function readLink(facts: GameFacts, hash: string): Wanted {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const usual = usualTerms(facts);
  const options = { ...usual.options };
  for (const { name, values } of facts.options)
    if (values.some((value) => value.name === fields.get(name))) options[name] = fields.get(name) ?? "";
  const seats = Number(fields.get("seats"));
  const terms: Terms = { ...usual, options, seats: facts.forms.some((form) => form.seats === seats) ? seats : usual.seats };
  const board = fields.get("on") === "mine" ? keptBoard(facts.id) : null;
  return { terms: board ? { ...terms, board } : terms, position: fields.get("position") ?? undefined };
}

export function writeLink(facts: GameFacts, { terms, position }: Wanted): string {
  const fields = new URLSearchParams();
  const usual = usualTerms(facts);
  if (terms.seats !== usual.seats) fields.set("seats", String(terms.seats));
  for (const [name, value] of Object.entries(terms.options)) if (value !== usual.options[name]) fields.set(name, value);
  if (terms.board) fields.set("on", "mine");
  if (position !== undefined) fields.set("position", position);
  return fields.size > 0 ? `#${fields}` : "";
}
