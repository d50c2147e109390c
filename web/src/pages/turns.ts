/** The game in plain words, turn by turn. */
import type { GameFacts, Happening } from "../model";
import { capital, say, t } from "../words/words";
import { faceOf } from "./die";
import { sideTitle } from "./levels";

export interface Turn {
  side: string;
  said: string[];
  /** Of the happenings that it is made of. */
  first: number;
  last: number;
}

/** A die in its own words; lots name a side. */
function chanceWords(facts: GameFacts, token: string): string {
  const face = faceOf(facts.id, token);
  if (face) return `${say(face.title)}.`;
  return t("moves.lots", { side: sideTitle(facts, token.slice(1)) });
}

/** Whose turn begins is on the sign above the board; here it would be every second sentence. A whole set-up is one. */
function sentences(facts: GameFacts, { said, events, token }: Happening, begun: boolean): string[] {
  if (said.length !== events.length) return said.map(say);
  const placed = events.some((event) => event.kind === "placed") ? [t("table.set-up")] : [];
  const told = said.flatMap((text, i) => {
    const kind = events[i]?.kind;
    // That a phase is done says nothing beside what was done in it.
    const idle = (kind === "ready" || kind === "passed") && (begun || i > 0);
    if (kind === "turn" || kind === "placed" || idle) return [];
    return kind === "rolled" && token?.startsWith("#") ? [chanceWords(facts, token)] : [say(text)];
  });
  return [...placed, ...told];
}

/** The side stands before the turn once, and need not begin every sentence of it. */
function withoutSide(facts: GameFacts, side: string, sentence: string): string {
  const title = facts.sides.find((one) => one.side === side)?.title;
  const rest = title && sentence.startsWith(say(title)) ? sentence.slice(say(title).length) : "";
  const [, bare] = /^\s?:\s(.*)$/s.exec(rest) ?? [];
  return capital(bare ?? sentence);
}

/** Happenings of one side in a row, and the dice in between, are one turn. */
export function turnsOf(facts: GameFacts, log: readonly Happening[], sideOf: (seat: string) => string): Turn[] {
  const turns: Turn[] = [];
  log.forEach((one, at) => {
    const side = sideOf(one.seat) || (one.events.find((event) => event.kind === "rolled")?.side ?? "");
    const last = turns[turns.length - 1];
    const goesOn = last !== undefined && (side === "" || side === last.side);
    const turn = goesOn ? last : { side, said: [], first: at, last: at };
    turn.last = at;
    if (!goesOn) turns.push(turn);
    for (const sentence of sentences(facts, one, turn.said.length > 0)) {
      const bare = withoutSide(facts, turn.side, sentence);
      if (bare && bare !== turn.said[turn.said.length - 1]) turn.said.push(bare);
    }
  });
  return turns.filter((turn) => turn.said.length > 0);
}
