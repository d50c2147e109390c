/** The game so far, in plain words. */
import { useEffect, useRef } from "preact/hooks";
import type { GameFacts, GameId, Happening, Session } from "../model";
import { capital, say, t } from "../words/words";
import { faceWords, isFace } from "./die";
import { sideTitle } from "./levels";

interface Turn {
  side: string;
  said: string[];
  first: number;
}

/** A die in its own words: the Devil is no six, and lots name a side. */
function chanceWords(facts: GameFacts, game: GameId, token: string): string {
  if (isFace(game, token)) return `${faceWords(game, token)}.`;
  return t("moves.lots", { side: sideTitle(facts, token.slice(1)) });
}

/** Whose turn begins is on the sign above the board; here it would be every second sentence. A whole set-up is one. */
function sentences(facts: GameFacts, { said, events, token }: Happening, begun: boolean): string[] {
  if (said.length !== events.length) return said.map(say);
  const placed = events.some((event) => event.kind === "placed") ? [t("table.set-up")] : [];
  const told = said.flatMap((text, i) => {
    const kind = events[i]?.kind;
    // That a phase is done says nothing beside what was done in it.
    const idle = kind === "ready" && (begun || i > 0);
    if (kind === "turn" || kind === "placed" || idle) return [];
    return kind === "rolled" && token?.startsWith("#") ? [chanceWords(facts, facts.id, token)] : [say(text)];
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
function turnsOf(facts: GameFacts, log: Happening[], sideOf: (seat: string) => string): Turn[] {
  const turns: Turn[] = [];
  log.forEach((one, first) => {
    const side = sideOf(one.seat) || (one.events.find((event) => event.kind === "rolled")?.side ?? "");
    const last = turns[turns.length - 1];
    const goesOn = last !== undefined && (side === "" || side === last.side);
    const turn = goesOn ? last : { side, said: [], first };
    if (!goesOn) turns.push(turn);
    for (const sentence of sentences(facts, one, turn.said.length > 0)) {
      const bare = withoutSide(facts, turn.side, sentence);
      if (bare && bare !== turn.said[turn.said.length - 1]) turn.said.push(bare);
    }
  });
  return turns.filter((turn) => turn.said.length > 0);
}

export function Moves({ session }: { session: Session }) {
  const list = useRef<HTMLOListElement>(null);
  const log = session.log.value;
  const { chairs } = session.table.value;
  const turns = turnsOf(session.facts, log, (seat) => chairs.find((chair) => chair.seat === seat)?.side ?? "");
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [log.length]);
  return (
    <section class="moves" aria-labelledby="moves">
      <h2 id="moves">{t("table.moves")}</h2>
      {turns.length === 0 && <p class="faded">{t("table.no-moves")}</p>}
      <ol ref={list} tabIndex={0} aria-labelledby="moves">
        {turns.map((turn) => (
          <li key={turn.first} data-side={turn.side}>
            {turn.side && (
              <b>
                <i class="swatch" aria-hidden="true" />
                {t("seat-of", { seat: sideTitle(session.facts, turn.side) })}{" "}
              </b>
            )}
            {turn.said.map((sentence, i) => (
              <span key={i}>{sentence} </span>
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}
