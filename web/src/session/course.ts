/** The course of a game on this device: its steps, where they led, and what each seat was told of them. */
import { seatsOf, sideOf, type Engine, type Played, type Step, type Told } from "../engine/engine";
import type { GameFacts, Happening } from "../model";
import type { LocalGame, SavedGames } from "./saved-games";

export const WATCHER = "watcher";

/** What all were told of a step, and whether it was on the board already while it could be undone. */
interface Past {
  told: Record<string, Told | null>;
  drafted: boolean;
}

export class Course {
  standing = "";
  /** The truth: a side that is done in secret is not among them. */
  toAct: string[] = [];
  private history: Past[] = [];

  constructor(
    private readonly engine: Engine,
    private readonly facts: GameFacts,
    private readonly game: LocalGame,
    private readonly savedGames: SavedGames,
    private readonly now: () => number,
  ) {}

  sideOf(seat: string): string {
    return sideOf(this.facts, this.game.terms, seat);
  }

  /** `shown`: how many of the steps were on the board already. */
  async play(steps: Step[], shown: number): Promise<void> {
    this.take(await this.engine.play(this.game.terms, this.standing, steps, this.viewers()), shown);
    this.game.steps.push(...steps);
  }

  /** Everything again from the steps that are kept. */
  async rebuild(): Promise<void> {
    const { terms, start, steps } = this.game;
    this.history = [];
    this.take(await this.engine.replay(terms, start, steps, this.viewers()), 0);
  }

  /** The end that the table gives the game, not the rules. */
  end(result: string): void {
    this.game.result = result;
    this.game.ended ??= this.now();
  }

  /** Whether the home page took it. */
  async keep(): Promise<boolean> {
    this.game.touched = this.now();
    return this.savedGames.put(structuredClone(this.game)).then(
      () => true,
      () => false,
    );
  }

  log(as: string): Happening[] {
    const channel = this.facts.secrets ? as : WATCHER;
    return this.history.flatMap(({ told, drafted }) => {
      const heard = told[channel];
      return heard ? [{ ...heard, drafted }] : [];
    });
  }

  /** `V 0 G 1 resigned` */
  resultWith(side: string, own: string, other: string, reason: string): string {
    return [...this.facts.sides.map((one) => `${one.side} ${one.side === side ? own : other}`), reason].join(" ");
  }

  /** Where the side's last turn began, whatever the other side has played since; "fixed" or "none" if it cannot be had. */
  turnOf(side: string): number | "fixed" | "none" {
    const { steps } = this.game;
    const own = (at: number) => this.sideOf(steps[at]?.seat ?? "") === side;
    let to = steps.length;
    while (to > 0 && !own(to - 1) && !this.isFixed(to - 1)) to--;
    const last = to;
    while (to > 0 && own(to - 1) && !this.isFixed(to - 1)) to--;
    if (to < last) return to;
    return to > 0 ? "fixed" : "none";
  }

  /** Nothing is taken back that a die decided, or that the other side was told of in a game with secrets. */
  private isFixed(at: number): boolean {
    const seat = this.game.steps[at]?.seat ?? "#";
    if (seat === "#") return true;
    const told = this.history[at]?.told ?? {};
    return this.facts.secrets && Object.keys(told).some((one) => told[one] && this.sideOf(one) !== this.sideOf(seat));
  }

  private viewers(): string[] {
    const seats = seatsOf(this.facts, this.game.terms).map(({ seat }) => seat);
    return this.facts.secrets ? [...seats, WATCHER] : [WATCHER];
  }

  private take({ standing, toAct, result, told }: Played, shown: number): void {
    this.standing = standing;
    this.toAct = toAct;
    this.history = [...this.history, ...told.map((heard, i) => ({ told: heard, drafted: i < shown }))];
    if (result !== null) this.end(result);
  }
}
