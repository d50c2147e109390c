// Frames of WebSockets that ask for nothing: empty messages, pings, pongs, fragments. Each is taken for what it is, each is
// counted, and a client that sends floods of them is slowed down or closed while others are served.
import { test, before, after } from "node:test";
import assert from "node:assert/strict";
import { setTimeout as pass } from "node:timers/promises";
import { openServer, program, enter } from "./client.mjs";
import { closeCode, frame, open, said, until, whilePlaying } from "./attacker.mjs";

let server;

before(async () => {
  server = await openServer(program);
});

after(async () => {
  assert.equal((await server.close()).code, 0, "the server has stood to the end");
});

const EMPTY = frame({});
const PING = frame({ first: 0x89 });
const PONG = frame({ first: 0x8a });
const BEGIN = frame({ first: 0x01 });
const FRAGMENT = frame({ first: 0x00 });
const times = (count, bytes) => Buffer.concat(Array(count).fill(bytes));
const count = (socket, text) => socket.text.split(text).length - 1;

test("an empty message is a message: refused, and the conversation goes on", async () => {
  const socket = await open(server);
  for (const empty of [EMPTY, Buffer.concat([BEGIN, FRAGMENT, PING, frame({ first: 0x80 })])]) {
    const before = count(socket, '"code":"bad-message"');
    socket.write(empty);
    await until(() => count(socket, '"code":"bad-message"') > before, "the refusal");
  }
  socket.write(said({ do: "lobby-leave", id: 7 }));
  await until(() => socket.text.includes('"type":"done","re":7'), "the answer");
  socket.destroy();
});

test("empty messages count as messages do: too many are refused, and who does not stop is closed", async () => {
  const strict = await openServer(program, {
    options: ["--config-set", "local-limit-factor=1", "--config-set", "messages-per-second=20"],
  });
  const socket = await open(strict, { from: "127.0.0.7" });
  socket.write(times(5000, EMPTY));
  assert.equal(await closeCode(socket), 1008);
  // Four seconds' worth for an address, what comes back meanwhile, and a hundred refusals.
  const answered = count(socket, '"code":"bad-message"');
  assert.ok(answered >= 320 && answered < 1000, `${answered} were answered`);
  const refused = count(socket, '"code":"too-many"');
  assert.ok(refused > 0 && refused < 100, `${refused} were refused`);
  assert.equal((await strict.close()).code, 0);
});

test("frames are heard at their pace, whatever they are: what comes faster waits and is not lost", async () => {
  for (const [what, flood] of [
    ["pongs", times(640, PONG)],
    ["fragments", Buffer.concat([BEGIN, times(638, FRAGMENT), frame({ first: 0x80 })])],
    ["long messages", times(10, frame({ payload: Buffer.alloc(47 * 1024, 0x20) }))],
  ]) {
    const socket = await open(server);
    await until(() => socket.text.includes("hello"));
    const begun = performance.now();
    socket.write(Buffer.concat([flood, said({ do: "lobby-leave", id: 1 })]));
    await until(() => socket.text.includes('"re":1'), `the answer behind ${what}`);
    // Ten turns' worth: the first is heard at once, and each of the others a tenth of a second later, at the earliest.
    assert.ok(performance.now() - begun > 600, `${what} were heard in ${performance.now() - begun} ms`);
    socket.destroy();
  }
});

test("32 sockets that flood with empty messages and pings keep nobody waiting", async (t) => {
  // Each takes what it is given, as long as it lives; a socket that is not read takes no more.
  const counted = async () => (await (await fetch(`${server.url}/healthz`)).json()).connections;
  const before = await counted();
  const waits = [];
  let written = 0;
  await whilePlaying(server, async () => {
    const sockets = [];
    for (let i = 0; i < 32; i++) sockets.push(await open(server, { from: `127.0.4.${1 + (i % 4)}` }));
    const bytes = sockets.map((_, i) => times(2000, [EMPTY, PING, PONG, Buffer.concat([EMPTY, PONG])][i % 4]));
    const end = performance.now() + 3000;
    const floods = sockets.map(async (socket, i) => {
      while (performance.now() < end && !socket.gone) {
        written += bytes[i].length / 6;
        if (!socket.write(bytes[i])) await Promise.race([new Promise((resolve) => socket.once("drain", resolve)), socket.ended, pass(500)]);
      }
    });
    while (performance.now() < end) {
      const begun = performance.now();
      assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
      waits.push(performance.now() - begun);
      await pass(20);
    }
    await Promise.all(floods);
    // Who pings so often is closed; those who only talk are slowed: at most 64 frames in a tenth of a second each.
    const pinging = sockets.filter((_, i) => i % 4 === 1);
    await until(() => pinging.every((socket) => socket.gone), "those who ping are closed");
    const answered = sockets.reduce((sum, socket) => sum + count(socket, '"code":"bad-message"'), 0);
    const seconds = (performance.now() - end + 3000) / 1000 + 1;
    t.diagnostic(`${answered} empty messages answered of ${Math.round(written)} frames written`);
    assert.ok(answered > 0 && answered <= 16 * 640 * seconds, `${answered} in ${seconds} s`);
    for (const socket of sockets) socket.destroy();
  });
  t.diagnostic(`/healthz took at most ${Math.max(...waits).toFixed(0)} ms`);
  for (let i = 0; i < 100 && (await counted()) > before; i++) await pass(50);
  const guest = await enter(server.url, "After");
  await guest.will({ do: "lobby" });
  guest.leave();
});

test("who pings too often hears why it is closed", async () => {
  const socket = await open(server);
  socket.write(times(60, PING));
  assert.equal(await closeCode(socket), 1008);
});
