// A guest of the server for tests: HTTP with a cookie, and a WebSocket written on a plain socket, so that tests can see
// and send every byte and need nothing but Node.
import { createHash, randomBytes } from "node:crypto";
import net from "node:net";
import { once } from "node:events";
import { nodeCount } from "../launch.mjs";

export { cluster, openServer, program } from "../launch.mjs";

/** The Set-Cookie headers of an answer; fetch joins them with commas, which no cookie of ours has. */
export const setCookies = (answer) => (answer.headers.get("set-cookie") ?? "").split(/, (?=[\w-]+=)/).filter(Boolean);

/** The cookies of a browser after an answer, as the header of its next request. */
export function keepCookies(cookies, sets) {
  const jar = new Map(cookies.split("; ").filter(Boolean).map((cookie) => [cookie.split("=")[0], cookie]));
  for (const set of sets) {
    const [cookie] = set.split(";");
    const name = cookie.split("=")[0];
    if (/; Max-Age=0\b/.test(set)) jar.delete(name);
    else jar.set(name, cookie);
  }
  return [...jar.values()].join("; ");
}

/** One person, with cookies and (after connect) a WebSocket. */
export class Guest {
  constructor(url, name) {
    this.url = url;
    this.name = name;
    this.cookie = "";
    this.authorization = ""; // of a bot
    this.messages = [];
    this.bytes = [];
    this.waiting = [];
    this.asked = new Map();
    this.number = 0;
    this.closed = null;
  }

  static async arrive(url, name) {
    const guest = new Guest(url, name);
    const answer = await guest.http("POST", "/api/v1/guest", { name });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    guest.person = answer.body.person.id;
    return guest;
  }

  async http(method, path, body) {
    const headers = { "content-type": "application/json" };
    if (this.cookie) headers.cookie = this.cookie;
    if (this.authorization) headers.authorization = this.authorization;
    const answer = await fetch(this.url + path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    this.cookie = keepCookies(this.cookie, setCookies(answer));
    const text = await answer.text();
    const json = (answer.headers.get("content-type") ?? "").startsWith("application/json");
    return { status: answer.status, headers: answer.headers, text, body: json ? JSON.parse(text) : null };
  }

  /** Everything a channel has heard after the message numbered `since`, page by page. */
  async history(table, { as, since = 0 } = {}) {
    const messages = [];
    for (let more = true; more; ) {
      const path = `/api/v1/tables/${table}/history?since=${messages.at(-1)?.n ?? since}${as ? `&as=${as}` : ""}`;
      const { status, body } = await this.http("GET", path);
      if (status !== 200) throw new Error(`${path} → ${status} ${JSON.stringify(body)}`);
      messages.push(...body.messages);
      more = body.more;
    }
    return messages;
  }

  async connect() {
    const { hostname, port, pathname } = new URL(this.url);
    const key = randomBytes(16).toString("base64");
    this.socket = net.connect(Number(port), hostname);
    await once(this.socket, "connect");
    this.closed = null;
    this.socket.write(
      `GET ${pathname.replace(/\/$/, "")}/api/v1/socket HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n${this.cookie ? `Cookie: ${this.cookie}\r\n` : ""}` +
        `${this.authorization ? `Authorization: ${this.authorization}\r\n` : ""}\r\n`,
    );
    const accept = createHash("sha1").update(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest("base64");
    let buffer = Buffer.alloc(0);
    await new Promise((resolve, reject) => {
      const onData = (chunk) => {
        buffer = Buffer.concat([buffer, chunk]);
        const end = buffer.indexOf("\r\n\r\n");
        if (end < 0) return;
        const head = buffer.subarray(0, end).toString();
        this.socket.off("data", onData);
        if (!head.startsWith("HTTP/1.1 101") || !head.includes(accept)) return reject(new Error(head));
        buffer = buffer.subarray(end + 4);
        resolve();
      };
      this.socket.on("data", onData);
      this.socket.once("error", reject);
    });
    const read = (chunk) => {
      buffer = Buffer.concat([buffer, chunk]);
      buffer = this.readFrames(buffer);
    };
    this.socket.on("data", read);
    this.socket.on("error", () => {});
    this.socket.on("close", () => this.hangUp());
    read(Buffer.alloc(0));
    return this;
  }

  hangUp() {
    this.closed ??= 1006;
    for (const { reject } of this.waiting.splice(0)) reject(new Error(`${this.name}: the connection is closed`));
    for (const { reject } of this.asked.values()) reject(new Error(`${this.name}: the connection is closed`));
    this.asked.clear();
  }

  readFrames(buffer) {
    while (buffer.length >= 2) {
      const opcode = buffer[0] & 15;
      let length = buffer[1] & 127;
      let at = 2;
      if (length === 126) [length, at] = [buffer.length < 4 ? Infinity : buffer.readUInt16BE(2), 4];
      else if (length === 127) [length, at] = [buffer.length < 10 ? Infinity : Number(buffer.readBigUInt64BE(2)), 10];
      if (buffer.length < at + length) break;
      const payload = buffer.subarray(at, at + length);
      buffer = buffer.subarray(at + length);
      if (opcode === 9) this.sendFrame(10, payload);
      else if (opcode === 8) this.closed = payload.length >= 2 ? payload.readUInt16BE(0) : 1005;
      else if (opcode === 1) this.receive(payload.toString());
    }
    return buffer;
  }

  receive(text) {
    const message = JSON.parse(text);
    this.bytes.push(text);
    const asked = message.re !== undefined && this.asked.get(message.re);
    if (asked) {
      this.asked.delete(message.re);
      asked.resolve(message);
    }
    this.messages.push(message);
    for (const waiting of [...this.waiting])
      if (waiting.test(message)) {
        this.waiting.splice(this.waiting.indexOf(waiting), 1);
        waiting.resolve(message);
      }
  }

  sendFrame(opcode, payload) {
    const mask = randomBytes(4);
    const head =
      payload.length < 126
        ? Buffer.from([0x80 | opcode, 0x80 | payload.length])
        : Buffer.from([0x80 | opcode, 0x80 | 126, payload.length >> 8, payload.length & 255]);
    const masked = Buffer.from(payload.map((byte, i) => byte ^ mask[i & 3]));
    this.socket.write(Buffer.concat([head, mask, masked]));
  }

  send(message) {
    this.sendFrame(1, Buffer.from(JSON.stringify(message)));
  }

  /** Sends a request and waits for its answer, whichever it is. */
  ask(message) {
    const id = this.number++;
    return new Promise((resolve, reject) => {
      this.asked.set(id, { resolve, reject });
      this.send({ ...message, id });
    });
  }

  /** The same, and it must be granted. */
  async will(message) {
    const answer = await this.ask(message);
    if (answer.type !== "done") throw new Error(`${this.name}: ${JSON.stringify(message)} → ${JSON.stringify(answer)}`);
    return answer;
  }

  /** The next message (from now on) for which the test holds. */
  hear(test, seconds = 20) {
    const wanted = typeof test === "string" ? (message) => message.type === test : test;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${this.name} waited in vain for ${test}`)), seconds * 1000);
      const stop = (action) => (value) => {
        clearTimeout(timer);
        action(value);
      };
      this.waiting.push({ test: wanted, resolve: stop(resolve), reject: stop(reject) });
    });
  }

  /** The last message about a table that shows where it stands. */
  latest(table, as) {
    for (let i = this.messages.length - 1; i >= 0; i--) {
      const message = this.messages[i];
      if (message.table === table && message.position && (!as || message.as === as)) return message;
    }
    return null;
  }

  leave() {
    this.socket.destroy();
  }
}

/** A guest who has arrived and is connected. */
export async function enter(url, name) {
  return (await Guest.arrive(url, name)).connect();
}

/** When this is over, the guest has got everything that was told before it was asked; news between nodes take a moment. */
export async function caughtUp(...guests) {
  if (nodeCount > 1) await new Promise((resolve) => setTimeout(resolve, 100));
  for (const guest of guests) {
    if (nodeCount > 1) await hasHeardAll(guest);
    await guest.will({ do: "lobby-leave" });
  }
}

/** Waits until a guest has heard everything that its node knows of the table it heard of last: other nodes may be slow. */
async function hasHeardAll(guest) {
  const table = guest.messages.findLast((message) => message.n !== undefined)?.table;
  for (const limit = Date.now() + 5000; table && Date.now() < limit; ) {
    const { as, n } = (await guest.http("GET", `/api/v1/tables/${table}`)).body;
    const heard = guest.messages.findLast((message) => message.table === table && message.as === as && message.n !== undefined);
    if (n === undefined || (heard && heard.n >= n)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Opens a table, seats people on it ({V: ada, G: bob}), lets everybody subscribe, and starts: the table's id. */
export async function begin(owner, fields, occupants, watchers = []) {
  const table = (await owner.will({ do: "open", ...fields })).table;
  for (const [seat, guest] of Object.entries(occupants)) await guest.will({ do: "sit", table, seat });
  for (const guest of new Set([...Object.values(occupants), ...watchers])) await guest.will({ do: "subscribe", table });
  await owner.will({ do: "start", table });
  return table;
}

/** Random numbers that are the same every time: a function that gives whole numbers below its argument. */
export function chooser(seed) {
  let state = seed >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % below;
  };
}

/** Plays one legal token of a seat that is to act: the token. */
export async function playAny(guest, table, seat, choose = () => 0) {
  const { legal } = await guest.will({ do: "legal", table, seat });
  const token = legal[choose(legal.length)];
  await guest.will({ do: "play", table, seat, token });
  return token;
}
