/**
 * A game that is replayed: forwards and backwards, as any seat sees it, and along variations that the player tries.
 * It is a board session, so the board shows it as it shows any game.
 */
import { batch, computed, signal } from "@preact/signals";
import { seatsOf, sideOf, type Engine, type Played, type Standing, type Step } from "../engine/engine";
import type { GameFacts, Happening, Scene } from "../model";
import { Queue } from "../queue";
import { WATCHER } from "./course";
import { emptyScene } from "./draft";
import { courseOf, LineMaker, momentAt, noNotes, notesOf, startOf, stepsTo, type Line, type Notes, type Spot } from "./lines";
import { drawOutcome, fairLot, type Lot } from "./random";
import type { Recorded } from "./record";
import { EVERYBODY, type BoardSession } from "./sandbox";

export interface ReplayChoice {
  record: Recorded;
  notes?: Notes;
  /** The seats whose view may be shown; missing: all. A game that goes on keeps its secrets. */
  eyes?: string[];
  lot?: Lot;
}

/** A happening, and the place it led to. */
export interface Heard {
  spot: Spot;
  happening: Happening;
}

/** The position in a standing, with everything that is secret. */
const truth = (standing: Standing): string => standing.slice(0, standing.indexOf("\n"));

export class Replay implements BoardSession {
  readonly scene;
  readonly log = signal<Happening[]>([]);
  readonly spot;
  readonly as;
  /** Whether one may play other moves on the board. */
  readonly free = signal(false);
  /** Counts changes of lines and comments. */
  readonly changes = signal(0);
  private readonly line = computed(() => this.spot.value.line);
  /** Every place of the line one is on, from the start of the game. */
  readonly course = computed(() => (this.changes.value, courseOf(this.line.value)));
  readonly index = computed(() => startOf(this.spot.value.line) + this.spot.value.at);
  private shows = 0;
  private readonly queue = new Queue();

  private constructor(
    private readonly engine: Engine,
    readonly facts: GameFacts,
    readonly record: Recorded,
    readonly game: Line,
    readonly eyes: readonly string[],
    private readonly maker: LineMaker,
    private readonly lot: Lot,
  ) {
    this.spot = signal<Spot>({ line: game, at: 0 });
    this.as = signal(eyes[0] ?? WATCHER);
    this.scene = signal<Scene>(emptyScene(record.terms, this.as.value, ""));
  }

  static async open(engine: Engine, { record, notes = noNotes(), eyes, lot = fairLot }: ReplayChoice): Promise<Replay> {
    const facts = await engine.factsOf(record.terms.game);
    const seats = seatsOf(facts, record.terms).map(({ seat }) => seat);
    const maker = new LineMaker(engine, record.terms, facts.secrets ? [...seats, WATCHER] : [WATCHER]);
    const game = await maker.game(record.start, record.steps, notes);
    const all = facts.secrets ? [EVERYBODY, ...seats, WATCHER] : [WATCHER];
    const replay = new Replay(engine, facts, record, game, eyes ?? all, maker, lot);
    await replay.show(false);
    return replay;
  }

  // ---- Looking ------------------------------------------------------------------------------------------------------

  /** Only what comes next is seen to happen; a jump farther, or back, is shown at once. */
  go(spot: Spot): Promise<void> {
    const course = courseOf(spot.line).slice(0, startOf(spot.line) + spot.at + 1);
    const { line, at } = this.spot.value;
    const from = course.findIndex((one) => one.line === line && one.at === at);
    const next = from >= 0 && from < course.length - 1 && this.heard(course.slice(0, -1), from).length === 0;
    this.spot.value = spot;
    return this.show(next);
  }

  /** To so many steps from the start, on the line one is on. */
  seek(index: number): Promise<void> {
    const course = this.course.value;
    return this.go(course[Math.max(0, Math.min(course.length - 1, index))] as Spot);
  }

  lookAs(eyes: string): Promise<void> {
    this.as.value = this.eyes.includes(eyes) ? eyes : this.as.value;
    return this.show(false);
  }

  setFree(free: boolean): Promise<void> {
    this.free.value = free;
    return this.show(false);
  }

  sideOf(seat: string): string {
    return sideOf(this.facts, this.record.terms, seat);
  }

  get moment(): Played {
    return momentAt(this.spot.value);
  }

  get position(): string {
    return truth(this.moment.standing);
  }

  get steps(): Step[] {
    return stepsTo(this.spot.value);
  }

  /** What the eyes that look were told between two places of a course, the first left out. */
  heard(course: readonly Spot[], from = 0): Heard[] {
    return course.slice(from + 1).flatMap((spot, i) => {
      const happening = this.happening(course[from + i] as Spot, spot);
      return happening ? [{ spot, happening }] : [];
    });
  }

  private happening(from: Spot, to: Spot): Happening | null {
    const step = to.line.steps[to.at - 1] as Step;
    const { told, standing } = momentAt(to);
    const all = this.as.value === EVERYBODY;
    const channel = !this.facts.secrets || (all && step.seat === "#") ? WATCHER : all ? step.seat : this.as.value;
    const heard = told[0]?.[channel];
    if (!heard) return null;
    return all ? { ...heard, token: step.token, before: truth(momentAt(from).standing), after: truth(standing) } : heard;
  }

  private async show(moves: boolean): Promise<void> {
    const ticket = ++this.shows;
    const { terms } = this.record;
    const as = this.as.value;
    const moment = this.moment;
    const sight = as === EVERYBODY ? null : await this.engine.look(terms, moment.standing, as);
    const legal: Scene["legal"] = {};
    for (const seat of this.free.value ? moment.toAct : [])
      if (seat !== "#" && (!this.facts.secrets || as === EVERYBODY || as === seat))
        legal[seat] = await this.engine.legal(terms, moment.standing, seat);
    if (ticket !== this.shows) return;
    const past = this.heard(this.course.value.slice(0, this.index.value + 1)).map(({ happening }) => happening);
    batch(() => {
      this.scene.value = { ...emptyScene(terms, as, sight?.position ?? truth(moment.standing), sight), toAct: sight?.toAct ?? moment.toAct, legal };
      this.log.value = moves ? past : past.map((one) => ({ ...one, drafted: true }));
    });
  }

  // ---- Playing other moves ------------------------------------------------------------------------------------------

  /** Plays a step from here: along a line that has it already, or down a new one; then throws the dice that follow. */
  choose(seat: string, token: string): Promise<void> {
    return this.queue.add(async () => {
      await this.follow({ seat, token });
      while (this.moment.toAct.includes("#") && !this.goesOn()) {
        const outcomes = await this.engine.outcomes(this.record.terms, this.moment.standing);
        await this.follow({ seat: "#", token: drawOutcome(outcomes, this.lot) });
      }
    });
  }

  /** Whether the line one is on has another step from here. */
  private goesOn(): boolean {
    const { line, at } = this.spot.value;
    return at < line.steps.length;
  }

  private async follow(step: Step): Promise<void> {
    const { line, at } = this.spot.value;
    const same = (other: Step | undefined): boolean => other?.seat === step.seat && other.token === step.token;
    const known = line.lines.find((one) => one.after === at && same(one.steps[0]));
    if (same(line.steps[at])) return this.go({ line, at: at + 1 });
    if (known) return this.go({ line: known, at: 1 });
    const own = line.parent !== null && at === line.steps.length;
    const grown = own ? line : this.maker.branch(line, at);
    await this.maker.extend(grown, [step]);
    if (!own) line.lines.push(grown);
    this.changes.value++;
    await this.go({ line: grown, at: grown.steps.length });
  }

  comment(spot: Spot, text: string): void {
    if (text.trim()) spot.line.comments.set(spot.at, text);
    else spot.line.comments.delete(spot.at);
    this.changes.value++;
  }

  /** Forgets a variation; who stands on it goes to where it began. */
  async forget(line: Line): Promise<void> {
    const { parent, after } = line;
    if (!parent) return;
    parent.lines = parent.lines.filter((one) => one !== line);
    const on = this.course.value.some((spot) => spot.line === line);
    this.changes.value++;
    if (on) await this.go({ line: parent, at: after });
  }

  get notes(): Notes {
    return notesOf(this.game);
  }

  async undo(): Promise<void> {
    await this.seek(this.index.value - 1);
  }

  /** Every step is played at once. */
  confirm(): Promise<void> {
    return Promise.resolve();
  }

  hint(): Promise<null> {
    return Promise.resolve(null);
  }
}
