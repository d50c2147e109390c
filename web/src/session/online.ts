/**
 * A table of the server, as a session. What the server tells is what the page sees; what is legal is asked of the engine in
 * this page, from what one's own channel knows.
 */
import { batch, signal, type Signal } from "@preact/signals";
import { sideOf, type Engine, type Step, type Thinker } from "../engine/engine";
import type { Connection, GameFacts, Granted, Happening, Scene, Session, TableState, Text } from "../model";
import { Attendance } from "./subscription";
import type { Channel } from "./channel";
import { attemptSteps, draftScene, emptyScene, mustPlay, type Outlook } from "./draft";
import type { TableNews } from "./fold";
import { KeptDrafts } from "./saved-drafts";
import { ServerRefusal, LineLost } from "./link";
import type { OnlineWorld } from "./online-world";
import { Outbox } from "./outbox";
import { refusedByRules, said } from "./words";

const HINT_LEVEL = 7;
const FIRST_PATIENCE = 15_000;

/** Opens a table of the server; null if there is none of that name. */
export function openTable(id: string, world: OnlineWorld): Promise<OnlineSession | null> {
  return new Promise((resolve, reject) => {
    let session: OnlineSession | null = null;
    const attendance = new Attendance(id, world, {
      connection: (state) => {
        if (state === "gone") finish(null);
        session?.connected(state);
      },
      moved: (seat, token) => session?.moved(seat, token) ?? false,
      changed(facts, news) {
        const fresh = session === null;
        session ??= new OnlineSession(facts, news, attendance, world);
        void session.changed(news).then(() => fresh && finish(session));
      },
      newVersion: () => session?.say(said.newVersion),
    });
    const timer = setTimeout(() => {
      attendance.close();
      reject(new LineLost());
    }, FIRST_PATIENCE);
    const finish = (found: OnlineSession | null) => {
      clearTimeout(timer);
      resolve(found);
    };
  });
}

export class OnlineSession implements Session {
  readonly table: Signal<TableState>;
  readonly scene: Signal<Scene>;
  readonly log = signal<Happening[]>([]);
  readonly connection = signal<Connection>("connecting");
  readonly trouble = signal<Text | null>(null);
  readonly thinking = signal(false);

  private readonly engine: Engine;
  private readonly outbox: Outbox;
  private readonly kept: KeptDrafts;
  private thinker: Thinker | null = null;
  private looking = "";
  private queue: Promise<void> = Promise.resolve();
  private closed = false;

  constructor(
    readonly facts: GameFacts,
    news: TableNews,
    private readonly attendance: Attendance,
    private readonly world: OnlineWorld,
  ) {
    this.engine = world.engine;
    this.kept = new KeptDrafts(news.id, world.items);
    this.outbox = new Outbox((fields) => attendance.request(fields));
    this.table = signal<TableState>(news);
    this.scene = signal(emptyScene(news.terms, "watcher", ""));
  }

  choose(seat: string, token: string): Promise<void> {
    return this.inTurn(async () => {
      const channel = this.channel();
      if (!channel || this.outbox.busy) return;
      const side = this.sideOf(seat);
      const outlook = this.outlook(channel);
      const steps = [...(this.kept.drafts[side] ?? []), { seat, token }];
      const attempt = await attemptSteps(this.engine, outlook, steps);
      if (this.mustAgree(side) || mustPlay(attempt, steps, outlook)) return this.send(side, steps);
      this.kept.drafts[side] = steps;
      await this.publish();
    });
  }

  undo(): Promise<void> {
    return this.inTurn(async () => {
      this.kept.drafts[this.sideOf(this.scene.value.draft[0]?.seat ?? "")]?.pop();
      await this.publish();
    });
  }

  confirm(): Promise<void> {
    return this.inTurn(async () => {
      const { draft, complete } = this.scene.value;
      if (complete && !this.outbox.busy) await this.send(this.sideOf(draft[0]?.seat ?? ""), draft);
    });
  }

  async command(verb: string, fields: Record<string, unknown> = {}): Promise<Granted> {
    const spoken = this.table.value.chat.length;
    for (let tries = 0; !this.closed; tries++) {
      try {
        if (verb === "mute") return await this.attendance.mute(fields.on === true).then(() => ({ granted: true }));
        const { key } = await this.attendance.request({ do: verb, ...fields });
        return { granted: true, key: key as string | undefined };
      } catch (error) {
        if (error instanceof ServerRefusal && error.code === "nobody" && !tries) {
          await this.attendance.becomeSomebody().catch((refusal: unknown) => this.tell(refusal));
          continue;
        }
        // The line broke: asked again. Only what is said would be said twice; but then it is heard of first.
        if (error instanceof LineLost && !(verb === "say" && (await this.wasSaid(spoken, fields.text)))) continue;
        if (!(error instanceof LineLost)) this.tell(error);
        return { granted: error instanceof LineLost };
      }
    }
    return { granted: false };
  }

  async hint(): Promise<{ seat: string; token: string; why: Text } | null> {
    const { terms, legal, position, draft } = this.scene.value;
    const seats = Object.keys(legal);
    const own = seats.filter((seat) => this.sideOf(seat) === this.sideOf(seats[0] ?? ""));
    if (!own.length) return null;
    this.thinker ??= this.engine.thinker();
    const seen = [this.log.value[0]?.before ?? position, ...this.log.value.map(({ after }) => after)];
    const past = [...seen, ...(draft.length ? [position] : [])].map((one) => ({ position: one }));
    const request = { terms, past, seats: own, level: HINT_LEVEL, seed: 1, explain: true };
    const thought = await this.thinker.think(request).catch(() => null);
    return thought && { seat: thought.seat, token: thought.token, why: thought.why ?? { fr: "", en: "" } };
  }

  lookAs(seat: string): void {
    this.looking = seat;
    void this.inTurn(() => this.publish());
  }

  dismissTrouble(): void {
    this.trouble.value = null;
  }

  /** The record that the server keeps of a finished game. */
  record(): Promise<string> {
    return this.world.http("GET", `/records/${this.table.value.id}.record`);
  }

  close(): void {
    this.closed = true;
    this.thinker?.stop();
    this.attendance.close();
    this.connection.value = "closed";
  }

  // ---- What the attendance tells ------------------------------------------------------------------------------------

  connected(state: Connection): void {
    this.connection.value = state;
    if (state === "gone") this.trouble.value = said.tableGone;
  }

  say(text: Text): void {
    this.trouble.value = text;
  }

  moved(seat: string, token: string | undefined): boolean {
    const { ours, shown } = this.outbox.hear(seat, token);
    const mine = this.attendance.news?.mine ?? [];
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

  private sideOf(seat: string): string {
    return sideOf(this.facts, this.table.value.terms, seat);
  }

  private channel(): Channel | null {
    const { channels } = this.attendance;
    const side = this.sideOf(this.looking);
    const wanted = this.attendance.wanted();
    const looked = wanted.find((as) => side && this.sideOf(as) === side) ?? wanted[0] ?? "";
    return channels.get(looked) ?? [...channels.values()][0] ?? null;
  }

  private outlook(channel: Channel): Outlook {
    const { terms, mine } = this.table.value;
    const side = this.sideOf(channel.as);
    const hands = mine.filter((seat) => !this.facts.secrets || this.sideOf(seat) === side);
    return { terms, standing: channel.position, as: channel.as, hands, sideOf: (seat) => this.sideOf(seat) };
  }

  /** A side of several people at a table with agreement proposes each of its moves by itself. */
  private mustAgree(side: string): boolean {
    const { agreement, chairs } = this.table.value;
    const people = chairs.filter((chair) => chair.side === side).flatMap((chair) => chair.people);
    return agreement === true && new Set(people.map(({ person }) => person)).size > 1;
  }

  private async sceneNow(channel: Channel): Promise<Scene> {
    const { terms, stage } = this.table.value;
    if (stage !== "playing") {
      const sight = channel.position ? await this.engine.look(terms, channel.position, channel.as).catch(() => null) : null;
      return emptyScene(terms, channel.as, channel.position, sight);
    }
    const outlook = this.outlook(channel);
    if (this.outbox.busy) return this.sceneOnTheWay(outlook, channel);
    const drafting = outlook.hands.find((seat) => this.kept.drafts[this.sideOf(seat)]?.length) ?? "";
    const side = this.sideOf(drafting);
    const steps = [...(this.kept.drafts[side] ?? [])];
    try {
      return draftScene(outlook, steps, await attemptSteps(this.engine, outlook, steps), channel.toAct);
    } catch (error) {
      if (!steps.length) throw error;
      delete this.kept.drafts[side];
      this.trouble.value = said.draftGone;
      return this.sceneNow(channel);
    }
  }

  /** While moves are on their way they stand on the board, and nothing can be chosen. */
  private async sceneOnTheWay(outlook: Outlook, channel: Channel): Promise<Scene> {
    const draft = this.outbox.ahead;
    const attempt = await attemptSteps(this.engine, outlook, draft).catch(() => null);
    const position = attempt?.sight.position ?? channel.position;
    return { ...emptyScene(outlook.terms, channel.as, position, attempt?.sight), toAct: channel.toAct, draft };
  }

  private async publish(news: TableNews | null = this.attendance.news): Promise<void> {
    if (news) this.table.value = news;
    const channel = this.channel();
    if (!channel) return;
    const scene = await this.sceneNow(channel);
    const computers = this.table.value.chairs.filter(({ level }) => level > 0).map(({ seat }) => seat);
    batch(() => {
      this.scene.value = scene;
      this.log.value = channel.log;
      this.thinking.value =
        this.table.value.stage === "playing" && channel.toAct.some((seat) => computers.includes(seat));
    });
    this.kept.keep();
  }

  // ---- Playing ------------------------------------------------------------------------------------------------------

  private inTurn(action: () => Promise<void>): Promise<void> {
    this.queue = this.queue.then(action).catch((error: unknown) => this.tell(error));
    return this.queue;
  }

  private tell(error: unknown): void {
    if (this.closed) return;
    if (error instanceof ServerRefusal) this.trouble.value = error.text;
    else this.trouble.value = refusedByRules(error instanceof Error ? error.message : String(error));
  }

  /** Not waited for: what the server tells meanwhile must come through. */
  private async send(side: string, steps: Step[]): Promise<void> {
    const shown = this.kept.drafts[side]?.length ?? 0;
    delete this.kept.drafts[side];
    const sending = this.outbox.play(steps, shown);
    await this.publish();
    void sending.then(
      (refusal) => {
        if (refusal) this.tell(refusal);
        return this.inTurn(() => this.publish());
      },
      (error: unknown) => this.tell(error),
    );
  }

  /** Whether something that was said came through although its answer did not. */
  private async wasSaid(before: number, text: unknown): Promise<boolean> {
    await this.attendance.ping().catch(() => {});
    await this.attendance.caughtUp();
    const news = this.attendance.news;
    return !!news && news.chat.slice(before).some((one) => one.person === this.attendance.me && one.text === text);
  }
}
