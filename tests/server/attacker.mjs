// What attackers do, for tests: plain sockets from an address of their own (all of 127.0.0.0/8 is this machine), every byte
// of which the test writes, and two honest people who play a game meanwhile.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import net from "node:net";
import { setTimeout as pass } from "node:timers/promises";
import { begin, chooser, enter } from "./client.mjs";

/** A connection from an address; what comes is in `text`, `ended` resolves when the server has closed it. */
export function call(server, from = "127.0.0.2") {
  const socket = net.connect({ port: server.port, host: "127.0.0.1", localAddress: from });
  socket.text = "";
  socket.gone = false;
  socket.setEncoding("latin1").on("data", (bytes) => (socket.text += bytes));
  socket.on("error", () => {});
  socket.connected = new Promise((resolve) => {
    socket.once("connect", resolve);
    socket.once("error", resolve);
  });
  socket.ended = new Promise((resolve) => socket.once("close", resolve)).then(() => (socket.gone = true));
  return socket;
}

/** Waits until something is true of what has come; fails after ten seconds. */
export async function until(test, what = String(test)) {
  for (let i = 0; i < 1000; i++) {
    if (test()) return;
    await pass(10);
  }
  assert.fail(`waited in vain for ${what}`);
}

/** Sends bytes on a new connection and returns everything that came until the server closed it. */
export async function shout(server, bytes, from) {
  const socket = call(server, from);
  socket.write(bytes, typeof bytes === "string" ? "latin1" : undefined);
  await Promise.race([socket.ended, pass(10000)]);
  assert.ok(socket.gone, "the server did not close the connection");
  return socket.text;
}

/** The status of a request written by hand. */
export async function status(server, request, from) {
  const answer = await shout(server, request, from);
  return Number(answer.match(/^HTTP\/1\.1 (\d+)/)?.[1] ?? 0);
}

export const handshake = (cookie = "", more = "") =>
  "GET /api/v1/socket HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n" +
  `Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}\r\n${cookie ? `Cookie: ${cookie}\r\n` : ""}${more}\r\n`;

/** A WebSocket from an address, after its handshake. */
export async function open(server, { from, cookie } = {}) {
  const socket = call(server, from);
  socket.write(handshake(cookie));
  await until(() => socket.text.includes("\r\n\r\n") || socket.gone, "the handshake");
  assert.match(socket.text, /^HTTP\/1\.1 101/);
  return socket;
}

/** A frame with whatever is wrong about it. */
export function frame({ first = 0x81, payload = Buffer.alloc(0), masked = true, declared = payload.length }) {
  const body = Buffer.from(payload);
  const mark = masked ? 0x80 : 0;
  let head = Buffer.from([first, mark | declared]);
  if (declared > 125) {
    head = Buffer.alloc(declared > 65535 ? 10 : 4);
    head[0] = first;
    head[1] = mark | (declared > 65535 ? 127 : 126);
    if (declared > 65535) head.writeBigUInt64BE(BigInt(declared), 2);
    else head.writeUInt16BE(declared, 2);
  }
  const mask = randomBytes(4);
  return Buffer.concat([head, masked ? mask : Buffer.alloc(0), masked ? body.map((byte, i) => byte ^ mask[i & 3]) : body]);
}

export const said = (message) => frame({ payload: Buffer.from(JSON.stringify(message)) });

/** The code of the close frame that has come; null if it has none, or there is no such frame. */
export function closeCodeIn(socket) {
  const bytes = Buffer.from(socket.text.slice(socket.text.indexOf("\r\n\r\n") + 4), "latin1");
  for (let at = 0; at + 2 <= bytes.length; ) {
    let length = bytes[at + 1] & 127;
    let head = 2;
    if (length === 126) [length, head] = [bytes.readUInt16BE(at + 2), 4];
    else if (length === 127) [length, head] = [Number(bytes.readBigUInt64BE(at + 2)), 10];
    if ((bytes[at] & 15) === 8) return length < 2 ? null : bytes.readUInt16BE(at + head);
    at += head + length;
  }
  return null;
}

/** The code with which the server has closed a WebSocket, once it has. */
export async function closeCode(socket) {
  await Promise.race([socket.ended, pass(10000)]);
  return closeCodeIn(socket);
}

/** Bytes of memory that the server has now. */
export const memory = (server) =>
  Number(readFileSync(`/proc/${server.child.pid}/status`, "utf8").match(/VmRSS:\s+(\d+) kB/)[1]) * 1024;

/** Two honest people play while the attack goes on, and finish their game. What the attack returns. */
export async function whilePlaying(server, attack) {
  const people = { S: await enter(server.url, "Honest Ada"), O: await enter(server.url, "Honest Bob") };
  const table = await begin(people.S, { game: "chevaliers" }, people);
  const choose = chooser(7);
  let over = false;
  const attacking = attack().finally(() => (over = true));
  attacking.catch(() => {}); // it is waited for below
  let moves = 0;
  for (; !over || moves < 10; moves++) {
    const seat = people.S.latest(table).toAct[0];
    if (!seat) break;
    const { legal } = await people[seat].will({ do: "legal", table, seat });
    await people[seat].will({ do: "play", table, seat, token: legal[choose(legal.length)] });
    await Promise.all(Object.values(people).map((one) => one.will({ do: "lobby-leave" })));
    await pass(50);
  }
  const result = await attacking;
  if (people.S.latest(table).toAct.length) await people.S.will({ do: "resign", table, seat: "S" });
  const record = await people.S.http("GET", `/api/v1/records/${table}`);
  assert.equal(record.status, 200, "the game of the honest is kept");
  assert.equal(record.body.tokens.length, moves);
  for (const one of Object.values(people)) one.leave();
  return result;
}
