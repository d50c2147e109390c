// Reading costs: a long history comes in pages that are complete and in order for every reader; what the server works for
// a client is charged to that client, and no other waits for it.
import { test, before, after } from "node:test";
import assert from "node:assert/strict";
import { setTimeout as pass } from "node:timers/promises";
import { openServer, Guest, program, enter, begin, caughtUp, chooser } from "./client.mjs";
import { call, handshake, open, said, until } from "./attacker.mjs";

const PAGE = 64 * 1024;
let server, ada, bob, table;

/** Two people play until so many messages were told; what a watcher has heard from the beginning. */
async function longGame(owner, fields, occupants, messages) {
  const watcher = await enter(server.url, "Watcher");
  const id = (await owner.will({ do: "open", ...fields })).table;
  await watcher.will({ do: "subscribe", table: id });
  for (const [seat, guest] of Object.entries(occupants)) await guest.will({ do: "sit", table: id, seat });
  for (const guest of new Set(Object.values(occupants))) await guest.will({ do: "subscribe", table: id });
  await owner.will({ do: "start", table: id });
  const everybody = [watcher, ...Object.values(occupants)];
  const choose = chooser(5);
  for (;;) {
    await caughtUp(...everybody);
    const [seat, guest] = Object.entries(occupants).find(([name, one]) => one.latest(id, name).toAct.includes(name)) ?? [];
    if (!seat || guest.latest(id, seat).n >= messages) break;
    const { legal } = await guest.will({ do: "legal", table: id, seat });
    await guest.will({ do: "play", table: id, seat, token: legal[choose(legal.length)] });
  }
  return { table: id, watcher, told: watcher.messages.filter((m) => m.table === id && m.n && m.type !== "table") };
}

before(async () => {
  server = await openServer(program);
  [ada, bob] = [await enter(server.url, "Ada"), await enter(server.url, "Bob")];
});

after(async () => {
  assert.equal((await server.close()).code, 0);
});

test("a long history comes in pages: complete, in order, word for word", async (t) => {
  const game = await longGame(ada, { game: "kriegspiel" }, { F: ada, A: bob }, 500);
  table = game.table;
  const reader = new Guest(server.url, "Reader");
  const pages = [];
  for (let since = 0, more = true; more; since = pages.at(-1).at(-1).n) {
    const answer = await reader.http("GET", `/api/v1/tables/${table}/history?since=${since}`);
    assert.equal(answer.status, 200);
    assert.ok(answer.text.length < PAGE + 8192, `a page has ${answer.text.length} bytes`);
    pages.push(answer.body.messages);
    more = answer.body.more;
    assert.ok(!more || answer.text.length >= PAGE, "a page that is not the last is full");
  }
  t.diagnostic(`${pages.flat().length} messages in ${pages.length} pages`);
  assert.ok(pages.length > 2);
  assert.deepEqual(pages.flat(), game.told);
  game.watcher.leave();
});

test("pages may be read from anywhere, by several at once, while the game goes on", async () => {
  const whole = await new Guest(server.url, "Whole").history(table);
  const choose = chooser(11);
  const readers = [ada, bob, new Guest(server.url, "Nobody")];
  for (let i = 0; i < 60; i++) {
    const since = choose(whole.length);
    const reader = readers[i % readers.length];
    if (i % 10 === 9) {
      const { toAct } = ada.latest(table);
      const mover = toAct[0] === "F" ? ada : bob;
      const { legal } = await mover.will({ do: "legal", table, seat: toAct[0] });
      await mover.will({ do: "play", table, seat: toAct[0], token: legal[0] });
    }
    const { body } = await reader.http("GET", `/api/v1/tables/${table}/history?as=watcher&since=${since}`);
    const expected = whole.slice(since, since + body.messages.length);
    assert.deepEqual(body.messages.slice(0, expected.length), expected, `since ${since}`);
    assert.equal(body.messages[0].n, since + 1);
  }
  const again = await ada.history(table, { as: "watcher" });
  assert.deepEqual(again.slice(0, whole.length), whole);
  assert.deepEqual(again.map(({ n }) => n), again.map((_, i) => i + 1));
});

test("each channel of a game with secrets has its own pages", async () => {
  const game = await longGame(ada, { game: "chars" }, { V: ada, G: bob }, 300);
  for (const [guest, as] of [[ada, "V"], [bob, "G"], [game.watcher, "watcher"]]) {
    // A player who sat down later has not received the beginning in this channel.
    const heard = guest.messages.filter((m) => m.table === game.table && m.as === as && m.n && m.type !== "table");
    const read = await guest.history(game.table, { as });
    assert.deepEqual(read.slice(-heard.length), heard, as);
    assert.deepEqual(read.map(({ n }) => n), read.map((_, i) => i + 1), as);
    await game.watcher.history(game.table); // another client reads between two pages
  }
  game.watcher.leave();
});

test("a reader who takes a byte now and then gets every page, and keeps nobody waiting", async () => {
  const slow = call(server, "127.0.0.9");
  const path = `/api/v1/tables/${table}/history`;
  slow.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  slow.pause();
  const expected = await new Guest(server.url, "Fast").http("GET", path);
  for (let i = 0; i < 20; i++) {
    slow.resume();
    await pass(5);
    slow.pause();
    assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
  }
  slow.resume();
  await slow.ended;
  assert.equal(JSON.parse(slow.text.split("\r\n\r\n")[1]).messages.length, expected.body.messages.length);
});

test("what the server works is charged: who hammers is refused, at whatever it asks, and others are served", async (t) => {
  const options = ["requests-per-second=0", "messages-per-second=0", "cpu-ms-per-second=1"];
  const strict = await openServer(program, { options: options.flatMap((set) => ["--config-set", set]) });
  const player = await enter(strict.url, "Player");
  const id = await begin(player, { game: "kriegspiel" }, { F: player, A: player });
  const from = (address, path) => fetch(strict.url + path, { headers: { "x-forwarded-for": address } });
  const hammer = async (address, path) => {
    for (let served = 0; served < 20000; served++) {
      const answer = await from(address, path);
      const text = await answer.text();
      const code = answer.ok ? null : JSON.parse(text).code;
      if (answer.status === 429) return { served, code, wait: Number(answer.headers.get("retry-after")) };
      assert.equal(answer.status, 200);
    }
    assert.fail(`${path} is never refused`);
  };
  const costly = await hammer("203.0.113.9", `/api/v1/tables/${id}/history`);
  const cheap = await hammer("203.0.113.10", "/api/v1/tables");
  t.diagnostic(`histories: ${costly.served}, lists of tables: ${cheap.served} before 429`);
  assert.deepEqual([costly.code, cheap.code], ["too-many", "too-many"]);
  assert.ok(costly.wait >= 1 && costly.wait <= 4);
  // Another address is another; and what was used comes back.
  assert.equal((await from("203.0.113.11", "/api/v1/tables")).status, 200);
  await player.will({ do: "legal", table: id });
  await pass(costly.wait * 1000);
  assert.equal((await from("203.0.113.9", "/api/v1/tables")).status, 200, "it comes back");
  // Work that other threads do is charged too: a picture costs them more than everything else costs the loop.
  await player.will({ do: "resign", table: id, seat: "F" });
  const pictures = await hammer("203.0.113.12", `/api/v1/records/${id}/picture.png`);
  assert.ok(pictures.served < 20, `${pictures.served} pictures`);
  // Over a WebSocket it is the same budget.
  const socket = call(strict, "127.0.0.1");
  socket.write(handshake("", "X-Forwarded-For: 203.0.113.13\r\n"));
  await until(() => socket.text.includes("hello"));
  socket.write(Buffer.concat(Array.from({ length: 200 }, (_, i) => said({ do: "subscribe", table: id, since: 0, id: i }))));
  await until(() => socket.text.includes('"code":"too-many"'), "a refusal");
  socket.destroy();
  player.leave();
  assert.equal((await strict.close()).code, 0);
});

test("who comes back after a long time is told what was missed, page by page or word for word", async () => {
  const socket = await open(server, { from: "127.0.0.9" });
  await until(() => socket.text.includes("hello"));
  const guest = await enter(server.url, "Back");
  const whole = await guest.history(table);
  guest.messages = [];
  await guest.will({ do: "subscribe", table, since: whole.length - 150 });
  const missed = guest.messages.filter((m) => m.table === table && m.n && m.type !== "table");
  assert.deepEqual(missed, whole.slice(-150));
  guest.leave();
  socket.destroy();
});
