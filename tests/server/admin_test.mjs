// `bivouac admin` against a real server, and what a ban means to who is banned.
//
//     node --test tests/server/admin_test.mjs
// runs: sanitizers
// runs with --all: postgres
import { test, before, after } from "node:test";
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync, existsSync } from "node:fs";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openServer, Guest, begin, enter, program } from "./client.mjs";

const password = "a password of some length";
let server;
before(async () => (server = await openServer(program)));
after(() => server.close());

/** What the program answers: {status, stdout, stderr}. */
function admin(...words) {
  const env = { ...process.env, LC_ALL: "C", TZ: "UTC" };
  return spawnSync(program, ["admin", "--data", server.folder, ...words], { encoding: "utf8", env });
}

function done(...words) {
  const { status, stdout, stderr } = admin(...words);
  assert.equal(status, 0, `${words.join(" ")}: ${stderr}`);
  return stdout;
}

const json = (...words) => JSON.parse(done("--json", ...words));

async function account(name) {
  const guest = new Guest(server.url, name);
  const answer = await guest.http("POST", "/api/v1/account", { name, password });
  assert.equal(answer.status, 201, answer.text);
  guest.person = answer.body.person.id;
  return guest;
}

/** A request from another address of this machine: the status, and the code of a refusal. */
function from(localAddress, path, { method = "GET", headers = {} } = {}) {
  return new Promise((resolve, reject) => {
    const asked = request(server.url + path, { method, headers, localAddress }, async (answer) => {
      let text = "";
      for await (const chunk of answer) text += chunk;
      resolve({ status: answer.statusCode, body: text.startsWith("{") ? JSON.parse(text) : null });
    });
    asked.on("upgrade", (answer, socket) => resolve({ status: 101 }, socket.destroy()));
    asked.on("error", reject).end();
  });
}

const upgrade = {
  headers: {
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
  },
};

test("an account is promoted, renamed, given a code, and demoted", async () => {
  const ada = await account("Ada Lovelace");
  assert.match(done("users"), /^name +id .*\nAda Lovelace +[a-z0-9]{16} /);
  assert.match(done("user", "ADA lovelace"), /person\.name +Ada Lovelace\n/);
  done("user", "Ada Lovelace", "promote");
  assert.equal((await ada.http("GET", "/api/v1/admin/server")).status, 200);
  done("user", "Ada Lovelace", "rename", "Ada King");
  assert.equal((await ada.http("GET", "/api/v1/me")).body.person.name, "Ada King");
  const { code } = json("user", "Ada King", "code");
  const other = new Guest(server.url, "other");
  const recovered = await other.http("POST", "/api/v1/login/code", { name: "Ada King", code, password: `${password}!` });
  assert.equal(recovered.status, 200, recovered.text);
  done("user", "Ada King", "demote");
  assert.equal((await other.http("GET", "/api/v1/admin/server")).body.code, "not-admin");
  assert.deepEqual(
    json("audit").audit.map(({ by, what }) => `${by}: ${what}`),
    ["demote", "code", "rename", "promote"].map((what) => `bivouac admin: ${what}`),
  );
});

test("who is banned is shown out, cannot come back, and may still leave", async () => {
  const bob = await account("Bob");
  await bob.connect();
  const second = await new Guest(server.url, "second").connect();
  second.cookie = bob.cookie;
  const { token } = (await bob.http("POST", "/api/v1/account/bots", { name: "Bob's engine" })).body;
  const engine = () =>
    fetch(`${server.url}/api/v1/me/ticket`, { method: "POST", headers: { authorization: `Bearer ${token}` } });
  assert.equal((await engine()).status, 200);
  const gone = new Promise((resolve) => bob.socket.on("close", resolve));
  done("user", "Bob", "ban", "3", "Was rude");
  await gone;
  assert.equal(bob.closed, 1008);
  assert.equal(second.closed, null, "nobody else is shown out");
  await assert.rejects(second.connect(), /403/);
  const login = await new Guest(server.url, "again").http("POST", "/api/v1/login", { name: "Bob", password });
  assert.equal(login.body.code, "banned");
  assert.match(login.body.detail, /UTC: Was rude$/);
  assert.equal((await engine()).status, 403, "a bot is banned with its owner");
  const opened = await bob.http("POST", "/api/v1/tables", { game: "chars" });
  assert.deepEqual([opened.status, opened.body.code], [403, "banned"]);
  assert.equal((await bob.http("GET", "/api/v1/tables")).status, 200);
  assert.match(done("bans"), /Bob .*Was rude/);
  done("user", "Bob", "unban");
  await bob.connect();
  assert.equal((await engine()).status, 200);
  done("user", "Bob", "ban", "0", "Once more");
  assert.equal((await bob.http("POST", "/api/v1/tables", { game: "chars" })).body.detail, "Once more");
  assert.equal((await bob.http("POST", "/api/v1/logout")).status, 200);
  second.leave();
});

test("a banned guest's ticket is good for nothing", async () => {
  const guest = await enter(server.url, "Guest");
  const { ticket } = (await guest.http("POST", "/api/v1/me/ticket")).body;
  const ada = await account("Ticket Admin");
  done("user", "Ticket Admin", "promote");
  const banned = await ada.http("POST", "/api/v1/admin/bans", { person: guest.person, reason: "x" });
  assert.equal(banned.status, 201, banned.text);
  const other = await new Guest(server.url, "other").connect();
  assert.equal((await other.ask({ do: "resume", ticket })).code, "bad-ticket");
  other.leave();
});

test("a banned network is refused everything, others nothing", async () => {
  assert.equal((await from("127.9.0.2", "/healthz")).status, 200);
  done("bans", "add", "127.9.0.0/16", "1", "Noise");
  const refused = await from("127.9.0.2", "/healthz");
  assert.deepEqual([refused.status, refused.body.code], [403, "banned"]);
  assert.equal((await from("127.9.0.2", "/api/v1/socket", upgrade)).status, 403);
  assert.equal((await from("127.8.0.2", "/healthz")).status, 200);
  assert.equal((await from("127.8.0.2", "/api/v1/socket", upgrade)).status, 101);
  assert.equal(admin("bans", "add", "127.0.0.1", "1", "oneself").status, 1);
  done("bans", "remove", "127.9.0.0/16");
  assert.equal((await from("127.9.0.2", "/healthz")).status, 200);
  assert.equal(admin("bans", "remove", "127.9.0.0/16").status, 1);
});

test("bans outlast the server", async () => {
  const data = mkdtempSync(join(tmpdir(), "bivouac-bans-"));
  const ask = (url) => fetch(`${url}/healthz`, { headers: { "x-forwarded-for": "203.0.113.9" } });
  try {
    const first = await openServer(program, { data });
    const add = spawnSync(program, ["admin", "--data", data, "bans", "add", "203.0.113.0/24", "1", "x"]);
    assert.equal(add.status, 0, String(add.stderr));
    assert.equal((await ask(first.url)).status, 403); // through a proxy that is believed
    await first.close("SIGKILL");
    const second = await openServer(program, { data });
    assert.equal((await ask(second.url)).status, 403);
    assert.equal((await fetch(`${second.url}/healthz`)).status, 200);
    await second.close();
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});

test("tables are listed, private ones too, and closed", async () => {
  const guest = await enter(server.url, "Table Guest");
  const table = await begin(guest, { game: "chars" }, { V: guest, G: guest });
  const lines = json("tables").tables;
  assert.equal(lines.find((line) => line.table === table).public, false);
  assert.match(done("tables"), new RegExp(`${table} +chars +playing .*V Table Guest  G Table Guest`));
  const told = guest.hear("cancel");
  done("tables", "close", table);
  assert.equal((await told).result, "*");
  assert.equal((await guest.http("GET", `/api/v1/tables/${table}`)).body.stage, "over");
  const { status, stderr } = admin("tables", "close", table);
  assert.equal(status, 1);
  assert.match(stderr, /The game is over/);
  guest.leave();
});

test("announcements, invitations and reports", async () => {
  const watcher = await new Guest(server.url, "watcher").connect();
  const told = watcher.hear("announcement");
  done("announce", "Bonsoir", "Good tournament");
  assert.deepEqual((await told).announcement, { fr: "Bonsoir", en: "Good tournament" });
  const over = watcher.hear("announcement");
  done("announce", "off");
  assert.equal((await over).announcement, null);
  watcher.leave();

  const { code } = json("invitations", "new", "5", "Club");
  assert.match(done("invitations"), new RegExp(`${code} +0 +5 .*Club`));
  done("invitations", "remove", code);
  assert.deepEqual(json("invitations").invitations, []);

  const guest = await enter(server.url, "Reporter");
  const { person } = await account("Culprit");
  await guest.http("POST", "/api/v1/reports", { person, reason: "insults", text: "Bad words." });
  const [report] = json("reports").reports;
  assert.match(done("reports"), /Culprit +Reporter .*insults +Bad words\./);
  done("reports", "close", report.id, "Talked to them");
  assert.deepEqual(json("reports").reports, []);
  guest.leave();
});

test("an account is deleted, and its games name nobody", async () => {
  const leaver = await (await account("Leaver")).connect();
  const table = await begin(leaver, { game: "chars", public: true }, { V: leaver, G: leaver });
  await leaver.will({ do: "resign", table, seat: "V" });
  done("user", "Leaver", "delete");
  assert.equal(admin("user", "Leaver").status, 1);
  assert.equal((await leaver.http("GET", "/api/v1/me")).body.person, null);
  const named = async () => (await fetch(`${server.url}/api/v1/tables/${table}`)).text();
  for (let i = 0; i < 400 && (await named()).includes("Leaver"); i++) await new Promise((resolve) => setTimeout(resolve, 50));
  assert.ok(!(await named()).includes("Leaver"));
});

test("figures of the server", () => {
  const figures = json("server");
  assert.equal(figures.trouble, null);
  assert.ok(figures.people.accounts >= 3 && figures.people.guests >= 1 && figures.store > 0);
  assert.match(done("server"), /people\.accounts +\d+\n/);
});

test("a pass is good on this machine alone, and names can do no harm", async () => {
  // A server of our own making stands where the program looks for the real one.
  const hostile = { id: "a", name: "E\u001b[31mvil\u202e\r\n\u009bx" };
  const passes = [];
  const line = { person: { ...hostile, account: true }, created: 1, seen: 0, connections: 0, banned: null };
  const impostor = createServer((asked, answer) => {
    passes.push(asked.headers.authorization);
    answer.setHeader("connection", "close").end(JSON.stringify({ people: [line], next: null }));
  });
  await new Promise((resolve) => impostor.listen(0, "127.0.0.1", resolve));
  const file = join(server.folder, "address");
  const right = readFileSync(file, "utf8");
  assert.equal(right, `${server.url}\n`);
  writeFileSync(file, `http://127.0.0.1:${impostor.address().port}\n`);
  const child = spawn(program, ["admin", "--data", server.folder, "users"]);
  let shown = "";
  for await (const chunk of child.stdout) shown += chunk;
  writeFileSync(file, right);
  impostor.close();
  assert.ok(shown.includes("E\\u001b[31mvil\\u202e\\u000d\\u000a\\u009bx"), shown);
  // eslint-disable-next-line no-control-regex
  assert.doesNotMatch(shown, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);

  const authorization = passes[0];
  assert.match(authorization, /^Bearer admin\.\d{13}\.[a-z0-9]{12}\.[0-9a-f]{32}$/);
  const figures = (headers) => fetch(`${server.url}/api/v1/admin/server`, { headers });
  assert.equal((await figures({ authorization })).status, 200);
  assert.equal((await figures({ authorization, "x-forwarded-for": "127.0.0.1" })).status, 403);
  assert.equal((await figures({ authorization, forwarded: "for=127.0.0.1" })).status, 403);
  assert.equal((await figures({ authorization: `${authorization.slice(0, -1)}x` })).status, 403);
  assert.equal((await fetch(`${server.url}/api/v1/me`, { headers: { authorization } })).status, 200);
});

test("what cannot be meant is said, and a closed server too", async () => {
  for (const words of [[], ["nothing"], ["user"], ["users", "a", "b"], ["user", "Ada", "ban"], ["bans", "add", "10.0.0.1"], ["announce", "one"]]) {
    const { status, stderr } = admin(...words);
    assert.equal(status, 2, words.join(" "));
    assert.match(stderr, /see 'bivouac admin --help'/);
  }
  assert.match(admin("user", "Nobody Here", "promote").stderr, /there is no account named 'Nobody Here'/);
  assert.equal(admin("bans", "add", "10.0.0.1", "many", "x").status, 2);
  const data = mkdtempSync(join(tmpdir(), "bivouac-closed-"));
  try {
    const closed = await openServer(program, { data });
    await closed.close();
    assert.ok(!existsSync(join(data, "address")));
    for (const folder of [data, join(data, "none")]) {
      const { status, stderr } = spawnSync(program, ["admin", "--data", folder, "server"], { encoding: "utf8", env: { ...process.env, LC_ALL: "C" } });
      assert.equal(status, 1);
      assert.match(stderr, /is not running; start it with 'bivouac serve --data/);
    }
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});
