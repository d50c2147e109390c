/**
 * The rules, asked from where a game stands. Every answer depends on the question alone; that the module still has the
 * game of the last question open only saves time.
 */
import type { GameEvent, GameFacts, Terms, Text } from "../model";
import { Refusal, type Module } from "./module";
import { readRecord } from "./read-record";
import { CHANCE, headerOf, seatNumber, seatsOf } from "./seats";
import type { Attempt, BoardFault, Outcome, Played, ReadRecord, Sight, Standing, Step, Thing, Told, Warning } from "./types";

export class Rules {
  private games: GameFacts[] | null = null;
  private opened = "";
  private standing: Standing | null = null;

  constructor(private readonly module: Module) {}

  facts(): GameFacts[] {
    this.games ??= this.module.json<GameFacts[]>(this.module.exports.facts());
    return this.games;
  }

  factsOf(terms: Terms): GameFacts {
    const facts = this.facts().find((game) => game.id === terms.game);
    if (!facts) throw new Refusal(`there is no game '${terms.game}'`);
    return facts;
  }

  /** The first line of a transcript or a record: what was agreed, in full. */
  header(terms: Terms): string {
    this.open(terms);
    return this.module.text(this.module.exports.header());
  }

  /** The text of the board that is played on. */
  board(terms: Terms): string {
    this.open(terms);
    return this.module.text(this.module.exports.board());
  }

  /** What is wrong with the text of a board file; null: it is a good board. */
  checkBoard(text: string): BoardFault | null {
    try {
      this.module.must(this.module.exports.check_board(this.module.give(text)));
      return null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const [, line = "0", reason = error.message] = /^board:(\d+): ([^]*)$/.exec(error.message) ?? [];
      return { line: Number(line), reason };
    }
  }

  /** Where a game begins: at its start, or from a position. */
  start(terms: Terms, position?: string): Standing {
    this.begin(terms, position);
    return this.save();
  }

  look(terms: Terms, standing: Standing, as: string): Sight {
    this.load(terms, standing);
    return this.sight(terms, as);
  }

  legal(terms: Terms, standing: Standing, seat: string): string[] {
    this.load(terms, standing);
    return this.tokens(terms, seat);
  }

  /** What a die may show. */
  outcomes(terms: Terms, standing: Standing): Outcome[] {
    this.load(terms, standing);
    return this.question(CHANCE).map((word) => {
      const [token = "", odds = "1/1"] = word.split(":");
      return { token, weight: Number(odds.split("/")[0]) / Number(odds.split("/")[1]) };
    });
  }

  play(terms: Terms, standing: Standing, steps: Step[], viewers: string[]): Played {
    this.load(terms, standing);
    return this.playOn(terms, steps, viewers);
  }

  /** A whole game again. */
  replay(terms: Terms, position: string | undefined, steps: Step[], viewers: string[]): Played {
    this.begin(terms, position);
    return this.playOn(terms, steps, viewers);
  }

  /** Step by step: where each led, and what was told of it. */
  unroll(terms: Terms, standing: Standing, steps: Step[], viewers: string[]): Played[] {
    this.load(terms, standing);
    return steps.map((step) => this.playOn(terms, [step], viewers));
  }

  readRecord(text: string): ReadRecord {
    this.opened = "";
    this.standing = null;
    return readRecord(this.module, text);
  }

  /** Tries steps out from what a seat knows; `hands` are the seats whose choices are asked for afterwards. */
  attempt(terms: Terms, standing: Standing, as: string, hands: string[], steps: Step[]): Attempt {
    const { exports } = this.module;
    this.load(terms, standing);
    const own = seatNumber(this.factsOf(terms), terms, as);
    if (steps.length && this.factsOf(terms).secrets && own < CHANCE) exports.determinise(own, 1n);
    let reveals = false;
    for (const [i, { seat, token }] of steps.entries()) {
      this.standing = null;
      const number = seatNumber(this.factsOf(terms), terms, seat);
      if (i === steps.length - 1) reveals = exports.reveals(number, this.module.give(token)) === 1;
      this.module.must(exports.play(number, this.module.give(token)));
    }
    const sight = this.sight(terms, as);
    const legal: Record<string, string[]> = {};
    for (const seat of hands) if (sight.toAct.includes(seat)) legal[seat] = this.tokens(terms, seat);
    return { sight, legal, reveals };
  }

  /** Events of elsewhere, in words. */
  say(terms: Terms, events: GameEvent[]): Text[] {
    this.open(terms);
    return events.map(({ kind, side, piece, from = "-", to = "-", amount }) => {
      const length = this.module.exports.say(this.module.give([kind, side, piece, from, to, amount].join(" ")));
      return length ? this.module.json<Text>(length) : { fr: "", en: "" };
    });
  }

  /** All that the game has to say of its things. */
  legend(terms: Terms): Thing[] {
    this.open(terms);
    return this.module.json<Thing[]>(this.module.exports.legend());
  }

  /** What a point shows to a pair of eyes. */
  about(terms: Terms, standing: Standing, as: string, point: string): Thing[] {
    this.load(terms, standing);
    const length = this.module.exports.about(seatNumber(this.factsOf(terms), terms, as), this.module.give(point));
    return length ? this.module.json<Thing[]>(length) : [];
  }

  /** Why none of these seats can do anything with a point, or go there with what stands on `from`. */
  whyNot(terms: Terms, standing: Standing, seats: string[], from: string | undefined, to: string): Text | null {
    this.load(terms, standing);
    const facts = this.factsOf(terms);
    const mask = seats.reduce((bits, seat) => bits | (1 << seatNumber(facts, terms, seat)), 0);
    const length = this.module.exports.why_not(mask, this.module.give(`${from ?? "-"} ${to}`));
    return length ? this.module.json<Text>(length) : null;
  }

  warning(terms: Terms, standing: Standing, seat: string, token: string): Warning | null {
    this.load(terms, standing);
    const length = this.module.exports.warning(seatNumber(this.factsOf(terms), terms, seat), this.module.give(token));
    return length ? this.module.json<Warning>(length) : null;
  }

  private open(terms: Terms): void {
    const wanted = headerOf(this.factsOf(terms), terms) + (terms.board ? "\n" + terms.board : "");
    if (wanted === this.opened) return;
    this.opened = "";
    this.standing = null;
    this.module.must(this.module.exports.open(this.module.give(wanted)));
    this.opened = wanted;
  }

  private begin(terms: Terms, position?: string): void {
    this.opened = "";
    this.open(terms);
    if (position !== undefined) this.module.must(this.module.exports.load(this.module.give(position)));
    this.standing = null;
  }

  private load(terms: Terms, standing: Standing): void {
    this.open(terms);
    if (this.standing === standing) return;
    this.standing = null;
    this.module.must(this.module.exports.load(this.module.give(standing)));
    this.standing = standing;
  }

  private save(): Standing {
    this.standing = this.module.text(this.module.exports.save());
    return this.standing;
  }

  private sight(terms: Terms, as: string): Sight {
    const number = seatNumber(this.factsOf(terms), terms, as);
    return this.module.json<Sight>(this.module.exports.sight(number));
  }

  /** The words of a transcript's question behind `? SEAT COUNT`. */
  private question(seat: number): string[] {
    const length = this.module.exports.legal(seat);
    return length ? this.module.text(length).trim().split(" ").slice(3) : [];
  }

  private tokens(terms: Terms, seat: string): string[] {
    return this.question(seatNumber(this.factsOf(terms), terms, seat));
  }

  private playOn(terms: Terms, steps: Step[], viewers: string[]): Played {
    const facts = this.factsOf(terms);
    const { exports } = this.module;
    const told: Played["told"] = [];
    this.standing = null;
    for (const { seat, token } of steps) {
      this.module.must(exports.play(seatNumber(facts, terms, seat), this.module.give(token)));
      const heard: Record<string, Told | null> = {};
      for (const viewer of viewers) {
        const length = exports.told(seatNumber(facts, terms, viewer));
        heard[viewer] = length ? this.module.json<Told>(length) : null;
      }
      told.push(heard);
    }
    const acting = exports.to_act();
    const toAct = seatsOf(facts, terms)
      .filter((_, number) => acting & (1 << number))
      .map(({ seat }) => seat);
    if (acting & (1 << CHANCE)) toAct.push("#");
    const ended = exports.result();
    const result = ended ? this.module.text(ended).replace(/^= /, "") : null;
    return { standing: this.save(), toAct, result, told };
  }
}
