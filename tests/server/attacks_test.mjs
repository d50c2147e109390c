// Attacks: each while two honest people play a game, which they must be able to finish; the server must not grow, fall, or
// let anybody have what is not theirs.
// runs: release
import { test, before, after } from "node:test";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pass } from "node:timers/promises";
import { openServer, Guest, program, enter, begin, caughtUp } from "./client.mjs";
import { call, closeCode, frame, handshake, memory, open, said, shout, status, until, whilePlaying } from "./attacker.mjs";
import { malformedFrames, malformedRequests } from "./malformed.mjs";

const MiB = 1024 * 1024;
const GROWTH = 64 * MiB;
let server, folder, atFirst;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "bivouac-siege-"));
  mkdirSync(join(folder, "web"));
  writeFileSync(join(folder, "web/index.html"), "<!doctype html><title>Bivouac</title>");
  writeFileSync(join(folder, "secret.txt"), "top secret");
  const options = ["--web", join(folder, "web"), "--config-set", "local-limit-factor=1"];
  server = await openServer(program, { options });
  await whilePlaying(server, async () => {});
  atFirst = memory(server);
});

after(async () => {
  const end = await server.close();
  rmSync(folder, { recursive: true, force: true });
  assert.equal(end.code, 0, "the server has stood to the end");
});

/** The attack, the game beside it, and what it cost in memory. */
async function siege(t, attack) {
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, memory(server))), 50);
  const result = await whilePlaying(server, attack).finally(() => clearInterval(watch));
  most = Math.max(most, memory(server));
  t.diagnostic(`resident memory: ${(atFirst / MiB).toFixed(1)} MiB at first, at most ${(most / MiB).toFixed(1)} MiB`);
  assert.ok(most - atFirst < GROWTH, `the server has grown by ${most - atFirst} bytes`);
  return result;
}

const many = (count, make) => Array.from({ length: count }, (_, i) => make(i));
const post = (path, body, more = "") =>
  `POST ${path} HTTP/1.1\r\nHost: here\r\nContent-Length: ${body.length}\r\n${more}\r\n${body}`;

// ---- Holding the door ------------------------------------------------------------------------------------------------

test("slowloris: heads and bodies that never end take no more places than an address has", async (t) => {
  await siege(t, async () => {
    const slow = many(400, () => call(server));
    await Promise.all(slow.map((socket) => socket.connected));
    slow.forEach((socket, i) => {
      if (i % 2) socket.write("GET / HTTP/1.1\r\nHost: here\r\n");
      else socket.write("POST /api/v1/guest HTTP/1.1\r\nHost: here\r\nContent-Length: 60000\r\n\r\n{");
    });
    for (let i = 0; i < 10; i++) {
      for (const socket of slow) if (!socket.gone) socket.write("X");
      await pass(100);
    }
    const left = slow.filter((socket) => !socket.gone).length;
    assert.ok(left <= 64, `${left} of them are still there`);
    const fresh = call(server); // the address itself is not locked out by its own
    fresh.write("GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n");
    await until(() => fresh.text.startsWith("HTTP/1.1 200"));
    for (const socket of [...slow, fresh]) socket.destroy();
  });
});

test("readers who do not read are closed, and what waits for them is bounded", async (t) => {
  await siege(t, async () => {
    const host = await enter(server.url, "Host");
    const { table } = await host.will({ do: "open", game: "kriegspiel" });
    const connections = async () => (await (await fetch(`${server.url}/healthz`)).json()).connections;
    const before = await connections();
    const deaf = [];
    for (let i = 0; i < 10; i++) {
      const socket = await open(server, { from: `127.0.3.${1 + i}` });
      socket.pause();
      for (let j = 0; j < 350; j++) socket.write(said({ do: "subscribe", table, id: j })); // about a megabyte in answer
      deaf.push(socket);
    }
    const askers = many(30, () => call(server, "127.0.0.4"));
    for (const asker of askers) {
      asker.pause();
      asker.write("GET /api/v1/games HTTP/1.1\r\nHost: here\r\n\r\n".repeat(20));
    }
    let left;
    for (let i = 0; i < 100 && (left = await connections()) > before + askers.length; i++) await pass(50);
    assert.ok(left <= before + askers.length, `${left} connections, of ${before} and ${askers.length} askers`);
    for (const socket of [...deaf, ...askers]) socket.destroy();
    host.leave();
  });
});

test("a flood of connections", async (t) => {
  await siege(t, async () => {
    for (let round = 0; round < 20; round++) {
      const sockets = many(150, () => call(server, "127.0.0.5"));
      await Promise.all(sockets.map((socket) => socket.connected));
      for (const socket of sockets) socket.resetAndDestroy();
    }
  });
});

test("ten thousand half-open connections keep nobody out", async (t) => {
  const wide = await openServer(program); // as servers are by default; this machine may have 6,400 of one address
  const half = [];
  const files = spawnSync("sh", ["-c", "ulimit -Hn"], { encoding: "utf8" }).stdout.trim();
  const wanted = files === "unlimited" ? 10000 : Math.min(10000, Number(files) - 1000);
  for (let i = 0; i < wanted; i += 500) {
    const more = many(500, (j) => call(wide, `127.0.1.${1 + ((i + j) % 4)}`));
    await Promise.all(more.map((socket) => socket.connected));
    half.push(...more);
  }
  const held = (await (await fetch(`${wide.url}/healthz`)).json()).connections;
  t.diagnostic(`${half.length} were opened, ${held} connections are held, ${(memory(wide) / MiB).toFixed(1)} MiB`);
  assert.ok(held > wanted / 2 && held <= 10000, `${held} connections are held`);
  assert.ok(memory(wide) - atFirst < GROWTH);
  await whilePlaying(wide, async () => {
    const more = many(300, () => call(wide, "127.0.1.9"));
    await Promise.all(more.map((socket) => socket.connected));
    half.push(...more);
  });
  for (const socket of half) socket.destroy();
  assert.equal((await wide.close()).code, 0);
});

test("all of it at once, in another process, beside a load of games", (t) => {
  const words = ["attack", "--tables", "5", "--rate", "50", "--seconds", "1.5", "--json"];
  const { status: code, stdout, stderr } = spawnSync(`${program}-proof`, words, { encoding: "utf8", timeout: 60000 });
  assert.equal(code, 0, stderr);
  const report = JSON.parse(stdout);
  t.diagnostic(stdout.trim());
  assert.equal(report.lost, 0, "nobody honest has lost the connection");
  for (const kind of ["half-open", "resets", "requests", "messages", "deaf", "broken", "refused"])
    assert.ok(report[kind] > 100, `${kind}: ${report[kind]}`);
  assert.ok((report.memory.during - report.memory.before) * 1024 < GROWTH);
});

// ---- Asking too much -------------------------------------------------------------------------------------------------

test("a flood of requests is answered with 429 and when to come back", async (t) => {
  await siege(t, async () => {
    const sockets = many(20, () => call(server, "127.0.0.6"));
    for (const socket of sockets) socket.write("GET /api/v1/tables HTTP/1.1\r\nHost: here\r\n\r\n".repeat(150));
    const answered = () => sockets.reduce((sum, socket) => sum + (socket.text.match(/HTTP\/1\.1 \d+/g)?.length ?? 0), 0);
    await until(() => answered() === 3000, "all answers");
    const all = sockets.map((socket) => socket.text).join("");
    const refused = all.match(/HTTP\/1\.1 429/g)?.length ?? 0;
    assert.ok(refused > 1000 && refused < 3000, `${refused} were refused`);
    assert.match(all, /Retry-After: [1-9]\d*\r\n/);
    assert.match(all, /"code":"too-many"/);
    for (const socket of sockets) socket.destroy();
  });
});

test("a flood of messages is refused, and who does not stop is closed", async (t) => {
  await siege(t, async () => {
    const rude = await Guest.arrive(server.url, "Rude");
    const socket = await open(server, { from: "127.0.0.7", cookie: rude.cookie });
    const cloud = (count) => Buffer.concat(many(count, (i) => said({ do: "lobby-leave", id: i })));
    socket.write(cloud(450)); // four seconds' worth is granted, and what comes back while they are heard
    await until(() => socket.text.includes('"re":449'));
    for (let i = 0; i < 50 && !socket.text.includes('"too-many"'); i++) {
      socket.write(cloud(20));
      await pass(10);
    }
    assert.match(socket.text, /"type":"refused","re":\d+,"code":"too-many".*"wait":1\}/);
    socket.write(cloud(1000));
    assert.equal(await closeCode(socket), 1008);
    const noise = await open(server, { from: "127.0.0.7", cookie: rude.cookie });
    noise.write(Buffer.concat(many(3000, () => frame({ payload: Buffer.from("[[[") }))));
    assert.equal(await closeCode(noise), 1008);
    const pings = await open(server, { from: "127.0.0.7" });
    pings.write(Buffer.concat(many(200, () => frame({ first: 0x89 }))));
    assert.equal(await closeCode(pings), 1008);
  });
});

async function firstLine(request) {
  const socket = call(server, "127.0.0.8");
  socket.write(request);
  await until(() => socket.text.includes("\r\n"));
  socket.destroy();
  return socket.text.split("\r\n")[0];
}

// ---- Not speaking properly -------------------------------------------------------------------------------------------

test("frames that are malformed or too large end the conversation, with the code that says why", async (t) => {
  await siege(t, async () => {
    for (const [what, frames, code] of malformedFrames) {
      const socket = await open(server, { from: "127.0.0.9" });
      socket.write(Buffer.concat(frames));
      assert.equal(await closeCode(socket), code, what);
      socket.destroy();
    }
  });
});

test("requests that two readers could understand differently are refused", async (t) => {
  await siege(t, async () => {
    for (const [what, request, expected] of malformedRequests)
      assert.equal(await status(server, request, "127.0.0.10"), expected, what);
    const deep = `{"name":${"[".repeat(30000)}`;
    assert.equal(await status(server, post("/api/v1/guest", deep, "Connection: close\r\n"), "127.0.0.10"), 400);
  });
});

test("no path leads out of the folder of pages", async (t) => {
  const up = ["..", "%2e%2e", "%252e%252e", "..%2f..", "..%5c..", "..\\..", "%c0%ae%c0%ae", ".%00./..", "....//..."];
  const paths = up.flatMap((dots) => [`/${dots}/secret.txt`, `/web/${dots}/secret.txt`, `/icons/${dots}/${dots}/secret.txt`]);
  paths.push(join(folder, "secret.txt"), `//${folder}/secret.txt`, `/file://${folder}/secret.txt`, "/secret.txt%00.js");
  paths.push("/%2fetc%2fpasswd", "/etc/passwd", "/api/v1/records/..%2f..%2fsecret.txt", "/api/v1/tables/../../healthz");
  await siege(t, async () => {
    for (const path of paths) {
      const answer = await shout(server, `GET ${path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n`, "127.0.0.11");
      assert.match(answer, /^HTTP\/1\.1 (400|404)/, path);
      assert.doesNotMatch(answer, /top secret|root:/, path);
    }
  });
});

// ---- Changing the account --------------------------------------------------------------------------------------------

test("cookies and tickets that were not made here are nobody's", async () => {
  const [ada, eve] = [await Guest.arrive(server.url, "Ada"), await Guest.arrive(server.url, "Eve")];
  const me = async (cookie) => {
    const answer = await fetch(`${server.url}/api/v1/me`, { headers: { cookie } });
    return (await answer.json()).person?.id ?? null;
  };
  assert.equal(await me(ada.cookie), ada.person);
  const [id, seal] = ada.cookie.replace("bivouac=", "").split(".");
  const eveSeal = eve.cookie.split(".").at(-1);
  const flipped = seal.slice(0, -1) + (seal.endsWith("0") ? "1" : "0");
  const forged = [id, `${id}.`, `${id}.${eveSeal}`, `${id}.${flipped}`, `${id}.${seal}0`, `${id}.${seal.slice(1)}`, `.${seal}`];
  forged.push(`${id}.${seal.toUpperCase()}x`, `${id.slice(1)}.${seal}`, `${id}'--.${seal}`, `${"x".repeat(4000)}.${seal}`, "..", ".");
  for (const value of forged) assert.equal(await me(`bivouac=${value}`), null, value);

  const { ticket } = (await ada.http("POST", "/api/v1/me/ticket", {})).body;
  const parts = ticket.split(".");
  const later = [parts[0], String(Number(parts[1]) + 3600000), ...parts.slice(2)].join(".");
  const stolen = [eve.person, ...parts.slice(1)].join(".");
  for (const wrong of [later, stolen, "", "..", `${parts[0]}.${seal}`, ticket.slice(0, -1), `${parts[0]}.99999999999999999999.${seal}`]) {
    const answer = await eve.http("POST", "/api/v1/resume", { ticket: wrong });
    assert.equal(answer.body.code, "bad-ticket", wrong);
  }
  assert.equal((await fetch(`${server.url}/api/v1/me`, { headers: { cookie: `bivouac=${ticket}` } }).then((a) => a.json())).person, null);
});

test("a ticket is good once, here, there, or on a WebSocket", async () => {
  const ada = await enter(server.url, "Ada");
  const ticketOf = async () => (await ada.http("POST", "/api/v1/me/ticket", {})).body.ticket;
  const [first, second, third] = [await ticketOf(), await ticketOf(), await ticketOf()];
  assert.equal(new Set([first, second, third]).size, 3);
  const [one, two] = [new Guest(server.url, "one"), new Guest(server.url, "two")];
  assert.equal((await one.http("POST", "/api/v1/resume", { ticket: first })).body.person.id, ada.person);
  assert.equal((await two.http("POST", "/api/v1/resume", { ticket: first })).body.code, "bad-ticket");
  assert.equal(two.cookie, "");
  const nobody = await two.connect();
  assert.equal((await nobody.ask({ do: "resume", ticket: first })).code, "bad-ticket");
  await nobody.will({ do: "resume", ticket: second });
  assert.equal((await nobody.ask({ do: "resume", ticket: second })).code, "bad-ticket");
  const thieves = [1, 2, 3, 4, 5].map((i) => new Guest(server.url, `thief ${i}`));
  const answers = await Promise.all(thieves.map((thief) => thief.http("POST", "/api/v1/resume", { ticket: third })));
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 403, 403, 403, 403]);
  for (const guest of [ada, nobody]) guest.leave();
});

test("a connection that changes its player receives no more messages of the former player", async () => {
  const [ada, bob, eve] = [await enter(server.url, "Ada"), await enter(server.url, "Bob"), await enter(server.url, "Eve")];
  const ticketOf = async (guest) => (await guest.http("POST", "/api/v1/me/ticket", {})).body.ticket;
  const table = await begin(ada, { game: "chevaliers" }, { S: ada, O: bob });
  const own = await ticketOf(eve);
  await eve.will({ do: "resume", ticket: await ticketOf(ada) });
  await eve.will({ do: "subscribe", table });
  assert.equal(eve.latest(table).as, "S");
  await eve.will({ do: "resume", ticket: own });
  const before = eve.messages.length;
  await bob.will({ do: "say", table, text: "to whom it concerns" });
  await caughtUp(eve);
  assert.deepEqual(eve.messages.slice(before).filter((message) => message.table === table), []);
  await eve.will({ do: "subscribe", table });
  assert.equal(eve.latest(table).as, "watcher");
});

test("another's seat, key and moves are not one's own, and a move sent again is not played twice", async (t) => {
  const [ada, bob, eve] = [await enter(server.url, "Ada"), await enter(server.url, "Bob"), await enter(server.url, "Eve")];
  await siege(t, async () => {
    const table = await begin(ada, { game: "chevaliers" }, { S: ada, O: bob });
    const seat = ada.latest(table).toAct[0];
    const [mover, other] = seat === "S" ? [ada, bob] : [bob, ada];
    const { legal } = await mover.will({ do: "legal", table, seat });
    const move = { do: "play", table, seat, token: legal[0], key: "first" };
    for (const thief of [other, eve]) assert.equal((await thief.ask(move)).code, "not-your-seat");
    assert.equal((await eve.ask({ do: "legal", table, seat })).code, "not-your-seat");
    assert.equal((await eve.ask({ do: "resign", table, seat })).code, "not-your-seat");
    assert.equal((await eve.http("GET", `/api/v1/tables/${table}?as=${seat}`)).status, 403);

    await mover.will(move);
    for (let i = 0; i < 5; i++) await mover.will(move); // its answer was lost: granted, and nothing happens
    assert.notEqual((await other.ask(move)).type, "done", "a captured message is worth nothing to another");
    assert.notEqual((await mover.ask({ ...move, key: "second" })).type, "done", "nor is it one's turn again");
    const { legal: answers } = await other.will({ do: "legal", table });
    await other.will({ do: "play", table, token: answers[0], key: "answer" });
    await mover.will({ do: "resign", table, seat });
    const { tokens } = (await ada.http("GET", `/api/v1/records/${table}`)).body;
    assert.equal(tokens.length, 2);

    const kept = await ada.will({ do: "open", game: "chars", occupants: { V: "me", G: "invite" } });
    for (const key of [undefined, "", "wrong", kept.keys.G.slice(1), `${kept.keys.G}x`])
      assert.equal((await eve.ask({ do: "sit", table: kept.table, seat: "G", key })).code, "seat-reserved", key);
    await bob.will({ do: "sit", table: kept.table, seat: "G", key: kept.keys.G });
  });
  for (const one of [ada, bob, eve]) one.leave();
});

test("pages of other sites can neither ask for changes nor open a WebSocket", async () => {
  const foreign = "Origin: https://elsewhere.example\r\n";
  assert.equal(await status(server, post("/api/v1/guest", '{"name":"X"}', `${foreign}Connection: close\r\n`)), 403);
  assert.match(await firstLine(handshake("", foreign)), /^HTTP\/1\.1 403/);
  assert.match(await firstLine(handshake("", "Origin: null\r\n")), /^HTTP\/1\.1 403/);
  assert.match(await firstLine(handshake("", `Origin: http://here.elsewhere.example\r\n`)), /^HTTP\/1\.1 403/);
  assert.match(await firstLine(handshake("", "Origin: http://here\r\n")), /^HTTP\/1\.1 101/);
});

test("every answer is guarded, and a cookie is for its own site and for no script", async () => {
  const guest = await fetch(`${server.url}/api/v1/guest`, { method: "POST", body: '{"name":"Ada"}' });
  assert.match(guest.headers.get("set-cookie"), /; HttpOnly; SameSite=Lax/);
  const paths = ["/", "/nothing", "/healthz", "/api/v1/games", "/api/v1/nothing", "/api/v1/me", "/api/v1/records/none", "/t/x?key=y"];
  for (const path of paths)
    for (const method of ["GET", "HEAD", "POST", "OPTIONS"]) {
      const { headers } = await fetch(server.url + path, { method });
      const policy = headers.get("content-security-policy");
      assert.match(policy, /default-src 'none'.*frame-ancestors 'none'/, path);
      assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval'(?<!wasm-unsafe-eval')|\*/, path);
      assert.equal(headers.get("x-content-type-options"), "nosniff", path);
      assert.equal(headers.get("referrer-policy"), "no-referrer", path);
      assert.equal(headers.get("access-control-allow-origin"), null, path);
    }
});
