/**
 * An opponent that follows one game. It is shown everything that happened in order, for some draw conclusions from it;
 * what it was shown already is not shown again.
 */
import type { Text } from "../model";
import { Refusal, type Module } from "./module";
import type { Rules } from "./rules";
import { headerOf, seatNumber } from "./seats";
import type { Promising, ThinkRequest, Thought } from "./types";

export class Mind {
  private at = "";
  private seen: string[] = [];

  constructor(
    private readonly module: Module,
    private readonly rules: Rules,
  ) {}

  think(request: ThinkRequest): Thought | null {
    const { exports } = this.module;
    this.follow(request);
    const length = exports.think(BigInt(request.nodes ?? 0));
    if (!length) return null;
    const [seat = "", token = "", score = "0", nodes = "0"] = this.module.text(length).split(" ");
    const thought: Thought = { seat, token, score: Number(score), nodes: Number(nodes) };
    if (request.explain) thought.why = this.reason();
    if (request.lines) {
      thought.choices = this.choices();
      thought.line = this.module.text(exports.line()).split(" ");
    }
    return thought;
  }

  private choices(): Promising[] {
    const lines = this.module.text(this.module.exports.choices()).trimEnd().split("\n");
    return lines.map((line) => {
      const [seat = "", token = "", score = "0"] = line.split(" ");
      return { seat, token, score: Number(score.replace("<", "")), atMost: score.startsWith("<") };
    });
  }

  private reason(): Text {
    const fr = this.module.text(this.module.exports.reason(1));
    return { fr, en: this.module.text(this.module.exports.reason(0)) };
  }

  private follow(request: ThinkRequest): void {
    const events = request.past.map((one) => ("position" in one ? "@" + one.position : `${one.seat} ${one.token}`));
    const sitting = JSON.stringify([request.terms, request.start, request.seats, request.level, request.seed]);
    const follows = sitting === this.at && this.seen.every((event, i) => event === events[i]);
    if (!follows) this.sit(request, sitting);
    for (const event of events.slice(this.seen.length)) {
      this.show(request, event);
      this.seen.push(event);
    }
  }

  private sit(request: ThinkRequest, sitting: string): void {
    const { terms, start, seats, level, seed } = request;
    const facts = this.rules.factsOf(terms);
    const header = headerOf(facts, terms) + (terms.board ? "\n" + terms.board : "");
    this.at = "";
    this.seen = [];
    this.module.must(this.module.exports.open(this.module.give(header)));
    if (start !== undefined) this.module.must(this.module.exports.load(this.module.give(start)));
    const mask = seats.reduce((bits, seat) => bits | (1 << seatNumber(facts, terms, seat)), 0);
    if (!this.module.exports.sit(mask, level, BigInt(seed))) throw new Refusal("there is not enough memory to think");
    this.at = sitting;
  }

  private show({ terms }: ThinkRequest, event: string): void {
    if (event.startsWith("@")) {
      this.module.must(this.module.exports.load(this.module.give(event.slice(1))));
      return;
    }
    const [seat = "", token = ""] = event.split(" ");
    const number = seatNumber(this.rules.factsOf(terms), terms, seat);
    this.module.must(this.module.exports.play(number, this.module.give(token)));
  }
}
