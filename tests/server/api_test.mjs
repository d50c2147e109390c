// Holds the documents of the interface against the server, both ways: every route of docs/openapi.json is called and every
// answer read with its schema; every request of docs/api.md is sent where it is granted, every message that comes has the
// fields that the page lists; what the sources can say is documented, and what is documented the sources can say.
//
//     BIVOUAC=build/bivouac node --test tests/server/api_test.mjs       BIVOUAC_PATIENT=1 also waits two minutes for a game to be claimed
// runs: release
import { test, before, after, afterEach } from "node:test";
import assert from "node:assert/strict";
import { get, request } from "node:http";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openServer, Guest, program } from "./client.mjs";
import { Reader, all, call, called, eventNames, faults, filesIn, granted, heard, openapi, page, read, refused, root, routes, sorted, sources, types, wrongs, wrongsOf } from "./contract.mjs";

const patient = process.env.BIVOUAC_PATIENT === "1";
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// ---- Documents and sources -----------------------------------------------------------------------------------------

test("routes: those of the sources and of docs/openapi.json are the same", () => {
  const inSource = routes();
  const inDocument = Object.entries(openapi.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => !operation["x-websocket"])
      .map(([method]) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, "*").replace("*.record", "*")}`),
  );
  assert.ok(inSource.length > 10);
  assert.deepEqual(sorted(inDocument), sorted(inSource));
});

test("messages: what the sources write and docs/api.md are the same", () => {
  const others = all(sources(), /(?:"type", |put_head\(table, )([^;]*)\);/g).flatMap((words) =>
    all(words, /"([a-z-]+)"/g),
  );
  assert.deepEqual(sorted(page.server.keys()), sorted([...eventNames(), ...others]));
  const words = ["src/core", "src/games"].flatMap(filesIn).map(read).join("\n");
  const kinds = all(words, /\{[A-Z]+_EVENT_[A-Z]+,\s+"([a-z]+)"/g);
  assert.deepEqual(sorted(openapi.components.schemas.EventKind.enum), sorted(kinds));
  assert.deepEqual(sorted(page.kinds), sorted(kinds));
  assert.deepEqual(sorted(openapi.components.schemas.TableEvent.properties.type.enum), sorted(eventNames()));
});

test("the documents and the types of the client are those of protocol/", () => {
  execFileSync(join(root, "protocol/make"), ["--check"], { stdio: "pipe" });
});

test("refusals: the sources give every reason of protocol/protocol.def", () => {
  const reasons = [];
  for (const [, code, lines] of read("protocol/protocol.def").matchAll(/^refusal ([a-z-]+) .*\n((?: .*\n)+)/gm))
    for (const line of lines.trimEnd().split("\n"))
      reasons.push([code, line.match(/^ +([a-z-]+): /)?.[1]].filter(Boolean).join("-").toUpperCase().replaceAll("-", "_"));
  const given = all(sources(), /\bREFUSE_([A-Z_]+)/g);
  const scalars = all(read("protocol/protocol.def"), /^scalar \w+: .*?  ([a-z]+(?:-[a-z]+)+)  /gm);
  given.push(...[...scalars, "bad-setup"].map((code) => code.toUpperCase().replaceAll("-", "_")));
  assert.ok(reasons.length > 100);
  assert.deepEqual(sorted(reasons), sorted(given));
});

test("limits: the numbers of docs/api.md are those of the sources", () => {
  const limit = (path, name) => {
    const [, a, b = "1"] = read(path).match(new RegExp(`\\b\\.?${name} = (\\d+)(?: \\* (\\d+))?`));
    return a * b;
  };
  const kib = (bytes) => `${bytes / 1024} KiB`;
  const net = (name) => limit("src/net/net.c", name);
  const [name, said] = [limit("src/table/table.h", "TABLE_NAME_MAX"), limit("src/table/event.h", "TABLE_SAID_MAX")];
  const [word, key] = [limit("src/core/dice.h", "BV_WORD_MAX"), limit("src/core/ids.h", "ID_SIZE") - 1];
  const [board, position] = [
    limit("src/core/board.h", "BV_BOARD_TEXT_MAX"),
    limit("src/core/game.h", "BV_POSITION_MAX"),
  ];
  const limits = read("docs/api.md").split("## Limits")[1];
  for (const row of [
    `from a client | ${kib(net("message"))} (`,
    `its head | ${kib(net("body"))}, ${kib(net("head"))} |`,
    `read by a client | ${kib(net("queue"))} (`,
    `subscribes to | ${limit("src/server/delivery/client.h", "CLIENT_SUBSCRIPTIONS_MAX")} |`,
    `share a seat | ${limit("src/table/table.h", "TABLE_GROUP_MAX")} |`,
    `key | ${name}, ${word}, ${said}, ${key} bytes |`,
    `a position | ${kib(board)}, ${kib(position)} |`,
    `\`legal\` lists | ${limit("src/table/messages.h", "MESSAGES_LEGAL_MAX")} |`,
    `\`subscribe\` repeats | ${limit("src/server/delivery/subscriptions.c", "MISSED_MAX")} |`,
    `connections | ${net("connections").toLocaleString("en")} (`,
    `silent for ${net("silence_seconds")} seconds`,
  ])
    assert.ok(limits.includes(row), row);
});

test("examples: each is what its own description says", () => {
  for (const [type, { example, always }] of page.server) {
    assert.equal(example.type, type);
    assert.ok(always.length, `${type} lists no fields`);
    assert.deepEqual(wrongsOf(example), [], type);
  }
  for (const [verb, { example }] of page.client) assert.equal(example.do, verb);
  const visit = (node, path) => {
    if (node?.schema && "example" in node) assert.deepEqual(wrongs(node.schema, node.example), [], path);
    if (node && typeof node === "object")
      for (const [name, child] of Object.entries(node)) if (name !== "example") visit(child, `${path}/${name}`);
  };
  visit(openapi, "");
});

/** The table of seats in docs/api.md: "chars 2" → ["G", "V"]. */
function seatsOnPage() {
  const table = read("docs/api.md").split("### Games and seats")[1].split("## Accounts")[0];
  const rows = [...table.matchAll(/^\| `([a-z]+)` \| (\d) \| (.*) \|$/gm)];
  return Object.fromEntries(rows.map(([, game, seats, cell]) => [`${game} ${seats}`, all(cell, /`([^`]+)`/g)]));
}

// ---- A server ---------------------------------------------------------------------------------------------------------

let server, ada, bob, cleo, nobody;
const data = mkdtempSync(join(tmpdir(), "bivouac-api-"));
const everybody = () => [ada, bob, cleo, nobody];

before(async () => {
  server = await openServer(program, { data });
  ada = await Reader.enter(server.url, "Ada");
  bob = await Reader.enter(server.url, "Bob");
  cleo = await Reader.enter(server.url, "Cléo");
  nobody = await new Reader(server.url, "nobody").connect();
});

afterEach(() => assert.deepEqual(faults.splice(0), []));

after(async () => {
  for (const guest of everybody()) guest?.leave();
  if (server) await server.close();
  rmSync(data, { recursive: true, force: true });
});

/** Opens a table and seats people, who subscribe it; starts unless `start` is false. */
async function begin(fields, people, start = true) {
  const { table } = await ada.will({ do: "open", game: "chevaliers", ...fields });
  for (const [seat, guest] of Object.entries(people)) await guest.will({ do: "sit", table, seat });
  for (const guest of new Set(Object.values(people))) await guest.will({ do: "subscribe", table });
  if (start) await ada.example("start", { table });
  return table;
}

/** When this is over, the guests have got everything that was told before. */
const caughtUp = (...guests) => Promise.all(guests.map((guest) => guest.will({ do: "ping" })));

// ---- HTTP ----------------------------------------------------------------------------------------------------------

test("the list of games, the server, and requests that cannot be meant", async () => {
  const { games } = (await call(nobody, "get", "/api/v1/games")).body;
  assert.ok(games.length >= 5);
  const forms = games.flatMap(({ id, forms }) => forms.map(({ seats, seat }) => [`${id} ${seats}`, seat.map((one) => one.seat).sort()]));
  const written = Object.entries(seatsOnPage()).map(([form, seats]) => [form, seats.sort()]);
  assert.deepEqual(Object.fromEntries(written), Object.fromEntries(forms), "the seats of docs/api.md");
  assert.equal((await call(nobody, "get", "/healthz")).body.status, "good");
  for (const path of ["/api/v1/games", "/healthz", "/api/v1/tables", "/api/v1/me", "/api/v1/records"])
    await call(ada, "get", path, { as: "delete", status: 405 });
  for (const [method, path] of [
    ["post", "/api/v1/tables"],
    ["patch", "/api/v1/me"],
    ["post", "/api/v1/me/ticket"],
  ])
    await call(ada, method, path, { body: {}, headers: { origin: "http://elsewhere.example" }, status: 403 });
  assert.equal((await ada.http("GET", "/api/v1/nothing")).body.code, "not-found");
  refused.add("not-found");
  // `fetch` writes its own Host.
  const named = await new Promise((resolve, reject) =>
    get(`${server.url}/api/v1/games`, { headers: { host: "attacker.example" } }, (answer) => {
      let text = "";
      answer.on("data", (data) => (text += data)).on("end", () => resolve({ status: answer.statusCode, body: JSON.parse(text) }));
    }).on("error", reject),
  );
  assert.deepEqual([named.status, named.body.code], [page.codes.get("wrong-host"), "wrong-host"]);
  refused.add("wrong-host");
  assert.equal((await ada.http("GET", "/api/v1/games")).headers.get("content-type"), "application/json");
});

test("the WebSocket opens for programs and for our own pages", async () => {
  const usual = { connection: "Upgrade", upgrade: "websocket", "sec-websocket-version": "13" };
  const shake = (headers) =>
    new Promise((resolve, reject) => {
      const key = { "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==" };
      const asked = request(`${server.url}/api/v1/socket`, { headers: { ...usual, ...key, ...headers } });
      asked.on("upgrade", (answer, socket) => resolve(answer.statusCode, socket.destroy()));
      asked.on("response", (answer) => resolve(answer.statusCode, answer.resume()));
      asked.on("error", reject).end();
    });
  const documented = Object.keys(openapi.paths["/api/v1/socket"].get.responses);
  const tried = [{}, { origin: server.url }, { origin: "http://elsewhere.example" }, { "sec-websocket-version": "8" }];
  const statuses = await Promise.all(tried.map(shake));
  assert.deepEqual(statuses, [101, 101, 403, 426]);
  for (const status of statuses) assert.ok(documented.includes(String(status)));
});

test("tables and records over HTTP", async () => {
  const opening = openapi.paths["/api/v1/tables"].post.requestBody.content["application/json"].example;
  await call(nobody, "post", "/api/v1/tables", { body: opening, status: 401 });
  const wrong = [{ game: "go" }, { seats: 5 }, { time: 5 }, { position: "x" }, { occupants: { V: "you" } }];
  wrong.push({ game: undefined }, { occupants: { Z: "me" } }, { occupants: { V: "me" }, start: true });
  for (const fields of wrong)
    await call(ada, "post", "/api/v1/tables", { body: { ...opening, ...fields }, status: 400 });
  const opened = (await call(ada, "post", "/api/v1/tables", { body: opening })).body;
  assert.deepEqual(Object.keys(opened.keys), ["G"]);
  const lines = (await call(nobody, "get", "/api/v1/tables", { query: "game=chars" })).body.tables;
  assert.equal(lines.map((line) => line.table).join(), opened.table);
  assert.equal((await call(nobody, "get", "/api/v1/tables", { query: "game=paris" })).body.tables.length, 0);

  const body = { game: "chars", public: true, occupants: { V: "me", G: "me" }, start: true };
  const { table } = (await call(ada, "post", "/api/v1/tables", { body })).body;
  const path = "/api/v1/tables/{id}";
  assert.equal((await call(ada, "get", path, { id: table })).body.as, "V");
  assert.equal((await call(ada, "get", path, { id: table, query: "as=G" })).body.as, "G");
  assert.equal((await call(bob, "get", path, { id: table })).body.as, "watcher");
  await call(bob, "get", path, { id: table, query: "as=G", status: 403 });
  await call(bob, "get", path, { id: "none", status: 404 });
  const history = (await call(ada, "get", `${path}/history`, { id: table })).body;
  assert.deepEqual(types(history.messages), ["sit", "sit", "start"]);
  const rest = (await call(ada, "get", `${path}/history`, { id: table, query: "since=2" })).body;
  assert.deepEqual(rest, { messages: history.messages.slice(2), more: false });
  await call(ada, "get", `${path}/history`, { id: table, query: "since=x", status: 400 });
  await call(bob, "get", `${path}/history`, { id: table, query: "as=V", status: 403 });
  await call(bob, "get", `${path}/history`, { id: "none", status: 404 });
  assert.ok((await call(ada, "get", "/api/v1/me")).body.tables.some((one) => one.table === table));

  const record = "/api/v1/records/{id}";
  for (const one of [record, `${record}.record`, `${record}/picture.svg`, `${record}/picture.png`]) {
    await call(bob, "get", one, { id: table, status: 404 });
    await call(bob, "get", one, { id: "none", status: 404 });
  }
  await ada.will({ do: "play", table, seat: "V", token: "A=11" });
  await ada.example("resign", { table, seat: "V" });
  const whole = (await call(bob, "get", record, { id: table })).body;
  assert.deepEqual([whole.length, whole.tokens, whole.result], [1, [["V", "A=11"]], "V 0 G 1 resigned"]);
  const text = (await call(bob, "get", `${record}.record`, { id: table })).body;
  assert.match(text, /\nV A=11\nresult V 0 G 1 resigned\n$/);
  assert.match((await call(bob, "get", `${record}/picture.svg`, { id: table })).body, /^<svg .*<\/svg>\n$/s);
  assert.match((await call(bob, "get", `${record}/picture.png`, { id: table })).body, /^.PNG\r\n/);
  assert.equal((await call(bob, "get", path, { id: table, query: "as=V" })).body.as, "V");
});

test("records are found by everything the parameters promise", async () => {
  const find = async (guest, query, status) => (await call(guest, "get", "/api/v1/records", { query, status })).body;
  const occupants = { G: "me", B: "me", N: "computer:1" };
  const { table } = await ada.will({ do: "open", game: "paris", occupants, start: true });
  await ada.will({ do: "resign", table, seat: "G" });
  const now = new Date();
  const day = (days) => new Date(now.getTime() + days * 864e5).toISOString().slice(0, 10);
  const about = "game=chars&player=ADA&option=own-fire%3Doff&result=G&reason=resigned";
  const open = await find(nobody, `${about}&from=${day(-1)}&to=${day(1)}&most=1`);
  assert.equal(open.records.length, 1);
  assert.deepEqual((await find(nobody, `before=${open.before ?? "1-1"}`)).records, []);
  const others = ["game=kriegspiel", "player=Nobody", "result=V", "reason=time", `from=${day(1)}`, `to=${day(-1)}`];
  for (const nothing of others) assert.deepEqual((await find(nobody, nothing)).records, [], nothing);
  // A private game is found by those who played it, with all the other parameters.
  assert.ok(!(await find(nobody, "")).records.some((one) => one.table === table));
  for (const query of ["mine=1", "mine=1&game=paris", "mine=1&result=BN&reason=resigned"])
    assert.match(JSON.stringify(await find(ada, query)), new RegExp(table), query);
  for (const query of ["most=0", "most=101", "from=tomorrow", "to=2026-02-30", "before=x"]) await find(ada, query, 400);
  await find(nobody, "mine=1", 401);
  const source = read("src/server/records/records_api.c");
  const asked = all(source, /(?:api_query_get\([^,]+|read_day\(exchange), "([a-z]+)"/g);
  asked.push(...all(source.match(/exact\[\] = \{([^}]*)\}/)[1], /"([a-z]+)"/g));
  const documented = openapi.paths["/api/v1/records"].get.parameters.map((one) => one.name);
  assert.deepEqual(sorted(documented), sorted(asked));
});

// ---- The WebSocket -------------------------------------------------------------------------------------------------

let flagged; // a table whose time runs out while the others are played

test("a clock is set running, and time lost on the way is given back", async () => {
  flagged = (
    await ada.will({ do: "open", game: "chevaliers", time: { seconds: 10 }, occupants: { S: "me", O: "me" }, start: true })
  ).table;
  await pause(60);
  const credit = cleo.hear("credit");
  await cleo.will({ do: "subscribe", table: flagged });
  await ada.will({ do: "subscribe", table: flagged });
  assert.ok((await credit).milliseconds >= 50);
});

test("a ticket says who one is where no cookie can", async () => {
  const { ticket } = (await call(ada, "post", "/api/v1/me/ticket")).body;
  const device = await new Reader(server.url, "device").connect();
  await device.refusal({ do: "resume", ticket: "x" }, "bad-ticket");
  assert.equal((await device.example("resume", { ticket })).person.id, ada.person);
  device.leave();
});

test("the lobby, and everything about seats", async () => {
  await nobody.example("lobby");
  assert.equal(nobody.take("lobby").length, 1);
  const { table, keys } = await ada.example("open");
  await bob.example("subscribe", { table });
  await ada.example("subscribe", { table });
  await bob.refusal({ do: "sit", table, seat: "O" }, "seat-reserved");
  await bob.example("sit", { table, key: keys.O });
  assert.equal(bob.latest(table).as, "O", "who sits down is shown the table from there");
  await bob.will({ do: "sit", table, seat: "O" });
  await bob.example("word", { table });
  await bob.refusal({ do: "word", table, word: " " }, "bad-word");
  await cleo.refusal({ do: "sit", table, seat: "S" }, "taken");
  await bob.refusal({ do: "cancel", table }, "not-owner");
  await bob.refusal({ do: "sit", table, seat: "Z" }, "no-such-seat");
  await ada.refusal({ do: "computer", table, seat: "O", level: 9 }, "bad-level");
  await ada.refusal({ do: "play", table, token: "a4-a5" }, "not-begun");
  await bob.example("stand", { table });
  assert.equal(bob.latest(table).as, "watcher");
  await ada.refusal({ do: "start", table }, "empty-seat");
  await ada.example("computer", { table });
  await ada.example("free", { table });
  const { key } = await ada.example("invite", { table });
  await cleo.refusal({ do: "join", table, seat: "O" }, "seat-not-held");
  await bob.example("sit", { table, key });
  await bob.refusal({ do: "invite", table, people: 6 }, "bad-group");
  await ada.refusal({ do: "join", table, seat: "O" }, "other-side");
  await cleo.example("join", { table });
  await bob.example("admit", { table, person: cleo.person });
  await bob.refusal({ do: "admit", table, seat: "O" }, "no-join");
  const dan = await Reader.enter(server.url, "Dan");
  await dan.will({ do: "join", table, seat: "O" });
  await bob.example("reject", { table, person: dan.person });
  await dan.refusal({ do: "join", table, seat: "O" }, "rejected");
  dan.leave();
  await cleo.will({ do: "stand", table, seat: "O" });
  await ada.example("free", { table });
  await caughtUp(bob);
  assert.equal(bob.latest(table).as, "watcher", "who has lost a seat hears it no more");
  await ada.example("cancel", { table });
  await call(ada, "get", "/api/v1/records/{id}", { id: table, status: 404 });
  await caughtUp(ada, bob);
  const told = bob.messages.filter((message) => message.table === table && message.n).map((message) => message.type);
  for (const type of ["sit", "word", "stand", "computer", "free", "reserve", "join", "reject", "cancel"])
    assert.ok(told.includes(type), type);
  await nobody.will({ do: "lobby-leave" });
  assert.ok(nobody.messages.some((message) => message.type === "lobby-table" && message.table === table));
  assert.ok(nobody.messages.some((message) => message.type === "lobby-gone" && message.table === table));
  await nobody.example("lobby-leave");
  await bob.example("leave", { table });
  await bob.refusal({ do: "mute", table, on: true }, "not-subscribed");
});

test("a game with all its questions, and another", async () => {
  const table = await begin({}, { S: ada, O: bob });
  await nobody.will({ do: "subscribe", table });
  await bob.refusal({ do: "start", table }, "begun");
  const [token, another] = await ada.legal(table, "S");
  await bob.refusal({ do: "play", table, token }, "not-your-turn");
  await ada.refusal({ do: "play", table, token: "a1-a1" }, "illegal");
  await ada.refusal({ do: "play", table }, "bad-message");
  await ada.refusal({ do: "ask", table }, "cannot-take-back");
  await ada.refusal({ do: "grant", table }, "no-ask");
  await ada.refusal({ do: "accept", table }, "no-offer");
  await ada.refusal({ do: "agree", table }, "no-proposal");
  await ada.refusal({ do: "vacation", table, days: 1 }, "no-vacation");
  await ada.refusal({ do: "claim", table }, "not-abandoned");
  await ada.refusal({ do: "legal", table, seat: "O" }, "not-your-seat");
  bob.messages = [];
  await ada.example("play", { table, token });
  await ada.example("play", { table, token }); // its answer was lost
  await caughtUp(bob);
  assert.equal(bob.take("play").length, 1, "a move that is sent twice is played once");
  await ada.example("ask", { table });
  await bob.example("refuse", { table });
  await ada.example("ask", { table });
  await bob.example("grant", { table });
  assert.deepEqual(ada.latest(table).toAct, ["S"]);
  await ada.example("play", { table, token: another, key: "another" });
  await ada.example("say", { table });
  await bob.example("mute", { table });
  await ada.will({ do: "say", table, to: "side", text: "to myself" });
  bob.messages = [];
  await ada.example("say", { table });
  await caughtUp(bob);
  assert.equal(bob.take("say")[0].muted, true);
  await ada.refusal({ do: "say", table, text: "" }, "bad-text");
  await nobody.refusal({ do: "say", table, text: "hello" }, "needs-name");
  await ada.example("offer", { table });
  await bob.example("decline", { table });
  await ada.example("offer", { table });
  await bob.example("accept", { table });
  assert.equal((await call(nobody, "get", "/api/v1/tables/{id}", { id: table })).body.result, "S 1/2 O 1/2 agreed");
  await ada.refusal({ do: "play", table, token }, "over");
  await ada.example("rematch", { table });
  await bob.example("rematch", { table, seat: "O" });
  await caughtUp(ada);
  const { next } = ada.messages.find((message) => message.type === "next");
  await ada.will({ do: "subscribe", table: next });
  const again = ada.latest(next);
  assert.deepEqual([again.stage, again.as], ["playing", "O"], "sides are exchanged");
  await ada.will({ do: "resign", table: next });
});

test("partners agree, groups share a seat", async () => {
  const occupants = { "O.knights": "computer:1", "O.men": "computer:1" };
  const table = await begin({ seats: 4, agreement: true, occupants }, { "S.knights": ada, "S.men": bob });
  const [seat, proposer, partner] = (await ada.legal(table, "S.knights")).length
    ? ["S.knights", ada, bob]
    : ["S.men", bob, ada];
  const other = seat === "S.knights" ? "S.men" : "S.knights";
  const [token] = await proposer.legal(table, seat);
  await nobody.will({ do: "subscribe", table });
  await proposer.example("play", { table, seat, token });
  await proposer.refusal({ do: "agree", table }, "own-proposal");
  await partner.example("object", { table, seat: other });
  await proposer.example("play", { table, seat, token });
  await partner.will({ do: "subscribe", table });
  assert.equal(partner.latest(table).proposal.token, token);
  nobody.messages = [];
  await partner.example("agree", { table, seat: other });
  await caughtUp(nobody);
  assert.equal(nobody.take("propose").length, 0, "proposals are the side's own");
  await ada.will({ do: "resign", table });

  const shared = await begin({}, { S: ada }, false);
  const { key } = await ada.will({ do: "invite", table: shared, seat: "S", people: 5 });
  const friends = await Promise.all([1, 2, 3, 4, 5, 6].map((i) => Reader.enter(server.url, `Friend ${i}`)));
  for (const friend of friends.slice(0, 5)) await friend.will({ do: "sit", table: shared, seat: "S", key });
  await friends[5].refusal({ do: "sit", table: shared, seat: "S", key }, "seat-reserved");
  await friends[5].refusal({ do: "join", table: shared, seat: "S" }, "full");
  for (const friend of friends) friend.leave();
});

test("a ping is answered with the time, and with nothing else", async () => {
  const before = Date.now();
  for (const guest of [ada, nobody]) {
    const { type, re, now, ...rest } = await guest.example("ping");
    assert.deepEqual([type, rest], ["done", {}]);
    assert.ok(Number.isInteger(re) && now >= before - 1000 && now <= Date.now() + 1000, String(now));
  }
});

test("what cannot be meant is refused", async () => {
  for (const [fields, detail] of [
    [{ do: "play", table: flagged, token: "x", seatt: "S" }, /^seatt: there is no such field here$/],
    [{ do: "play", table: flagged }, /^token: the field is missing$/],
    [{ do: "play", table: flagged, token: 5 }, /^token: a text of 0 to 79 bytes is wanted$/],
    [{ do: "mute", table: flagged, on: 1 }, /^on: true or false is wanted$/],
    [{ do: "subscribe", table: flagged, since: true }, /^since: a whole number or an object is wanted$/],
    [{ do: "say", table: flagged, text: "x", to: "all" }, /^to: a text, one of: table side is wanted$/],
    [{ table: flagged }, /^do: /],
  ]) {
    const answer = await ada.ask(fields);
    assert.deepEqual([answer.type, answer.code], ["refused", "bad-message"], JSON.stringify(answer));
    assert.match(answer.detail, detail);
  }
  await ada.refusal({ do: "dance", table: flagged }, "unknown-request");
  await ada.refusal({ do: "subscribe" }, "bad-message");
  await ada.refusal({ do: "subscribe", table: "none" }, "no-such-table");
  await ada.refusal({ do: "open", game: "go" }, "bad-setup");
  await ada.refusal({ do: "open", game: "chars", occupants: { V: "you" } }, "bad-occupant");
  await ada.refusal({ do: "open", game: "chars", occupants: { V: "me", G: "open" } }, "bad-occupant");
  const silent = await begin({ chat: false }, { S: ada, O: ada });
  await ada.refusal({ do: "say", table: silent, text: "psst" }, "chat-off");
  const subscriber = await Reader.enter(server.url, "Subscriber");
  const tables = [];
  for (let i = 0; i < 33; i++) tables.push((await subscriber.will({ do: "open", game: "chars" })).table);
  for (const table of tables.slice(1)) await subscriber.will({ do: "subscribe", table });
  await subscriber.refusal({ do: "subscribe", table: tables[0] }, "too-many");
  subscriber.leave();
});

test("hot seat with secrets: a channel for each side, numbered apart, and nothing missed", async () => {
  const table = await begin({ game: "chars" }, { V: ada, G: ada });
  await cleo.will({ do: "subscribe", table });
  cleo.messages = [];
  const from = ada.bytes.length;
  for (let i = 0; i < 3; i++) await ada.will({ do: "play", table, seat: "V", token: (await ada.legal(table, "V"))[0] });
  await ada.will({ do: "play", table, seat: "G", token: "A=75" });
  await caughtUp(cleo);
  assert.deepEqual(cleo.take("play"), [], "watchers hear nothing of a secret set-up");
  const plays = ada.bytes.slice(from).filter((text) => text.startsWith('{"type":"play"'));
  const numbers = plays.map((text) => JSON.parse(text)).map(({ as, n }) => `${as} ${n}`);
  assert.deepEqual(numbers, ["V 4", "V 5", "V 6", "G 4"]);
  ada.leave();
  await ada.connect();
  ada.bytes = [];
  await ada.example("subscribe", { table, since: { V: 4, G: 3 } });
  assert.deepEqual(
    ada.bytes.filter((text) => text.startsWith('{"type":"play"')),
    [plays[1], plays[2], plays[3]],
  );
  assert.deepEqual(types(ada.messages).slice(-4), ["table", "table", "presence", "done"]);
  await ada.will({ do: "subscribe", table: flagged });
});

test("dice are thrown", async () => {
  const table = await begin({ game: "belligerants" }, { J: ada, R: ada });
  for (let i = 0; i < 500 && !ada.messages.some((message) => message.type === "roll"); i++) {
    const seat = (await ada.legal(table, "J")).length ? "J" : "R";
    const legal = await ada.legal(table, seat);
    await ada.will({ do: "play", table, seat, token: legal[(i * 7) % legal.length] });
  }
  assert.ok(heard.has("roll"));
});

test("days, and a vacation", async () => {
  const table = await begin({ time: { days: 3 } }, { S: ada, O: bob });
  await ada.example("vacation", { table });
  await caughtUp(ada);
  assert.equal(ada.take("vacation")[0].days, 3);
});

test("time runs out", async () => {
  const deadline = Date.now() + 20000;
  while (!cleo.messages.some((message) => message.type === "flag") && Date.now() < deadline) await pause(100);
  assert.ok(heard.has("flag"));
  assert.match((await call(cleo, "get", "/api/v1/tables/{id}", { id: flagged })).body.result, /^S 0 O 1 time$/);
});

test(
  "a game that was left is claimed",
  { skip: !patient && "it takes two minutes of absence: BIVOUAC_PATIENT=1" },
  async () => {
    const table = await begin({ time: { seconds: 900 } }, { S: bob, O: ada });
    bob.leave();
    await pause(121000);
    await ada.example("claim", { table, seat: "O" });
    assert.ok(heard.has("abandon"));
    await bob.connect();
  },
);

test("the server closes and opens again: cookies, tables and numbers are the same", async () => {
  const table = await begin({ time: { seconds: 600 } }, { S: ada, O: bob });
  const [token] = await ada.legal(table, "S");
  await ada.will({ do: "play", table, token });
  const before = ada.latest(table);
  await server.close();
  server = await openServer(program, { data });
  for (const guest of everybody()) {
    guest.url = server.url;
    await guest.connect();
  }
  ada.messages = [];
  await ada.will({ do: "subscribe", table, since: before.n });
  assert.deepEqual(
    ada.messages.map((message) => message.type),
    ["restart", "table", "presence", "done"],
  );
  assert.equal(ada.latest(table).position, before.position);
  assert.equal((await call(ada, "get", "/api/v1/me")).body.person.name, "Ada");
});

test("a server that stood still says what time it is, and counts it for nobody", async () => {
  const table = await begin({ time: { seconds: 600 } }, { S: ada, O: bob });
  const told = [ada.hear("now"), ada.hear((message) => message.type === "pause" && message.table === table)];
  server.child.kill("SIGSTOP");
  await new Promise((resolve) => setTimeout(resolve, 2500));
  server.child.kill("SIGCONT");
  const [now, pause] = await Promise.all(told);
  assert.ok(Math.abs(now.now - Date.now()) < 60000);
  assert.ok(pause.clock.left.S > 598000, `${pause.clock.left.S} ms are left`);
});

test("a full disk is told, and nothing is said to be done that is not kept", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bivouac-full-"));
  const script = join(folder, "small");
  writeFileSync(
    script,
    `#!/bin/sh\nulimit -f 400\nexec "${program.startsWith("/") ? program : join(process.cwd(), program)}" "$@"\n`,
  );
  chmodSync(script, 0o755);
  const small = await openServer(script);
  try {
    const guest = await Reader.enter(small.url, "Guest");
    const { table } = await guest.will({ do: "open", game: "chars", occupants: { V: "me", G: "me" }, start: true });
    let answer = { type: "done" };
    for (let i = 0; answer.type === "done" && i < 2000; i++)
      answer = await guest.ask({ do: "say", table, text: "x".repeat(500) });
    assert.equal(answer.code, "not-stored");
    // What is smaller may still find room for a while, now and then.
    const more = () => fetch(`${small.url}/api/v1/guest`, { method: "POST", headers: { "content-type": "application/json" }, body: '{"name":"More"}' });
    const isTold = () => call(guest, "post", "/api/v1/guest", { body: { name: "More" }, status: 503 }).then(() => true, () => false);
    let told = false;
    for (let i = 0; !told && i < 2000; i++) told = (await more()).status === 503 && (await isTold());
    assert.ok(told);
    await call(guest, "get", "/healthz", { status: 503 });
    guest.leave();
  } finally {
    await small.close("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
});

// ---- What stands in contract/: one file for each part of the interface, given a server that is open -------------------

const parts = new URL("./contract/", import.meta.url);
for (const file of readdirSync(parts).sort()) (await import(new URL(file, parts))).default({ program, server: () => server });

// ---- Nothing was left out ------------------------------------------------------------------------------------------

test("every route was called, for good and in vain", () => {
  for (const [path, methods] of Object.entries(openapi.paths))
    for (const [method, operation] of Object.entries(methods)) {
      if (operation["x-websocket"]) continue; // it has a test of its own
      const statuses = [...(called.get(`${method} ${path}`) ?? [])];
      assert.ok(
        statuses.some((status) => status < 300),
        `${method} ${path} has not succeeded`,
      );
      assert.ok(
        statuses.some((status) => status >= 400),
        `${method} ${path} has not failed`,
      );
      for (const status of Object.keys(operation.responses))
        if (status !== "default")
          assert.ok(statuses.includes(Number(status)), `${method} ${path} has not answered ${status}`);
    }
});

test("every request was granted, every message was heard, every refusal was met", () => {
  const unless = (names) => (patient ? [] : names);
  const missing = (documented, met) => sorted([...documented].filter((name) => !met.has(name)));
  assert.deepEqual(missing(page.client.keys(), granted), unless(["claim"]));
  assert.deepEqual(missing(page.server.keys(), heard), unless(["abandon"]));
  // `busy` takes 64 searches that wait at once, `unreadable` a store that breaks between two requests.
  assert.deepEqual(missing(page.codes.keys(), refused), ["busy", "unreadable"]);
});
