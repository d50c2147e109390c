/**
 * Arranging a secret set-up or a plot.
 *
 * The engine wants the tokens of a set-up in one order; people want to place and change things as they please. So an
 * arrangement is kept here, and the draft of the session is made to follow it: tokens are taken back to where the two differ,
 * and played again as far as the engine allows. What the engine refuses goes back to the tray.
 */
import type { Thing } from "../games/game";
import type { Session } from "../model";
import type { Piece } from "./geometry";

/** For each thing, where it stands; null while it is in the tray. */
export type Arrangement = readonly (string | null)[];

export type ArrangementDraft = Pick<Session, "scene" | "choose" | "undo">;

/** A thing as the piece it becomes on the board. */
export const pieceOf = ({ kind, letter, title }: Thing, side: string, at = ""): Piece => ({ at, side, kind, letter, title, facing: 0, marks: [] });

const tokenOf = (thing: Thing, point: string): string => `${thing.thing}=${point}`;

/** The first and the last+1 index of the things alike. */
export function groupOf(things: readonly Thing[], index: number): [number, number] {
  const alike = (i: number): boolean => things[i]?.thing === things[index]?.thing;
  let [from, to] = [index, index + 1];
  while (from > 0 && alike(from - 1)) from--;
  while (to < things.length && alike(to)) to++;
  return [from, to];
}

/** Things alike stand in the engine's order, those in the tray last. */
export function sorted(things: readonly Thing[], arrangement: Arrangement, order: (point: string) => number): Arrangement {
  const list: (string | null)[] = [];
  for (let from = 0; from < things.length; ) {
    const [, to] = groupOf(things, from);
    const group = arrangement.slice(from, to);
    const placed = group.filter((point): point is string => point !== null).sort((a, b) => order(a) - order(b));
    list.push(...placed, ...group.slice(placed.length).map(() => null));
    from = to;
  }
  return list;
}

/** The tokens that come before the first thing in the tray. */
export function tokensOf(things: readonly Thing[], arrangement: Arrangement): string[] {
  const end = arrangement.indexOf(null);
  const placed = end < 0 ? arrangement : arrangement.slice(0, end);
  return placed.map((point, i) => tokenOf(things[i] as Thing, point as string));
}

/** What the draft says of an arrangement. */
export function arrangementOf(things: readonly Thing[], tokens: readonly string[]): Arrangement {
  const list: (string | null)[] = things.map(() => null);
  for (const token of tokens) {
    const [thing, point = ""] = token.split("=");
    const free = things.findIndex((one, i) => one.thing === thing && list[i] === null);
    if (free >= 0) list[free] = point;
  }
  return list;
}

/** The tokens of the arrangement that are drafted: a turn may have begun with others, which stay untouched. */
export function draftOf(session: ArrangementDraft, seat: string): string[] {
  const tokens = session.scene.value.draft.filter((one) => one.seat === seat).map((one) => one.token);
  let from = tokens.length;
  while (from > 0 && /^(\w+=|[!?])\w+$/.test(tokens[from - 1] ?? "")) from--;
  return tokens.slice(from);
}

const legalOf = (session: ArrangementDraft, seat: string): string[] => session.scene.value.legal[seat] ?? [];

/** Makes the draft say just these tokens, in this order; returns those that were refused. */
export async function settle(session: ArrangementDraft, seat: string, tokens: readonly string[]): Promise<string[]> {
  const refused: string[] = [];
  const draft = draftOf(session, seat);
  let same = 0;
  while (same < draft.length && draft[same] === tokens[same]) same++;
  for (let i = draft.length; i > same; i--) await session.undo();
  for (const token of tokens.slice(same)) {
    if (legalOf(session, seat).includes(token)) await session.choose(seat, token);
    else refused.push(token);
  }
  return refused;
}

/**
 * Settles a whole arrangement; what is refused returns to the tray. Things alike may wait until all of them are there. The
 * very last token is kept back: it may reveal everything, so it is played when its owner says that he is ready.
 */
export async function settleArrangement(session: ArrangementDraft, seat: string, things: readonly Thing[], arrangement: Arrangement): Promise<{ arrangement: Arrangement; refused: Thing[] }> {
  const tokens = tokensOf(things, arrangement);
  const last = tokens.length === things.length ? tokens.pop() : undefined;
  const [from, to] = groupOf(things, Math.max(0, tokens.length - 1));
  const waiting = to - from > 1 && last === undefined && tokens.length < to ? tokens.splice(from) : [];
  // Only the first that is refused has to move: those after it were never asked about.
  const refused = (await settle(session, seat, tokens)).slice(0, 1);
  if (!refused.length && last !== undefined && !legalOf(session, seat).includes(last)) refused.push(last);
  await settle(session, seat, [...draftOf(session, seat), ...waiting]);
  const left = arrangement.map((point, i) => (point !== null && refused.includes(tokenOf(things[i] as Thing, point)) ? null : point));
  return { arrangement: left, refused: things.filter((_, i) => left[i] !== arrangement[i]) };
}

/**
 * Where a thing may stand, by asking the engine with everything before it in place. Of things alike the engine wants the
 * lowest first, so the highest places show only when the others have been tried; the last of them is never placed here.
 */
export async function placesFor(session: ArrangementDraft, seat: string, things: readonly Thing[], arrangement: Arrangement, index: number): Promise<string[]> {
  const [from, to] = groupOf(things, index);
  await settle(session, seat, tokensOf(things, arrangement).slice(0, from));
  const places = new Set<string>();
  for (let i = from; i < to; i++) {
    const here = legalOf(session, seat).filter((token) => token.startsWith(`${things[index]?.thing}=`));
    const known = places.size;
    for (const token of here) places.add(token.slice(token.indexOf("=") + 1));
    const highest = here.find((token) => !here.some((other) => Number(other.slice(2)) > Number(token.slice(2)))) ?? here.at(-1);
    if (i === to - 1 || highest === undefined || (i > from && places.size === known)) break;
    await session.choose(seat, highest);
  }
  await settle(session, seat, tokensOf(things, arrangement).slice(0, from));
  return [...places];
}

/**
 * Plays a whole set-up but for its last token: what is arranged stays where it stands, `next` chooses the rest among what is
 * left. Things alike come in their order. Returns all tokens, the last too, as far as they could be chosen.
 */
export async function fillAround(draft: ArrangementDraft, seat: string, things: readonly Thing[], arrangement: Arrangement, order: (point: string) => number, next: (legal: string[]) => Promise<string | null>): Promise<string[]> {
  const pointOf = (token: string): string => token.slice(token.indexOf("=") + 1);
  const taken = new Set(arrangement);
  const tokens: string[] = [];
  await settle(draft, seat, []);
  for (const [i, thing] of things.entries()) {
    const [from, to] = groupOf(things, i);
    const placed = tokens.slice(from).map(pointOf);
    const fixed = sorted(things, arrangement, order).slice(from, to).filter((point) => point !== null && !placed.includes(point));
    const legal = legalOf(draft, seat);
    const free = legal.filter((token) => !taken.has(pointOf(token)));
    const chosen = to - i > fixed.length && free.length > 0 ? await next(free) : null;
    const due = fixed[0];
    const token = due && (chosen === null || order(pointOf(chosen)) > order(due)) ? tokenOf(thing, due) : chosen;
    if (token === null || !legal.includes(token)) break;
    tokens.push(token);
    if (i < things.length - 1) await draft.choose(seat, token);
  }
  return tokens;
}

/* ---- Saved set-ups -------------------------------------------------------------------------------------------------- */

export interface SavedSetup {
  name: string;
  /** Tokens as the first side would play them. */
  tokens: string[];
}

const keyOf = (game: string): string => `bivouac.setups.${game}`;

export function savedSetups(game: string): SavedSetup[] {
  try {
    return JSON.parse(localStorage.getItem(keyOf(game)) ?? "[]") as SavedSetup[];
  } catch {
    return [];
  }
}

export function saveSetup(game: string, saved: SavedSetup): void {
  const others = savedSetups(game).filter((one) => one.name !== saved.name);
  localStorage.setItem(keyOf(game), JSON.stringify([...others, saved]));
}

export function forgetSetup(game: string, name: string): void {
  localStorage.setItem(keyOf(game), JSON.stringify(savedSetups(game).filter((one) => one.name !== name)));
}
