// Logging in while others guess: who guesses is slowed down, from one address and from many, and the owner gets in.
//
//     BIVOUAC=build/bivouac node --test tests/server/login_test.mjs
import { test, before, after } from "node:test";
import assert from "node:assert/strict";
import http from "node:http";
import { openServer, Guest, enter, begin, program, keepCookies } from "./client.mjs";

const password = "four and twenty blackbirds";
let server;
let strict; // where the brake holds after six guesses, and for ten minutes

before(async () => {
  server = await openServer(program);
  strict = await openServer(program, { options: ["--config-set", "failed-logins-per-account-per-hour=6"] });
});
after(() => Promise.all([server.close(), strict.close()]));

/** A browser at an address of its own: all of 127.0.0.0/8 is this machine. */
class Browser {
  constructor(from, at = server) {
    this.from = from;
    this.at = at;
    this.cookie = "";
  }

  ask(method, path, body) {
    const text = JSON.stringify(body ?? {});
    const { hostname, port } = new URL(this.at.url);
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(text), ...(this.cookie ? { cookie: this.cookie } : {}) };
    return new Promise((resolve, reject) => {
      const request = http.request({ hostname, port, localAddress: this.from, method, path: `/api/v1${path}`, headers, agent: false }, (answer) => {
        let got = "";
        answer.setEncoding("utf8").on("data", (part) => (got += part));
        answer.on("end", () => {
          this.cookie = keepCookies(this.cookie, answer.headers["set-cookie"] ?? []);
          resolve({ status: answer.statusCode, headers: answer.headers, text: got, body: answer.headers["content-type"] === "application/json" ? JSON.parse(got) : {} });
        });
      });
      request.on("error", reject);
      request.end(text);
    });
  }

  async will(method, path, body) {
    const answer = await this.ask(method, path, body);
    assert.ok(answer.status < 300, `${method} ${path} → ${answer.status} ${answer.text}`);
    return answer.body;
  }

  login(name, given = password) {
    return this.ask("POST", "/login", { name, password: given });
  }

  /** The code of the refusal, or "" for who was let in. */
  async tries(name, given) {
    return (await this.login(name, given)).body.code ?? "";
  }
}

let last = 0;
/** An address from which nobody has come before. */
const address = () => `127.${1 + (++last >> 16)}.${(last >> 8) & 255}.${last & 255}`;
const stranger = (at) => new Browser(address(), at);

/** An owner who has an account and is logged out again, on a device that is known. */
async function owner(name, at) {
  const browser = new Browser(address(), at);
  browser.codes = (await browser.will("POST", "/account", { name, password })).codes;
  await browser.will("POST", "/logout");
  assert.equal((await browser.will("GET", "/me")).person, null);
  return browser;
}

/** A mark alone lets nobody in; it is the one cookie that is left after logging out. */
const marked = (browser) => /^bivouac-device=/.test(browser.cookie);

/** Wrong guesses, each from another address, ten at once: how many had which answer. */
async function storm(name, guesses, at) {
  const counts = {};
  for (let i = 0; i < guesses; i += 10) {
    const codes = await Promise.all(Array.from({ length: 10 }, (_, j) => stranger(at).tries(name, `wrong guess ${i + j}`)));
    for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}

/** So many that the strict server holds the brake. */
const brake = async (name) => assert.deepEqual(await storm(name, 10, strict), { "wrong-password": 6, "too-many": 4 });

test("wrong guesses of another client lock no account", async () => {
  const ada = await owner("Ada");
  const attacker = stranger();
  for (let i = 0; i < 20; i++) assert.equal(await attacker.tries("Ada", `wrong guess ${i}`), "wrong-password");
  for (let i = 0; i < 5; i++) assert.equal(await attacker.tries("ada", password), "too-many", "even with the right one");
  assert.equal(await stranger().tries("Ada"), "", "the owner, on a new device");
  assert.equal(await ada.tries("Ada"), "", "and on one that is known");
});

test("after a thousand guesses from everywhere the owner gets in with a known device, and with a recovery code", async () => {
  const grace = await owner("Grace");
  const counts = await storm("Grace", 1000);
  assert.deepEqual(Object.keys(counts).sort(), ["too-many", "wrong-password"], JSON.stringify(counts));
  // One more comes back every 36 seconds.
  assert.ok(counts["wrong-password"] >= 100 && counts["wrong-password"] < 130, `${counts["wrong-password"]} were looked at`);

  const fresh = await stranger().login("Grace");
  assert.equal(fresh.status, 429, "a new device has to wait");
  assert.equal(fresh.body.code, "too-many");
  assert.ok(fresh.body.wait > 0 && fresh.body.wait <= 60, `for ${fresh.body.wait} s`);
  assert.equal(Number(fresh.headers["retry-after"]), fresh.body.wait);
  assert.match(fresh.body.text.en, /recovery code/);
  assert.match(fresh.body.text.fr, /code de secours/);

  assert.ok(marked(grace));
  assert.equal(await grace.tries("Grace"), "", "the known device");
  const recovering = stranger();
  const recovered = await recovering.ask("POST", "/login/code", { name: "Grace", code: grace.codes[0], password: "quite another one" });
  assert.equal(recovered.status, 200, recovered.text);
  assert.equal((await recovering.will("GET", "/me")).person.name, "Grace");
});

test("a name that nobody has is treated like any other, in words and in numbers", async () => {
  await owner("Hedy", strict);
  const seen = { Hedy: [], Nobody: [] };
  for (const name of Object.keys(seen)) {
    const from = stranger(strict);
    for (let i = 0; i < 8; i++) seen[name].push(await from.login(name, `wrong guess ${i}`));
    seen[name].push(await stranger(strict).login(name));
    seen[name].push(await stranger(strict).ask("POST", "/login/code", { name, code: "7k2m-x0qv-93bd", password }));
  }
  const words = (answers) => answers.map(({ status, body: { code, text } }) => ({ status, code, text }));
  assert.deepEqual(words(seen.Nobody), words(seen.Hedy));
});

test("a known device has tries of its own, and no more than anybody", async () => {
  const ida = await owner("Ida");
  for (let i = 0; i < 20; i++) assert.equal(await ida.tries("Ida", `wrong guess ${i}`), "wrong-password");
  const braked = await ida.login("Ida");
  assert.equal(braked.body.code, "too-many");
  assert.ok(braked.body.wait > 0);
  assert.equal(await stranger().tries("Ida"), "", "which are not taken from others");
});

test("the right password costs nothing, however often it is given", async () => {
  await owner("Jo");
  const from = stranger();
  for (let i = 0; i < 30; i++) {
    from.cookie = "";
    assert.equal(await from.tries("Jo"), "");
  }
});

test("a mark is of one account, made by this server, and for a password alone", async () => {
  const [kay, lou] = [await owner("Kay", strict), await owner("Lou", strict)];
  await brake("Kay");
  for (const cookie of [
    lou.cookie,
    lou.cookie.replace(/=\w+\./, `${/=\w+\./.exec(kay.cookie)}`),
    kay.cookie.slice(0, -1) + (kay.cookie.endsWith("0") ? "1" : "0"),
    "bivouac-device=",
    `bivouac-device=${"~".repeat(300)}`,
    `bivouac-device=${"x.".repeat(30000)}`,
  ]) {
    const forger = stranger(strict);
    forger.cookie = cookie;
    const { status } = await forger.login("Kay");
    assert.ok(status === 429 || status === 431, `${status} for ${cookie.slice(0, 80)}`);
  }
  const thief = stranger(strict);
  thief.cookie = kay.cookie;
  assert.equal(await thief.tries("Kay", "wrong guess"), "wrong-password");
  assert.equal((await thief.will("GET", "/me")).person, null);
});

test("a device knows the last four who logged in on it", async () => {
  const names = ["Una", "Duo", "Tres", "Quattuor", "Quinque"];
  const shared = stranger(strict);
  for (const name of names) {
    await shared.will("POST", "/account", { name, password });
    await shared.will("POST", "/logout");
  }
  for (const name of names) await brake(name);
  assert.equal(await shared.tries("Una"), "too-many");
  for (const name of names.slice(1)) assert.equal(await shared.tries(name, "wrong guess"), "wrong-password", name);
});

test("a new password, and ending all sessions, make all other devices unknown", async () => {
  for (const [name, forget] of [
    ["Mae", (browser) => browser.will("DELETE", "/account/sessions")],
    ["Nan", (browser) => browser.will("PATCH", "/account", { password, newPassword: `${password}!` })],
    ["Pam", (browser) => browser.will("POST", "/login/code", { name: "Pam", code: browser.codes[0], password: `${password}!` })],
  ]) {
    const here = await owner(name, strict);
    const there = stranger(strict);
    await there.will("POST", "/login", { name, password });
    await there.will("POST", "/logout");
    await here.will("POST", "/login", { name, password });
    await forget(here);
    await here.will("POST", "/logout");
    await brake(name);
    assert.ok(marked(there) && marked(here));
    assert.equal(await there.tries(name), "too-many", `${name}, elsewhere`);
    assert.equal(await here.tries(name, "wrong guess"), "wrong-password", `${name}, where it was done`);
  }
});

test("a storm of guesses at accounts of all names locks out no known device", async () => {
  const ruth = await owner("Ruth");
  const guesses = Array.from({ length: 200 }, (_, i) => stranger().tries(`Anybody ${i}`, "wrong guess"));
  assert.equal(await ruth.tries("Ruth"), "");
  const codes = new Set(await Promise.all(guesses));
  for (const code of codes) assert.ok(["wrong-password", "busy"].includes(code), code);
});

test("names that look alike are one, for accounts and for guests", async () => {
  await owner("Alice");
  for (const name of ["AIice", "A1ice", "ALICE", "alice", "A.l-ice", "Àlice"])
    assert.equal((await stranger().ask("POST", "/account", { name, password })).body.code, "name-taken", name);
  for (const name of ["AIice", "A1ice", "A|ice", "\u{1D400}lice", "A\uFE0Flice", "\u0410lice", "\u0410\u04CF\u0456\u0441\u0435", "\uFF21lice", "Al\u0131ce", "A\u0301lice"]) {
    assert.equal((await stranger().ask("POST", "/guest", { name })).body.code, "name-taken", name);
    const answer = await stranger().ask("POST", "/account", { name, password });
    assert.ok(["name-taken", "bad-name"].includes(answer.body.code), name);
  }
  const guest = stranger();
  await guest.will("POST", "/guest", { name: "Somebody" });
  assert.equal((await guest.ask("PATCH", "/me", { name: "A1ice" })).body.code, "name-taken");
  assert.equal(await stranger().tries("A1ice"), "", "whatever one writes, it is Alice");
});

test("names that cannot be seen, or only in part, are nobody's", async () => {
  for (const name of ["", "   ", "Ann\u0001", "Ann\u001b[31m", "Ann\u007f", "Ann\u0085", "Ann\u202E", "Ann\u200B", "\u200B", "\u3164", "Ann\n"]) {
    assert.equal((await stranger().ask("POST", "/guest", { name })).body.code, "bad-name", JSON.stringify(name));
    assert.equal((await stranger().ask("POST", "/account", { name, password })).body.code, "bad-name", JSON.stringify(name));
  }
});

test("two people at one table do not look alike", async () => {
  const [one, other] = [await enter(server.url, "Oscar"), await enter(server.url, "0scar")];
  const heard = one.hear((message) => message.type === "sit" && message.person === other.person);
  const table = (await one.will({ do: "open", game: "chevaliers", occupants: { S: "me" } })).table;
  await one.will({ do: "subscribe", table });
  await other.will({ do: "sit", table, seat: "O" });
  assert.equal((await heard).name, "0scar (2)");
  const names = (await new Guest(server.url, "x").http("GET", `/api/v1/tables/${table}`)).body.occupants.map(({ people }) => people[0].name);
  assert.deepEqual(names.sort(), ["0scar (2)", "Oscar"]);
  const own = await begin(one, { game: "chevaliers" }, { S: one, O: one });
  assert.ok(own, "who plays both sides is one person");
  for (const guest of [one, other]) guest.leave();
});

test("passwords that are soon guessed are refused, with what would do", async () => {
  for (const weak of ["aaaaaaaa", "        ", "12345678", "Vera Rubin", "verarubin", "bivouac1", "qwertyuiop", "password", "abcabcabc", "seven77"]) {
    const { body, status } = await stranger().ask("POST", "/account", { name: "Vera Rubin", password: weak });
    assert.equal(status, 400, weak);
    assert.equal(body.code, "weak-password", weak);
    assert.match(body.text.en, weak.trim().length < 8 ? /at least 8 characters/ : /soon guessed/, weak);
    assert.match(body.text.fr, weak.trim().length < 8 ? /au moins 8 caractères/ : /se devine vite/, weak);
  }
  const vera = stranger();
  const { codes } = await vera.will("POST", "/account", { name: "Vera Rubin", password });
  assert.equal((await vera.ask("PATCH", "/account", { password, newPassword: "aaaaaaaa" })).body.code, "weak-password");
  assert.equal((await stranger().ask("POST", "/login/code", { name: "Vera Rubin", code: codes[0], password: "aaaaaaaa" })).body.code, "weak-password");
});
