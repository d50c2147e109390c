/**
 * Being at a table of the server: the line, the channels one hears, and the table they tell of. Coming back after a lost
 * connection is the same as coming, with the numbers of what one has heard already.
 */
import type { Engine } from "../engine/engine";
import { sideOf } from "../engine/engine";
import type { Connection, GameFacts, Text } from "../model";
import { PROTOCOL_VERSION, type DoneMessage, type Message, type Person, type PresenceMessage, type TableMessage } from "../protocol";
import { Queue } from "../queue";
import { Channel, type Numbered } from "./channel";
import { presenceFrom, tableAfter, tableFrom, type TableNews } from "./fold";
import { ServerRefusal, ConnectionLost, Link } from "./link";
import type { OnlineWorld } from "./online-world";

const WATCHER = "watcher";

/** What is told of a table that one has subscribed to. */
type TableNewsMessage = TableMessage | PresenceMessage | Numbered;

const isAbout = (message: Message, table: string): message is TableNewsMessage =>
  "table" in message && message.table === table && ("as" in message || message.type === "presence");

export interface TableSubscriptionListener {
  connection(state: Connection): void;
  /** A move of any seat; the answer says whether it was on this board already. */
  moved(seat: string, token: string | undefined): boolean;
  /** Something was told; `facts` are those of the game. */
  changed(facts: GameFacts, news: TableNews): void;
  newVersion(): void;
}

export class TableSubscription {
  news: TableNews | null = null;
  me = "";
  readonly channels = new Map<string, Channel>();
  private readonly link: Link;
  private readonly engine: Engine;
  private facts: GameFacts | null = null;
  private main = WATCHER;
  private muted = false;
  private inbox: TableNewsMessage[] = [];
  private readonly draining = new Queue();
  private ready: { promise: Promise<void>; open: () => void };
  private closed = false;

  constructor(
    private readonly id: string,
    private readonly world: OnlineWorld,
    private readonly listener: TableSubscriptionListener,
  ) {
    this.engine = world.engine;
    this.ready = opening();
    this.link = new Link(world.link, {
      arrived: (person, version) => void this.arrive(person, version),
      heard: (message) => this.hear(message),
      lost: () => {
        this.ready = opening();
        listener.connection("lost");
      },
    });
  }

  /** Sends a request about this table once there is a line: ConnectionLost if that breaks before the answer. */
  async request(fields: Record<string, unknown>): Promise<DoneMessage> {
    await this.ready.promise;
    if (this.closed) throw new ServerRefusal("closed", { fr: "", en: "" });
    return this.link.request({ table: this.id, ...fields });
  }

  /** Answered when all that was sent before has been told. */
  async ping(): Promise<void> {
    await this.ready.promise;
    await this.link.request({ do: "ping" });
  }

  async mute(on: boolean): Promise<void> {
    this.muted = on;
    await this.request({ do: "mute", on });
  }

  /** A visitor without an identity becomes a guest; the server knows it on the next connection. */
  async becomeGuest(): Promise<void> {
    if (this.me) return;
    const { person } = JSON.parse(await this.world.http("GET", "/me")) as { person: Person | null };
    if (!person) await this.world.http("POST", "/guest", { name: this.world.name() });
    this.link.again();
    await this.ready.promise;
  }

  /** Everything that was heard so far has been folded in. */
  caughtUp(): Promise<void> {
    return this.draining.settled();
  }

  close(): void {
    this.closed = true;
    this.link.close();
    this.ready.open();
  }

  private async arrive(person: Person | null, version: number): Promise<void> {
    const back = this.channels.size > 0;
    if (version !== PROTOCOL_VERSION || (back && !(await this.world.isCurrent().catch(() => true)))) this.listener.newVersion();
    this.me = person?.id ?? "";
    const since = Object.fromEntries([...this.channels.values()].map(({ as, last }) => [as, last]));
    try {
      await this.link.request({ do: "subscribe", table: this.id, since: this.channels.size ? since : 0 });
      if (this.muted) await this.link.request({ do: "mute", table: this.id, on: true });
      await this.draining.settled();
      this.link.resetBackoff();
      this.listener.connection("here");
      this.ready.open();
    } catch (error) {
      if (error instanceof ServerRefusal && error.code === "no-such-table") {
        this.close();
        this.listener.connection("gone");
      } else this.link.reconnect();
    }
  }

  // ---- What is told -------------------------------------------------------------------------------------------------

  private hear(message: Message): void {
    if (!isAbout(message, this.id)) return;
    this.inbox.push(message);
    this.draining.add(() => this.drain()).catch(() => this.link.reconnect());
  }

  /** Folds in all that has come. What came before the table itself was told waits for it: only it names the game. */
  private async drain(): Promise<void> {
    const first = this.inbox.find((message) => message.type === "table");
    if (!this.inbox.length || (!this.news && !first)) return;
    const messages = this.inbox.splice(0);
    if (!this.news && first) {
      this.news = tableFrom(first, this.me, this.link.skew);
      this.main = first.as;
      this.facts = await this.engine.factsOf(this.news.terms.game);
    }
    const told = await this.inWords(messages);
    for (const [i, message] of messages.entries()) await this.fold(message, told[i] ?? []);
    this.forgetChannels();
    if (this.facts && this.news) this.listener.changed(this.facts, this.news);
  }

  private async inWords(messages: TableNewsMessage[]): Promise<Text[][]> {
    const events = messages.map((message) => ("events" in message ? message.events : []));
    const words = this.news ? await this.engine.say(this.news.terms, events.flat()) : [];
    let at = 0;
    return events.map(({ length }) => words.slice(at, (at += length)));
  }

  private async fold(message: TableNewsMessage, told: Text[]): Promise<void> {
    const { news } = this;
    if (!news) return;
    if (message.type === "presence") {
      this.news = { ...news, presence: presenceFrom(message, this.link.skew) };
      return;
    }
    const channel = this.channelOf(message.as);
    if (message.type === "table") {
      if (channel.last < message.n) await this.readHistory(channel, message.n);
      this.news = tableFrom(message, this.me, this.link.skew, this.news ?? news);
      if (channel.last <= message.n) channel.show(message);
      if (!this.wanted().includes(this.main)) this.main = channel.as;
      return;
    }
    const expected = channel.expects(message);
    if (expected === "known") return;
    if (expected === "gap") throw new ConnectionLost();
    this.take(channel, message, told);
  }

  private take(channel: Channel, message: Numbered, told: Text[]): void {
    const move = message.type === "play" || message.type === "roll";
    const shown = move && this.listener.moved(message.type === "play" ? message.seat : "#", message.token);
    channel.take(message, told, shown);
    if (this.news && channel.as === this.main) this.news = tableAfter(this.news, message, this.me, this.link.skew);
  }

  /** Everything this channel was told so far: for who comes late, or has missed more than the server repeats. */
  private async readHistory(channel: Channel, upTo: number): Promise<void> {
    for (let more = true; more; ) {
      const path = `/tables/${this.id}/history?as=${channel.as}&since=${channel.last}`;
      const page = JSON.parse(await this.world.http("GET", path)) as { messages: Numbered[]; more: boolean };
      const told = await this.inWords(page.messages);
      const before = channel.last;
      for (const [i, message] of page.messages.entries())
        if (message.n <= upTo && channel.expects(message) !== "known") this.take(channel, message, told[i] ?? []);
      more = page.more && channel.last > before && channel.last < upTo;
    }
  }

  // ---- Channels -----------------------------------------------------------------------------------------------------

  private channelOf(as: string): Channel {
    const channel = this.channels.get(as) ?? new Channel(as);
    this.channels.set(as, channel);
    return channel;
  }

  /** The channels one hears, as the server decides it. */
  wanted(): string[] {
    const { news, facts } = this;
    if (!news || !facts || !news.mine.length) return [WATCHER];
    if (!facts.secrets) return news.mine.slice(0, 1);
    const sides = news.mine.map((seat) => sideOf(facts, news.terms, seat));
    return news.mine.filter((_, i) => sides.indexOf(sides[i] ?? "") === i);
  }

  /** Who has sat down or stood up hears another channel, once it was shown. */
  private forgetChannels(): void {
    const wanted = this.wanted();
    if (!wanted.every((as) => this.channels.has(as))) return;
    for (const as of [...this.channels.keys()]) if (!wanted.includes(as)) this.channels.delete(as);
    this.main = wanted[0] ?? WATCHER;
  }
}

function opening(): { promise: Promise<void>; open: () => void } {
  let open = () => {};
  const promise = new Promise<void>((resolve) => (open = resolve));
  return { promise, open };
}
