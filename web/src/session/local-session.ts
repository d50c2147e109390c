/**
 * A game on this device, against the computer or several people on one device. The game is its list of steps: it is kept
 * after every one, and everything else is worked out again from it when it is opened.
 */
import { batch, signal, type Signal } from "@preact/signals";
import type { Step } from "../engine/engine";
import type { Advised, Connection, GameFacts, Granted, Happening, Scene, Session, TableState } from "../model";
import { advised } from "./advice";
import { Computer } from "./computer";
import { Course, WATCHER } from "./course";
import { emptyScene, type Outlook } from "./draft";
import { Drafting } from "./drafting";
import { isHelpAllowed } from "./help";
import type { LocalWorld } from "./local";
import { drawOutcome, fairLot, type Lot } from "./random";
import { recordOf } from "./record";
import { exchanged, type LocalGame, type SavedGames } from "./saved-games";
import { pageTabs, type Tabs } from "./tabs";
import { said } from "./words";

export class LocalSession extends Drafting implements Session {
  readonly table: Signal<TableState>;
  readonly scene: Signal<Scene>;
  readonly log = signal<Happening[]>([]);
  readonly connection = signal<Connection>("here");
  readonly thinking = signal(false);

  private readonly course: Course;
  private readonly computer: Computer;
  private readonly lot: Lot;
  private readonly now: () => number;
  private readonly mine: string[];
  private offer: string[] = [];
  private as: string;
  /** Counts what overtakes the computer's thoughts: a take-back, a resignation, the end. */
  private era = 0;
  private advancingEra = -1;
  private readonly tabs: Tabs | null;
  private leaveTabs?: () => void;
  private advancing: Promise<void> = Promise.resolve();

  constructor(
    readonly facts: GameFacts,
    private readonly game: LocalGame,
    private readonly savedGames: SavedGames,
    world: LocalWorld,
  ) {
    super(world.engine);
    this.course = new Course(world.engine, facts, game, savedGames, world.now ?? Date.now);
    this.computer = new Computer(world.engine, world.nodes);
    this.lot = world.lot ?? fairLot;
    this.now = world.now ?? Date.now;
    this.tabs = world.tabs ?? pageTabs();
    this.mine = game.occupants.filter(({ level }) => level === 0).map(({ seat }) => seat);
    this.as = this.mine[0] ?? WATCHER;
    this.table = signal(this.tableNow());
    this.scene = signal(emptyScene(game.terms, this.as, ""));
  }

  async begin(): Promise<void> {
    this.leaveTabs = this.tabs?.(this.game.id, () => {
      this.close();
      this.connection.value = "elsewhere";
    });
    await this.rebuild();
    this.advance();
  }

  async command(verb: string, fields: Record<string, unknown> = {}): Promise<Granted> {
    const side = this.sideOf(typeof fields.seat === "string" ? fields.seat : this.as);
    const playing = this.game.result === undefined;
    let granted = true;
    await this.inTurn(async () => {
      if (verb === "resign" && playing) return this.end(this.course.resultWith(side, "0", "1", "resigned"));
      if (verb === "offer" && playing) return this.offerDraw(side);
      if (verb === "accept" && playing && this.offer.some((one) => one !== side))
        return this.end(this.course.resultWith(side, "1/2", "1/2", "agreed"));
      if (verb === "decline" && playing) return this.setOffer([]);
      if (verb === "ask" && playing) return this.takeBack(side);
      if (verb === "rematch" && !playing) return this.rematch();
      granted = false;
      this.trouble.value = said.notHere;
    });
    return { granted };
  }

  async hint(): Promise<Advised | null> {
    if (!isHelpAllowed(this.game)) return null;
    const scene = this.scene.value;
    const { legal, draft } = scene;
    const seats = Object.keys(legal);
    const own = seats.filter((seat) => this.sideOf(seat) === this.sideOf(seats[0] ?? ""));
    if (!own.length) return null;
    const thought = await this.computer.hint(this.game, [...this.game.steps, ...draft], own).catch(() => null);
    return advised(this.engine, this.facts, scene, thought, (seat) => this.sideOf(seat));
  }

  lookAs(seat: string): void {
    void this.inTurn(async () => {
      this.as = seat;
      await this.publish();
    });
  }

  close(): void {
    this.closed = true;
    this.era++;
    this.leaveTabs?.();
    this.computer.stop();
  }

  /** The game as text, as docs/records.md has it. */
  record(): Promise<string> {
    return recordOf(this.engine, this.game);
  }

  /** When the computer and the dice have done all they can for now. */
  async settled(): Promise<void> {
    for (let last: Promise<void> | null = null; last !== this.advancing; ) {
      await this.queue.settled();
      last = this.advancing;
      await last;
    }
  }

  // ---- Looking ------------------------------------------------------------------------------------------------------

  protected get drafts(): Record<string, Step[]> {
    return this.game.drafts;
  }

  protected isSingle(): boolean {
    return false;
  }

  protected sideOf(seat: string): string {
    return this.course.sideOf(seat);
  }

  /** In a game with secrets the hands are those of the viewer's side alone. */
  protected outlook(): Outlook {
    const side = this.sideOf(this.as);
    return {
      terms: this.game.terms,
      standing: this.course.standing,
      as: this.as,
      hands: this.mine.filter((seat) => !this.facts.secrets || this.sideOf(seat) === side),
      sideOf: (seat) => this.sideOf(seat),
    };
  }

  private tableNow(): TableState {
    const { id, terms, occupants, result, next } = this.game;
    const stage = result === undefined ? "playing" : "over";
    const { mine, offer } = this;
    return { id, stage, terms, occupants, mine, owner: true, offer, ask: [], rematch: [], chat: [], next, result };
  }

  private async sceneNow(): Promise<Scene> {
    const { terms, result } = this.game;
    if (result !== undefined) {
      const sight = await this.engine.look(terms, this.course.standing, this.as);
      return emptyScene(terms, this.as, this.course.standing.split("\n")[0] ?? "", sight);
    }
    const { toAct } = await this.engine.look(terms, this.course.standing, this.as);
    return this.sceneOf(this.outlook(), toAct);
  }

  private async publish(): Promise<void> {
    const scene = await this.sceneNow();
    batch(() => {
      this.table.value = this.tableNow();
      this.scene.value = scene;
      this.log.value = this.course.log(this.as);
    });
  }

  // ---- Playing ------------------------------------------------------------------------------------------------------

  protected async playTurn(_side: string, steps: Step[], shown: number): Promise<void> {
    try {
      await this.play(steps, shown);
    } catch (error) {
      await this.publish();
      throw error;
    }
    this.advance();
  }

  protected async redraw(): Promise<void> {
    await this.publish();
    await this.keep();
  }

  /** `shown`: how many of the steps were on the board already. */
  private async play(steps: Step[], shown: number): Promise<void> {
    await this.course.play(steps, shown);
    this.offer = [];
    await this.publish();
    await this.keep();
  }

  private async keep(): Promise<void> {
    if (!(await this.course.keep())) this.trouble.value = said.notKept;
  }

  /** The dice and the computer act until a person is to. */
  private advance(): void {
    if (this.advancingEra === this.era) return;
    const era = (this.advancingEra = this.era);
    const goOn = async () => {
      while (era === this.era && this.game.result === undefined) {
        const step = await this.nextStep();
        if (!step || era !== this.era) break;
        await this.inTurn(async () => {
          if (era === this.era) await this.play([step], 0);
        });
      }
    };
    this.advancing = goOn().finally(() => {
      this.thinking.value = false;
      if (era === this.era) this.advancingEra = -1;
    });
  }

  private async nextStep(): Promise<Step | null> {
    if (this.course.toAct.includes("#")) {
      const outcomes = await this.engine.outcomes(this.game.terms, this.course.standing);
      return { seat: "#", token: drawOutcome(outcomes, this.lot) };
    }
    this.thinking.value = this.game.occupants.some(({ seat, level }) => level > 0 && this.course.toAct.includes(seat));
    return this.think(this.era);
  }

  /** A mind that breaks down is replaced, but not for ever. */
  private async think(era: number, lives = 2): Promise<Step | null> {
    try {
      return await this.computer.move(this.game, this.course.toAct);
    } catch {
      if (era !== this.era) return null;
      this.computer.stop();
      this.trouble.value = said.lostMind;
      return lives ? this.think(era, lives - 1) : null;
    }
  }

  private async rebuild(): Promise<void> {
    await this.course.rebuild();
    await this.publish();
  }

  // ---- Commands ----------------------------------------------------------------------------------------------------

  private async end(result: string): Promise<void> {
    this.era++;
    this.computer.stop();
    this.course.end(result);
    this.offer = [];
    await this.publish();
    await this.keep();
  }

  private async setOffer(offer: string[]): Promise<void> {
    this.offer = offer;
    await this.publish();
  }

  private async offerDraw(side: string): Promise<void> {
    if (this.offer.some((one) => one !== side)) return this.end(this.course.resultWith(side, "1/2", "1/2", "agreed"));
    const human = this.game.occupants.some((occupant) => occupant.side !== side && occupant.level === 0);
    if (human) await this.setOffer([side]);
    else this.trouble.value = said.declined;
  }

  /** Back to where the side's last turn began, and what the other side played since. */
  private async takeBack(side: string): Promise<void> {
    const to = this.course.turnOf(side);
    if (typeof to === "string") {
      this.trouble.value = to === "fixed" ? said.fixed : said.nothingToTakeBack;
      return;
    }
    this.era++;
    this.computer.stop();
    this.game.steps.length = to;
    this.game.drafts = {};
    await this.rebuild();
    await this.keep();
    this.advance();
  }

  private async rematch(): Promise<void> {
    const next = exchanged(this.game, this.now());
    await this.savedGames.put(next);
    this.game.next = next.id;
    await this.publish();
    await this.keep();
  }
}
