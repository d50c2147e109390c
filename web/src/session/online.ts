/**
 * A table of the server, as a session. What the server tells is what the page sees; what is legal is asked of the engine in
 * this page, from what one's own channel knows.
 */
import { batch, signal, type Signal } from "@preact/signals";
import { sideOf, type Step, type Thinker } from "../engine/engine";
import type { Advised, Connection, GameFacts, Granted, Happening, Scene, Session, TableState, Text } from "../model";
import { advised } from "./advice";
import { TableSubscription } from "./subscription";
import type { Channel } from "./channel";
import { attemptSteps, emptyScene, type Outlook } from "./draft";
import { Drafting } from "./drafting";
import type { TableNews } from "./fold";
import { isHelpAllowed } from "./help";
import { KeptDrafts } from "./saved-drafts";
import { ServerRefusal, ConnectionLost } from "./link";
import type { OnlineWorld } from "./online-world";
import { MoveQueue } from "./move-queue";
import { said } from "./words";

const HINT_LEVEL = 7;
const FIRST_TIMEOUT = 15_000;

/** Opens a table of the server; null if there is none of that name. */
export function openTable(id: string, world: OnlineWorld): Promise<OnlineSession | null> {
  return new Promise((resolve, reject) => {
    let session: OnlineSession | null = null;
    const subscription = new TableSubscription(id, world, {
      connection: (state) => {
        if (state === "gone") finish(null);
        session?.connected(state);
      },
      moved: (seat, token) => session?.moved(seat, token) ?? false,
      changed(facts, news) {
        const fresh = session === null;
        session ??= new OnlineSession(facts, news, subscription, world);
        void session.changed(news).then(() => fresh && finish(session));
      },
      newVersion: () => session?.say(said.newVersion),
    });
    const timer = setTimeout(() => {
      subscription.close();
      reject(new ConnectionLost());
    }, FIRST_TIMEOUT);
    const finish = (found: OnlineSession | null) => {
      clearTimeout(timer);
      resolve(found);
    };
  });
}

export class OnlineSession extends Drafting implements Session {
  readonly table: Signal<TableState>;
  readonly scene: Signal<Scene>;
  readonly log = signal<Happening[]>([]);
  readonly connection = signal<Connection>("connecting");
  readonly thinking = signal(false);

  private readonly moves: MoveQueue;
  private readonly kept: KeptDrafts;
  private thinker: Thinker | null = null;
  private looking = "";
  /** What the scene was made from. */
  private sceneIsOf = "";

  constructor(
    readonly facts: GameFacts,
    news: TableNews,
    private readonly subscription: TableSubscription,
    private readonly world: OnlineWorld,
  ) {
    super(world.engine);
    this.kept = new KeptDrafts(news.id, world.items);
    this.moves = new MoveQueue((fields) => subscription.request(fields));
    this.table = signal<TableState>(news);
    this.scene = signal(emptyScene(news.terms, "watcher", ""));
  }

  async command(verb: string, fields: Record<string, unknown> = {}): Promise<Granted> {
    const spoken = this.table.value.chat.length;
    for (let tries = 0; !this.closed; tries++) {
      try {
        if (verb === "mute") return await this.subscription.mute(fields.on === true).then(() => ({ granted: true }));
        const { key } = await this.subscription.request({ do: verb, ...fields });
        return { granted: true, key };
      } catch (error) {
        if (error instanceof ServerRefusal && error.code === "needs-name" && !tries) {
          await this.subscription.becomeGuest().catch((refusal: unknown) => this.tell(refusal));
          continue;
        }
        // The line broke: asked again. Only what is said would be said twice; but then it is heard of first.
        if (error instanceof ConnectionLost && !(verb === "say" && (await this.wasSaid(spoken, fields.text)))) continue;
        if (!(error instanceof ConnectionLost)) await this.tell(error);
        return { granted: error instanceof ConnectionLost };
      }
    }
    return { granted: false };
  }

  async hint(): Promise<Advised | null> {
    if (!isHelpAllowed(this.table.value)) return null;
    const scene = this.scene.value;
    const { terms, legal, position, draft } = scene;
    const seats = Object.keys(legal);
    const own = seats.filter((seat) => this.sideOf(seat) === this.sideOf(seats[0] ?? ""));
    if (!own.length) return null;
    this.thinker ??= this.engine.thinker();
    const seen = [this.log.value[0]?.before ?? position, ...this.log.value.map(({ after }) => after)];
    const past = [...seen, ...(draft.length ? [position] : [])].map((one) => ({ position: one }));
    const request = { terms, past, seats: own, level: HINT_LEVEL, seed: 1, explain: true, lines: true };
    const thought = await this.thinker.think(request).catch(() => null);
    return advised(this.engine, this.facts, scene, thought, (seat) => this.sideOf(seat));
  }

  lookAs(seat: string): void {
    this.looking = seat;
    void this.inTurn(() => this.publish());
  }

  /** The record that the server keeps of a finished game. */
  record(): Promise<string> {
    return this.world.http("GET", `/records/${this.table.value.id}.record`);
  }

  close(): void {
    this.closed = true;
    this.thinker?.stop();
    this.subscription.close();
  }

  // ---- What the subscription tells ------------------------------------------------------------------------------------

  connected(state: Connection): void {
    this.connection.value = state;
    if (state === "gone") this.trouble.value = said.tableGone;
  }

  say(text: Text): void {
    this.trouble.value = text;
  }

  moved(seat: string, token: string | undefined): boolean {
    const { ours, shown } = this.moves.hear(seat, token);
    const mine = this.subscription.news?.mine ?? [];
    // Played in another tab, or by a partner: what was made up here no longer fits.
    if (!ours && mine.includes(seat)) delete this.kept.drafts[this.sideOf(seat)];
    return shown;
  }

  changed(news: TableNews): Promise<void> {
    return this.inTurn(async () => {
      await this.publish(news);
    });
  }

  // ---- Looking ------------------------------------------------------------------------------------------------------

  protected get drafts(): Record<string, Step[]> {
    return this.kept.drafts;
  }

  protected sideOf(seat: string): string {
    return sideOf(this.facts, this.table.value.terms, seat);
  }

  private channel(): Channel | null {
    const { channels } = this.subscription;
    const side = this.sideOf(this.looking);
    const wanted = this.subscription.wanted();
    const looked = wanted.find((as) => side && this.sideOf(as) === side) ?? wanted[0] ?? "";
    return channels.get(looked) ?? [...channels.values()][0] ?? null;
  }

  protected outlook(): Outlook | null {
    const channel = this.channel();
    return channel && !this.moves.busy ? this.outlookOf(channel) : null;
  }

  private outlookOf(channel: Channel): Outlook {
    const { terms, mine } = this.table.value;
    const side = this.sideOf(channel.as);
    const hands = mine.filter((seat) => !this.facts.secrets || this.sideOf(seat) === side);
    return { terms, standing: channel.position, as: channel.as, hands, sideOf: (seat) => this.sideOf(seat) };
  }

  /** A side of several people at a table with agreement proposes each of its moves by itself. */
  protected isSingle(side: string): boolean {
    const { agreement, occupants } = this.table.value;
    const people = occupants.filter((occupant) => occupant.side === side).flatMap((occupant) => occupant.people);
    return agreement === true && new Set(people.map(({ person }) => person)).size > 1;
  }

  /** What is said, or who comes and goes, leaves the board as it is: the same scene, so that it is not drawn again. */
  private async sceneUnlessKnown(channel: Channel): Promise<Scene> {
    const { stage, mine } = this.table.value;
    const about = JSON.stringify([stage, mine, channel.as, channel.position, channel.toAct, this.drafts, this.moves.busy, this.moves.ahead]);
    if (this.sceneIsOf === about) return this.scene.value;
    const scene = await this.sceneNow(channel);
    this.sceneIsOf = about;
    return scene;
  }

  private async sceneNow(channel: Channel): Promise<Scene> {
    const { terms, stage } = this.table.value;
    if (stage !== "playing") {
      const sight = channel.position ? await this.engine.look(terms, channel.position, channel.as).catch(() => null) : null;
      return emptyScene(terms, channel.as, channel.position, sight);
    }
    const outlook = this.outlookOf(channel);
    return this.moves.busy ? this.sceneOnTheWay(outlook, channel) : this.sceneOf(outlook, channel.toAct);
  }

  /** While moves are on their way they stand on the board, and nothing can be chosen. */
  private async sceneOnTheWay(outlook: Outlook, channel: Channel): Promise<Scene> {
    const draft = this.moves.ahead;
    const attempt = await attemptSteps(this.engine, outlook, draft).catch(() => null);
    const position = attempt?.sight.position ?? channel.position;
    return { ...emptyScene(outlook.terms, channel.as, position, attempt?.sight), toAct: channel.toAct, draft };
  }

  private async publish(news: TableNews | null = this.subscription.news): Promise<void> {
    if (news) this.table.value = news;
    const channel = this.channel();
    if (!channel) return;
    const scene = await this.sceneUnlessKnown(channel);
    const computers = this.table.value.occupants.filter(({ level }) => level > 0).map(({ seat }) => seat);
    batch(() => {
      this.scene.value = scene;
      this.log.value = channel.log;
      this.thinking.value =
        this.table.value.stage === "playing" && channel.toAct.some((seat) => computers.includes(seat));
    });
    this.kept.keep();
  }

  // ---- Playing ------------------------------------------------------------------------------------------------------

  protected override async tell(error: unknown): Promise<void> {
    if (error instanceof ServerRefusal && !this.closed) this.trouble.value = error.text;
    else await super.tell(error);
  }

  protected redraw(): Promise<void> {
    return this.publish();
  }

  /** Not waited for: what the server tells meanwhile must come through. */
  protected async playTurn(_side: string, steps: Step[], shown: number): Promise<void> {
    const sending = this.moves.play(steps, shown);
    await this.publish();
    void sending.then(
      async (refusal) => {
        await this.subscription.caughtUp();
        await this.inTurn(async () => {
          await this.publish();
          // When the game has ended meanwhile, the end is the reason.
          if (refusal && this.table.value.stage === "playing") await this.tell(refusal);
        });
      },
      (error: unknown) => this.tell(error),
    );
  }

  /** Whether something that was said came through although its answer did not. */
  private async wasSaid(before: number, text: unknown): Promise<boolean> {
    await this.subscription.ping().catch(() => {});
    await this.subscription.caughtUp();
    const news = this.subscription.news;
    return !!news && news.chat.slice(before).some((one) => one.person === this.subscription.me && one.text === text);
  }
}
