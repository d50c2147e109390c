/** A turn that is being made up: what is tried out, and when it has to be played for good. */
import type { Attempt, Engine, Sight, Standing, Step } from "../engine/engine";
import type { Scene, Terms } from "../model";
import { said } from "./words";

/** The position that is looked at, and the seats that may act. */
export interface Outlook {
  terms: Terms;
  standing: Standing;
  as: string;
  /** The seats of the viewer, one side's after the other's. */
  hands: string[];
  sideOf(seat: string): string;
}

/** Whether a choice cannot wait: a die is thrown, something is revealed, or it is the whole turn. */
export function mustPlay(attempt: Attempt, steps: Step[], outlook: Outlook): boolean {
  if (attempt.reveals || attempt.sight.toAct.includes("#")) return true;
  return steps.length === 1 && !goesOn(attempt, steps, outlook);
}

/** Whether the drafting side has something left to choose. */
function goesOn(attempt: Attempt, steps: Step[], { hands, sideOf }: Outlook): boolean {
  const side = sideOf(steps[0]?.seat ?? "");
  return attempt.sight.toAct.some((seat) => hands.includes(seat) && sideOf(seat) === side);
}

/** Tries a draft out. */
export function attemptSteps(engine: Engine, outlook: Outlook, steps: Step[]): Promise<Attempt> {
  return engine.attempt(outlook.terms, outlook.standing, outlook.as, outlook.hands, steps);
}

/** The scene of a draft that can still be undone. */
export function draftScene(outlook: Outlook, steps: Step[], attempt: Attempt, toAct: string[]): Scene {
  const side = outlook.sideOf(steps[0]?.seat ?? "");
  const complete = steps.length > 0 && !goesOn(attempt, steps, outlook);
  const legal: Scene["legal"] = {};
  for (const [seat, tokens] of Object.entries(attempt.legal))
    if (!steps.length || outlook.sideOf(seat) === side) legal[seat] = tokens;
  return {
    terms: outlook.terms,
    as: outlook.as,
    position: attempt.sight.position,
    toAct: complete ? toAct : attempt.sight.toAct,
    legal,
    draft: steps,
    complete,
    says: complete ? { ...attempt.sight, asked: said.turnComplete, bound: { fr: "", en: "" } } : attempt.sight,
  };
}

/**
 * Whether a seat is offered in one scene just what it was offered in another. A choice is about what was seen: pressed twice,
 * or while a phase passed by itself, it is void. What the other side does at the same time, in secret, changes no offer.
 */
export function offersSame(seen: Scene, now: Scene, seat: string): boolean {
  const [before, after] = [seen.legal[seat], now.legal[seat]];
  if (!before || !after || seen.says?.phase !== now.says?.phase || seen.draft.length !== now.draft.length) return false;
  return before.length === after.length && before.every((token, i) => token === after[i]);
}

/** A scene in which there is nothing to do. */
export function emptyScene(terms: Terms, as: string, position: string, says?: Sight | null): Scene {
  return { terms, as, position, toAct: [], legal: {}, draft: [], complete: false, ...(says ? { says } : {}) };
}
