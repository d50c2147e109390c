/**
 * The line to the server: a WebSocket that comes back by itself. Phones sleep and servers restart without saying so; a line
 * that has been quiet for long is therefore tried before it is trusted.
 */
import { socketAddress } from "../base";
import type { DoneMessage, Message, Person, Text } from "../protocol";
import { announced } from "./announced";

/** What is used of a WebSocket. */
export interface Socket {
  onopen: ((event: never) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface LinkWorld {
  connect(): Socket;
  now(): number;
  /** Calls back when the page is looked at again, or the network is there again or gone: then the line is tried. */
  onWake(wake: () => void): () => void;
}

export interface LinkListener {
  /** The server has said hello: what was lost can be caught up with. */
  arrived(person: Person | null, version: number): void;
  heard(message: Message): void;
  lost(): void;
}

/** The server says no; the text is for people. */
export class ServerRefusal extends Error {
  constructor(
    readonly code: string,
    readonly text: Text,
  ) {
    super(code);
  }
}

/** The line broke before the answer came: whether it was granted is not known. */
export class ConnectionLost extends Error {}

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;
const TIMEOUT = 10_000;
const PROBE_TIMEOUT = 3_000;
/** A line that is dead without knowing is found out within this and PROBE_TIMEOUT. */
const QUIET = 10_000;

interface Waiting {
  resolve(answer: DoneMessage): void;
  reject(error: Error): void;
  since: number;
}

export class Link {
  /** Server time less our own. */
  skew = 0;
  private socket: Socket | null = null;
  private open = false;
  private closed = false;
  private pause = FIRST_PAUSE;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private readonly watch: ReturnType<typeof setInterval>;
  private readonly stopWaking: () => void;
  private heardAt = 0;
  private begunAt = 0;
  private number = 0;
  private readonly waiting = new Map<number, Waiting>();

  constructor(
    private readonly world: LinkWorld,
    private readonly listener: LinkListener,
  ) {
    this.stopWaking = world.onWake(() => this.wake());
    this.watch = setInterval(() => this.look(), 1_000);
    this.begin();
  }

  /** Asks, and gets what `done` brings. */
  request(fields: Record<string, unknown>): Promise<DoneMessage> {
    const { socket } = this;
    if (!socket || !this.open) return Promise.reject(new ConnectionLost());
    const id = this.number++ & 0x7fffffff;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, since: this.world.now() });
      socket.send(JSON.stringify({ ...fields, id }));
    });
  }

  /** Closes the connection and opens it again at once, as another person. */
  again(): void {
    this.pause = 0;
    this.drop();
  }

  /** Hangs up and calls again after a pause, which grows until all is well. */
  reconnect(): void {
    this.drop();
  }

  resetBackoff(): void {
    this.pause = FIRST_PAUSE;
  }

  close(): void {
    this.closed = true;
    this.stopWaking();
    clearInterval(this.watch);
    if (this.timer) clearTimeout(this.timer);
    this.drop();
  }

  private begin(): void {
    this.timer = null;
    this.begunAt = this.heardAt = this.world.now();
    const socket = this.world.connect();
    this.socket = socket;
    socket.onmessage = ({ data }) => this.socket === socket && this.hear(JSON.parse(String(data)) as Message);
    socket.onclose = socket.onerror = () => this.socket === socket && this.drop();
  }

  private hear(message: Message): void {
    this.heardAt = this.world.now();
    switch (message.type) {
      case "hello":
        this.open = true;
        this.skew = message.now - this.world.now();
        return this.listener.arrived(message.person, message.version);
      case "now":
        this.skew = message.now - this.world.now();
        return;
      case "done":
        return this.asked(message.re)?.resolve(message);
      case "refused":
        return this.asked(message.re)?.reject(new ServerRefusal(message.code, message.text));
      case "announcement":
        announced.value = message.announcement;
        return;
      default:
        this.listener.heard(message);
    }
  }

  /** The request that an answer belongs to; it waits no longer. */
  private asked(id: number | undefined): Waiting | undefined {
    if (id === undefined) return undefined;
    const asked = this.waiting.get(id);
    this.waiting.delete(id);
    return asked;
  }

  private drop(): void {
    const { socket } = this;
    if (!socket) return;
    this.socket = null;
    this.open = false;
    socket.close();
    for (const { reject } of this.waiting.values()) reject(new ConnectionLost());
    this.waiting.clear();
    if (this.closed) return;
    this.listener.lost();
    const jitter = this.pause * Math.random() * 0.3;
    this.timer = setTimeout(() => this.begin(), this.pause + jitter);
    this.pause = Math.min(LONGEST_PAUSE, Math.max(FIRST_PAUSE, this.pause * 2));
  }

  /** Looks after the line: an answer that does not come, a line that does not open or may be dead. */
  private look(): void {
    const now = this.world.now();
    const late = [...this.waiting.values()].some(({ since }) => now - since > TIMEOUT);
    if (late || (this.socket && !this.open && now - this.begunAt > TIMEOUT)) this.drop();
    else if (this.open && now - this.heardAt > QUIET) this.probe();
  }

  private wake(): void {
    if (this.timer) {
      clearTimeout(this.timer);
      this.begin();
    } else if (this.open && this.world.now() - this.heardAt > 2_000) this.probe();
  }

  /** An answer shows that the server is there. A line that died in its sleep gives none. */
  private probe(): void {
    const { socket } = this;
    const asked = this.world.now();
    this.request({ do: "ping" }).catch(() => {});
    setTimeout(() => {
      if (this.socket === socket && this.heardAt < asked) this.drop();
    }, PROBE_TIMEOUT);
  }
}

/** The server that this page came from. */
export function pageLinkWorld(): LinkWorld {
  return {
    connect: () => new WebSocket(socketAddress()) as unknown as Socket,
    now: Date.now,
    onWake(wake) {
      const seen = () => document.visibilityState === "visible" && wake();
      document.addEventListener("visibilitychange", seen);
      addEventListener("online", wake);
      addEventListener("offline", wake);
      addEventListener("pageshow", wake);
      return () => {
        document.removeEventListener("visibilitychange", seen);
        removeEventListener("online", wake);
        removeEventListener("offline", wake);
        removeEventListener("pageshow", wake);
      };
    },
  };
}
