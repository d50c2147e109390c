/** Somebody with a browser, without one: a jar for the cookie, sockets that can be cut, and a page to come back to. */
import type { OnlineWorld } from "../src/session/online-world";
import { ServerRefusal, type Socket } from "../src/session/link";
import { openTable, type OnlineSession } from "../src/session/online";
import { memoryItems } from "../src/session/saved-games";
import type { Engine } from "../src/engine/engine";
import type { Text } from "../src/model";
import { Guest } from "../../tests/server/client.mjs";

export class Visitor {
  readonly jar: Guest;
  readonly items = memoryItems();
  readonly sockets: Guest[] = [];
  /** No line can be had. */
  offline = false;
  /** Messages that are lost on the way, without the line breaking. */
  lose: (text: string) => boolean = () => false;
  /** What is sent waits for this. */
  held: Promise<void> = Promise.resolve();
  private wakers: (() => void)[] = [];

  constructor(
    public url: string,
    readonly name: string,
    private readonly engine: Engine,
  ) {
    this.jar = new Guest(url, name);
  }

  readonly world = (): OnlineWorld => ({
    engine: this.engine,
    name: () => this.name,
    items: this.items,
    isCurrent: async () => true,
    http: (method, path, body) => this.http(method, path, body),
    link: {
      now: Date.now,
      connect: () => this.connect(),
      onWake: (wake) => {
        this.wakers.push(wake);
        return () => (this.wakers = this.wakers.filter((one) => one !== wake));
      },
    },
  });

  async http(method: string, path: string, body?: unknown): Promise<string> {
    const answer = await this.jar.http(method, "/api/v1" + path, body);
    if (answer.status < 300) return answer.text;
    const { code, text } = answer.body as { code: string; text: Text };
    throw new ServerRefusal(code, text);
  }

  async open(table: string): Promise<OnlineSession> {
    const session = await openTable(table, this.world());
    if (!session) throw new Error(`there is no table ${table}`);
    return session;
  }

  wake(): void {
    for (const wake of this.wakers) wake();
  }

  /** All lines break without a word. */
  cut(): void {
    for (const guest of this.sockets.splice(0)) guest.socket?.destroy();
  }

  private connect(): Socket {
    const guest = new Guest(this.url, this.name);
    guest.cookie = this.jar.cookie;
    this.sockets.push(guest);
    const socket: Socket = {
      onopen: null,
      onmessage: null,
      onclose: null,
      onerror: null,
      send: (text) => void this.held.then(() => guest.send(JSON.parse(text))),
      close: () => guest.socket?.destroy(),
    };
    guest.receive = (text) => {
      if (!this.lose(text)) socket.onmessage?.({ data: text });
    };
    guest.hangUp = () => socket.onclose?.(undefined as never);
    if (this.offline) setTimeout(() => socket.onclose?.(undefined as never), 10);
    else guest.connect().catch(() => socket.onclose?.(undefined as never));
    return socket;
  }
}

/** Waits until something holds. */
export async function until(what: string, holds: () => boolean, seconds = 15): Promise<void> {
  for (const end = Date.now() + seconds * 1000; !holds(); ) {
    if (Date.now() > end) throw new Error(`waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
