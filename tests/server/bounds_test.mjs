// What everybody has so much of and no more: guests, tables, chats, WebSockets, attempts to log in, events at a table; counted
// for the person and for the address, which is the client's own behind a proxy.
// runs: release
// runs with --all: postgres
import { test, before, after } from "node:test";
import assert from "node:assert/strict";
import { openServer, Guest, program, enter, begin } from "./client.mjs";
import { call, handshake, open, until } from "./attacker.mjs";

let server;

const settings = (set) => Object.entries(set).flatMap(([key, value]) => ["--config-set", `${key}=${value}`]);

before(async () => {
  server = await openServer(program, { options: settings({ "local-limit-factor": 1 }) });
});

after(async () => {
  assert.equal((await server.close()).code, 0);
});

/** A request that comes, as a proxy on this machine says, from an address. */
async function through(address, path, body, at = server) {
  const headers = { "x-forwarded-for": address, "content-type": "application/json" };
  const answer = await fetch(at.url + path, { method: body ? "POST" : "GET", headers, body: body && JSON.stringify(body) });
  return { status: answer.status, wait: Number(answer.headers.get("retry-after")), body: await answer.json() };
}

/** How often something is granted before it is refused, and the refusal. */
async function granted(ask, most = 500) {
  for (let count = 0; count < most; count++) {
    const answer = await ask(count);
    const code = answer.code ?? answer.body?.code;
    if (code) return { count, code, wait: answer.wait };
  }
  assert.fail(`granted ${most} times`);
}

test("guests: so many from an address in an hour, and another address is another", async () => {
  const made = await granted(() => through("203.0.113.1", "/api/v1/guest", { name: "Many" }));
  assert.deepEqual([made.count, made.code], [120, "too-many"]);
  assert.ok(made.wait > 0 && made.wait <= 30, `${made.wait} seconds`);
  assert.equal((await through("203.0.113.2", "/api/v1/guest", { name: "Other" })).status, 201);
  const six = await granted((i) => through(`2001:db8:1:2::${i.toString(16)}`, "/api/v1/guest", { name: "Six" }));
  assert.equal(six.count, 120, "a /64 is one address");
  assert.equal((await through("2001:db8:1:3::1", "/api/v1/guest", { name: "Six" })).status, 201);
});

test("requests: the list of a proxy is believed from its end", async () => {
  const calm = await openServer(program, { options: settings({ "local-limit-factor": 1, "requests-per-second": 1 }) });
  const flood = await granted((i) => through(`198.51.100.${i % 200}, 203.0.113.3`, "/api/v1/me", undefined, calm));
  assert.equal(flood.code, "too-many");
  assert.equal((await through("203.0.113.3, 203.0.113.4", "/api/v1/me", undefined, calm)).status, 200);
  await calm.close();
});

test("changes: so many in an hour, whatever they are", async () => {
  const calm = await openServer(program, { options: settings({ "local-limit-factor": 1, "changes-per-hour": 10 }) });
  const ada = await Guest.arrive(calm.url, "Ada");
  const changed = await granted((i) => ada.http("PATCH", "/api/v1/me", { name: `Ada ${i}` }).then(({ body }) => body));
  assert.deepEqual([changed.count, changed.code], [10, "too-many"]);
  assert.equal((await ada.http("GET", "/api/v1/me")).body.person.name, "Ada 9");
  await calm.close();
});

test("tables: so many opened in an hour, so many that are not over", async () => {
  const busy = await enter(server.url, "Busy");
  const opened = await granted(() => busy.ask({ do: "open", game: "chars" }));
  assert.deepEqual([opened.count, opened.code], [120, "too-many"]);
  assert.ok(opened.wait > 0 && opened.wait <= 30);
  busy.leave();
  const small = await openServer(program, { options: settings({ "unfinished-tables-per-player": 3 }) });
  const keen = await enter(small.url, "Keen");
  const open = await granted(() => keen.ask({ do: "open", game: "chars" }));
  assert.deepEqual([open.count, open.code, open.wait], [3, "too-many", undefined]);
  const { tables } = (await keen.http("GET", "/api/v1/me")).body;
  await keen.will({ do: "cancel", table: tables[0].table });
  await keen.will({ do: "open", game: "chars" });
  keen.leave();
  await small.close();
});

test("chats: so many in a minute; events besides moves: so many at a table, where one can still play and resign", async () => {
  const [ada, bob] = [await enter(server.url, "Ada"), await enter(server.url, "Bob")];
  const table = await begin(ada, { game: "chevaliers" }, { S: ada, O: bob });
  const said = await granted(() => ada.ask({ do: "say", table, text: "bla" }));
  assert.deepEqual([said.count, said.code], [30, "too-many"]);
  await bob.will({ do: "say", table, text: "I may still talk" });
  for (const one of [ada, bob]) one.leave();

  const free = await openServer(program, { options: settings({ "chats-per-minute": 0 }) });
  const [eve, max] = [await enter(free.url, "Eve"), await enter(free.url, "Max")];
  const there = await begin(eve, { game: "chevaliers" }, { S: eve, O: max });
  const talk = await granted(() => eve.ask({ do: "say", table: there, text: "bla" }), 6000);
  assert.equal(talk.code, "too-many");
  assert.ok(talk.count > 4900 && talk.count < 5000, `${talk.count} were said`);
  const { toAct } = eve.latest(there);
  const mover = toAct[0] === "S" ? eve : max;
  const { legal } = await mover.will({ do: "legal", table: there });
  await mover.will({ do: "play", table: there, token: legal[0] });
  await max.will({ do: "resign", table: there });
  for (const one of [eve, max]) one.leave();
  await free.close();
});

test("WebSockets: so many of a person, so many from an address", async () => {
  const ada = await Guest.arrive(server.url, "Ada");
  const first = async (request) => {
    const socket = call(server, "127.0.0.1");
    socket.write(request);
    await until(() => socket.text.includes("\r\n"));
    return { socket, line: socket.text.split("\r\n")[0] };
  };
  const sockets = [];
  for (let i = 0; i < 16; i++) sockets.push(await open(server, { from: "127.0.0.1", cookie: ada.cookie }));
  const refused = await first(handshake(ada.cookie));
  assert.match(refused.line, /^HTTP\/1\.1 429/);
  refused.socket.destroy();
  for (const socket of sockets.splice(0)) socket.destroy();
  let counts = { 101: 0, 429: 0 };
  for (let i = 0; i < 66; i++) {
    const { socket, line } = await first(handshake("", "X-Forwarded-For: 203.0.113.7\r\n"));
    counts[line.split(" ")[1]]++;
    sockets.push(socket);
    if (i === 63) assert.deepEqual(counts, { 101: 64, 429: 0 });
  }
  assert.ok(counts[429] >= 1, JSON.stringify(counts));
  for (const socket of sockets) socket.destroy();
});

test("passwords: nobody guesses one from many addresses, nor many from one", async () => {
  const name = "Madeleine";
  const password = "a long way home";
  const made = await through("203.0.113.50", "/api/v1/account", { name, password });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const login = (i, given) => through(`203.0.114.${i}`, "/api/v1/login", { name, password: given });
  let wrong = 0;
  let last;
  while ((last = await login(1, `guess number ${wrong}`)).body.code !== "too-many" && wrong < 40) wrong++;
  assert.equal(wrong, 20, "wrong ones for one account, from one address");
  assert.ok(last.wait > 0);
  assert.equal((await login(201, password)).status, 200, "which keeps nobody else out");
  while ((last = await login(2 + (wrong % 180), `guess number ${wrong}`)).body.code !== "too-many" && wrong < 140) wrong++;
  assert.ok(wrong >= 100 && wrong < 110, `${wrong} wrong ones for one account, each from another address`);
  assert.ok(last.wait > 0);
  assert.equal((await login(200, password)).body.code, "too-many", "until one may be tried again");
  const many = await granted(async (i) => {
    const answer = await through("203.0.113.60", "/api/v1/login", { name: `Nobody ${i}`, password: "guess number" });
    return answer.body.code === "too-many" ? answer : {};
  });
  // One more comes back every three seconds.
  assert.ok(many.count >= 20 && many.count < 40, `${many.count} from one address, to whatever account`);
});
