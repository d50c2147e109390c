/**
 * A game that is not saved: for diagrams, lessons, puzzles and analysis. It starts anywhere, every seat may be in one's
 * hands, dice are thrown as they come or as they are told, and every step can be taken back.
 */
import { batch, signal } from "@preact/signals";
import { seatsOf, sideOf, type Engine, type Played, type Standing, type Step } from "../engine/engine";
import type { GameFacts, Happening, Scene, Session, Terms } from "../model";
import { Queue } from "../queue";
import { emptyScene } from "./draft";
import { drawOutcome, fairLot, type Lot } from "./random";

/** Sees everything, secrets too. */
export const EVERYBODY = "everybody";

export interface SandboxStart {
  terms: Terms;
  /** Where it starts; missing: where the game does. */
  position?: string;
  /** Whose knowledge is shown: a seat, "watcher" or EVERYBODY. */
  as?: string;
  /** Seats that one may move; missing: all. */
  hands?: readonly string[];
  /** Dice wait until they are thrown or told; missing: they are thrown as they come. */
  diceWait?: boolean;
}

/** One place in the game, and how it came there. */
interface Place {
  standing: Standing;
  toAct: string[];
  result: string | null;
  steps: Step[];
  log: Happening[];
}

export type BoardSession = Pick<Session, "scene" | "log" | "choose" | "undo" | "confirm" | "hint">;

export class Sandbox implements BoardSession {
  readonly scene;
  readonly log = signal<Happening[]>([]);
  readonly result = signal<string | null>(null);
  private place: Place = { standing: "", toAct: [], result: null, steps: [], log: [] };
  private past: Place[] = [];
  private future: Place[] = [];
  private readonly queue = new Queue();

  private constructor(
    private readonly engine: Engine,
    readonly facts: GameFacts,
    readonly start: SandboxStart,
    private readonly lot: Lot,
  ) {
    this.scene = signal<Scene>(emptyScene(start.terms, this.as, ""));
  }

  static async open(engine: Engine, start: SandboxStart, lot: Lot = fairLot): Promise<Sandbox> {
    const sandbox = new Sandbox(engine, await engine.factsOf(start.terms.game), start, lot);
    const standing = await engine.start(start.terms, start.position);
    const { toAct, result } = await engine.play(start.terms, standing, [], []);
    await sandbox.stand({ standing, toAct, result, steps: [], log: [] });
    return sandbox;
  }

  get as(): string {
    return this.start.as ?? EVERYBODY;
  }

  get steps(): readonly Step[] {
    return this.place.steps;
  }

  /** The position, with everything that is secret. */
  get position(): string {
    return this.place.standing.split("\n")[0] ?? "";
  }

  /** The same with the past that repetition looks at. */
  get standing(): Standing {
    return this.place.standing;
  }

  get toAct(): readonly string[] {
    return this.place.toAct;
  }

  /** Plays a step, and throws the dice that follow. */
  choose(seat: string, token: string): Promise<void> {
    return this.queue.add(async () => {
      this.leave();
      await this.play({ seat, token });
      while (this.place.toAct.includes("#") && !this.start.diceWait) await this.throwDice();
      await this.stand(this.place);
    });
  }

  /** Plays steps as they are written, dice too; nothing is thrown. */
  follow(steps: readonly Step[]): Promise<void> {
    return this.queue.add(async () => {
      this.leave();
      for (const step of steps) await this.play(step);
      await this.stand(this.place);
    });
  }

  undo(): Promise<void> {
    return this.queue.add(async () => {
      const before = this.past.pop();
      if (!before) return;
      this.future.push(this.place);
      await this.stand(before);
    });
  }

  /** Takes back until so many steps are left. */
  back(count: number): Promise<void> {
    return this.queue.add(async () => {
      let place = this.place;
      while (place.steps.length > count && this.past.length > 0) {
        this.future.push(place);
        place = this.past.pop() as Place;
      }
      await this.stand(place);
    });
  }

  /** What was taken back is played again. */
  redo(): Promise<void> {
    return this.queue.add(async () => {
      const after = this.future.pop();
      if (!after) return;
      this.past.push(this.place);
      await this.stand(after);
    });
  }

  /** Throws the die that waits. */
  throw(): Promise<void> {
    return this.queue.add(async () => {
      if (!this.place.toAct.includes("#")) return;
      this.leave();
      await this.throwDice();
      await this.stand(this.place);
    });
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  reset(): Promise<void> {
    return this.queue.add(async () => {
      const [first] = this.past;
      this.past = [];
      this.future = [];
      if (first) await this.stand(first);
    });
  }

  /** Nothing is drafted here: every step is played at once. */
  confirm(): Promise<void> {
    return Promise.resolve();
  }

  hint(): Promise<null> {
    return Promise.resolve(null);
  }

  private leave(): void {
    this.past.push(this.place);
    this.future = [];
  }

  private async throwDice(): Promise<void> {
    const outcomes = await this.engine.outcomes(this.start.terms, this.place.standing);
    await this.play({ seat: "#", token: drawOutcome(outcomes, this.lot) });
  }

  private async play(step: Step): Promise<void> {
    const { terms } = this.start;
    const before = this.place;
    // The seat that acts knows all that it does; a view of everything is drawn as that seat sees it.
    const eyes = this.as === EVERYBODY ? (step.seat === "#" ? "watcher" : step.seat) : this.as;
    const played = await this.engine.play(terms, before.standing, [step], [eyes]);
    this.place = {
      standing: played.standing,
      toAct: played.toAct,
      result: played.result,
      steps: [...before.steps, step],
      log: [...before.log, ...this.happening(before, played, step, eyes)],
    };
  }

  private happening(before: Place, played: Played, step: Step, eyes: string): Happening[] {
    const told = played.told[0]?.[eyes];
    if (!told) return [];
    const all = this.as === EVERYBODY;
    const first = (standing: Standing) => standing.split("\n")[0] ?? "";
    return [
      {
        ...told,
        token: all ? step.token : told.token,
        before: all ? first(before.standing) : told.before,
        after: all ? first(played.standing) : told.after,
      },
    ];
  }

  private async stand(place: Place): Promise<void> {
    const { terms, hands } = this.start;
    this.place = place;
    const sight = this.as === EVERYBODY ? null : await this.engine.look(terms, place.standing, this.as);
    const legal: Scene["legal"] = {};
    for (const { seat } of seatsOf(this.facts, terms))
      if (place.toAct.includes(seat) && (!hands || hands.includes(seat)))
        legal[seat] = await this.engine.legal(terms, place.standing, seat);
    batch(() => {
      this.scene.value = {
        ...emptyScene(terms, this.as, sight?.position ?? this.position, sight),
        toAct: sight?.toAct ?? place.toAct,
        legal,
      };
      this.log.value = place.log;
      this.result.value = place.result;
    });
  }

  /** The side that a seat belongs to. */
  sideOf(seat: string): string {
    return sideOf(this.facts, this.start.terms, seat);
  }
}
