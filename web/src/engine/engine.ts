/**
 * The rules and the opponents, for the page: promises over Workers. One Worker answers about the rules and is never busy
 * for long; a search has a Worker of its own, so that nothing waits for it, and is stopped by ending that.
 */
import { outside } from "../base";
import type { GameEvent, GameFacts, Terms, Text } from "../model";
import type { Answer, Question } from "./requests";
import { Refusal } from "./module";
import { engineModules } from "../engine-modules";
import type { Addresses, Attempt, BoardFault, Outcome, Played, ReadRecord, Sight, Standing, Step, Thing, ThinkRequest, Thought, Warning } from "./types";

export { Refusal } from "./module";
export { seatsOf, sideOf, usualTerms } from "./seats";
export type { Attempt, BoardFault, Outcome, Played, Promising, ReadRecord, Sight, Standing, Step, Thought, ThinkRequest, Throw, Told } from "./types";

/** One end of a line to a desk. */
export interface Line {
  send(question: Question): void;
  hear(listen: (answer: Answer) => void, broken: (reason: string) => void): void;
  end(): void;
}

/* Set by the bundler: the names of the files carry their hashes. */
declare const ENGINE_SCRIPT: string;
declare const ENGINE_NETS: Record<string, string>;

export function workerLine(): Line {
  const worker = new Worker(outside(ENGINE_SCRIPT), { type: "module" });
  const addressesOf = (names: Record<string, string>) => Object.fromEntries(Object.entries(names).map(([game, name]) => [game, outside(name)]));
  worker.postMessage({ modules: addressesOf(engineModules()), nets: addressesOf(ENGINE_NETS) } satisfies Addresses);
  return {
    send: (question) => worker.postMessage(question),
    hear(listen, broken) {
      worker.onmessage = ({ data }: MessageEvent<Answer>) => listen(data);
      worker.onerror = (event) => broken(event.message);
    },
    end: () => worker.terminate(),
  };
}

/** Questions and their answers. A line is had when it is needed; after it has broken the next question gets another. */
class Caller {
  private line: Line | null = null;
  private number = 0;
  private readonly waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();

  constructor(private readonly newLine: () => Line) {}

  ask<Value>(what: string, ...about: unknown[]): Promise<Value> {
    const id = this.number++;
    // A Worker that cannot be had refuses the question like any other fault.
    return new Promise<Value>((resolve, reject) => {
      this.line ??= this.call();
      this.waiting.set(id, { resolve, reject });
      this.line.send({ id, ask: what, about });
    });
  }

  end(reason = "stopped"): void {
    this.line?.end();
    this.line = null;
    for (const { reject } of this.waiting.values()) reject(new Refusal(reason));
    this.waiting.clear();
  }

  private call(): Line {
    const line = this.newLine();
    line.hear(
      (answer) => {
        const asked = this.waiting.get(answer.id);
        this.waiting.delete(answer.id);
        if ("error" in answer) asked?.reject(new Refusal(answer.error));
        else asked?.resolve(answer.value as never);
      },
      (reason) => this.line === line && this.end(reason),
    );
    return line;
  }
}

/** A search in a Worker. Asked again about the same game, it remembers what it was shown. */
export class Thinker {
  private readonly caller: Caller;

  constructor(line: () => Line) {
    this.caller = new Caller(line);
  }

  think(request: ThinkRequest): Promise<Thought | null> {
    return this.caller.ask("think", request);
  }

  /** Stops at once; what was asked is refused. The next question finds it fresh. */
  stop(): void {
    this.caller.end();
  }
}

export class Engine {
  private readonly caller: Caller;
  private known: Promise<GameFacts[]> | null = null;

  constructor(private readonly line: () => Line = workerLine) {
    this.caller = new Caller(line);
  }

  thinker(): Thinker {
    return new Thinker(this.line);
  }

  facts(): Promise<GameFacts[]> {
    this.known ??= this.caller.ask<GameFacts[]>("facts").catch((error: unknown) => {
      this.known = null;
      throw error;
    });
    return this.known;
  }

  async factsOf(game: string): Promise<GameFacts> {
    const facts = (await this.facts()).find((one) => one.id === game);
    if (!facts) throw new Refusal(`there is no game '${game}'`);
    return facts;
  }

  header(terms: Terms): Promise<string> {
    return this.caller.ask("header", terms);
  }

  /** The text of the board file that is played on. */
  board(terms: Terms): Promise<string> {
    return this.caller.ask("board", terms);
  }

  /** What is wrong with the text of a board file; null: it is a good board. */
  checkBoard(text: string): Promise<BoardFault | null> {
    return this.caller.ask("checkBoard", text);
  }

  start(terms: Terms, position?: string): Promise<Standing> {
    return this.caller.ask("start", terms, position);
  }

  look(terms: Terms, standing: Standing, as: string): Promise<Sight> {
    return this.caller.ask("look", terms, standing, as);
  }

  legal(terms: Terms, standing: Standing, seat: string): Promise<string[]> {
    return this.caller.ask("legal", terms, standing, seat);
  }

  outcomes(terms: Terms, standing: Standing): Promise<Outcome[]> {
    return this.caller.ask("outcomes", terms, standing);
  }

  play(terms: Terms, standing: Standing, steps: Step[], viewers: string[]): Promise<Played> {
    return this.caller.ask("play", terms, standing, steps, viewers);
  }

  replay(terms: Terms, position: string | undefined, steps: Step[], viewers: string[]): Promise<Played> {
    return this.caller.ask("replay", terms, position, steps, viewers);
  }

  unroll(terms: Terms, standing: Standing, steps: Step[], viewers: string[]): Promise<Played[]> {
    return this.caller.ask("unroll", terms, standing, steps, viewers);
  }

  /** Refuses the first line that is wrong, with its number. */
  readRecord(text: string): Promise<ReadRecord> {
    return this.caller.ask("readRecord", text);
  }

  attempt(terms: Terms, standing: Standing, as: string, hands: string[], steps: Step[]): Promise<Attempt> {
    return this.caller.ask("attempt", terms, standing, as, hands, steps);
  }

  legend(terms: Terms): Promise<Thing[]> {
    return this.caller.ask("legend", terms);
  }

  about(terms: Terms, standing: Standing, as: string, point: string): Promise<Thing[]> {
    return this.caller.ask("about", terms, standing, as, point);
  }

  whyNot(terms: Terms, standing: Standing, seats: string[], from: string | undefined, to: string): Promise<Text | null> {
    return this.caller.ask("whyNot", terms, standing, seats, from, to);
  }

  warning(terms: Terms, standing: Standing, seat: string, token: string): Promise<Warning | null> {
    return this.caller.ask("warning", terms, standing, seat, token);
  }

  say(terms: Terms, events: GameEvent[]): Promise<Text[]> {
    return this.caller.ask("say", terms, events);
  }

  end(): void {
    this.caller.end();
  }
}

let shared: Engine | null = null;

/** The page's one engine. */
export function engine(): Engine {
  shared ??= new Engine();
  return shared;
}
