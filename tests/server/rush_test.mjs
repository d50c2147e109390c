// A rush: many requests that the server finds at its door all at once, in one round of its loop. What there may be so many of
// is not more for that, what can be had once is had by one, and what is ended is ended with everything still under way.
// runs: release
// runs with --all: postgres
import { test, before, after } from "node:test";
import assert from "node:assert/strict";
import { openServer, Guest, program } from "./client.mjs";
import { call, until } from "./attacker.mjs";
import { password, register } from "./people.mjs";

let server;

before(async () => (server = await openServer(program)));
after(async () => assert.equal((await server.close()).code, 0));

const member = async (name) => register(await Guest.arrive(server.url, name));
const many = (count, make) => Array.from({ length: count }, (_, i) => make(i));
const counted = (answers, status) => answers.filter((answer) => answer.status === status).length;

const written = ({ method = "POST", path, cookie, body = {} }) => {
  const text = JSON.stringify(body);
  const head = `${method} /api/v1${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n`;
  return `${head}${cookie ? `Cookie: ${cookie}\r\n` : ""}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
};

/** Sends all requests while the server stands still, so that it finds them together: [{status, cookie}]. */
async function rush(requests) {
  const sockets = requests.map(() => call(server));
  await Promise.all(sockets.map((socket) => socket.connected));
  server.child.kill("SIGSTOP");
  await Promise.all(sockets.map((socket, i) => new Promise((sent) => socket.write(written(requests[i]), sent))));
  server.child.kill("SIGCONT");
  await until(() => sockets.every(({ gone }) => gone), "all answers");
  return sockets.map(({ text }) => ({
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]),
    cookie: /set-cookie: ([^;\r]*)/i.exec(text)?.[1],
  }));
}

const isIn = async (cookie) => {
  const answer = await fetch(`${server.url}/api/v1/me`, { headers: { cookie } });
  return (await answer.json()).person !== null;
};

test("sessions are twenty at most, and a new password ends all others", async () => {
  const ada = await member("Ada");
  const { ticket } = (await ada.http("POST", "/api/v1/me/ticket", {})).body;
  const devices = (await rush(many(100, () => ({ path: "/resume", body: { ticket } })))).filter(({ status }) => status === 200);
  const last = devices.at(-1);
  ada.cookie = last.cookie;
  assert.ok((await ada.http("GET", "/api/v1/account")).body.sessions.length <= 20);
  const change = await ada.http("PATCH", "/api/v1/account", { password, newPassword: "quite another one" });
  assert.equal(change.status, 200, change.text);
  for (const device of devices) assert.equal(await isIn(device.cookie), device === last);
});

test("a password that is being changed lets nobody in any more", async () => {
  const bea = await member("Bea");
  const login = { path: "/login", body: { name: "Bea", password } };
  const change = { method: "PATCH", path: "/account", cookie: bea.cookie, body: { password, newPassword: "quite another one" } };
  const [changed, ...tried] = await rush([change, ...many(5, () => login)]);
  assert.equal(changed.status, 200);
  for (const { status, cookie } of tried) assert.ok(status === 403 || !(await isIn(cookie)), "the old password has been changed");
});

test("bots are five", async () => {
  const cleo = await member("Cleo");
  const bots = await rush(many(12, (i) => ({ path: "/account/bots", cookie: cleo.cookie, body: { name: `Robot ${"abcdefghijkl"[i]}` } })));
  assert.equal(counted(bots, 201), 5);
  assert.equal((await cleo.http("GET", "/api/v1/account")).body.bots.length, 5);
});

test("one name is one account's", async () => {
  const made = await rush(many(8, () => ({ path: "/account", body: { name: "Dora", password } })));
  assert.deepEqual([counted(made, 201), counted(made, 409)], [1, 7]);
});

test("a challenge is accepted once, a club founded once", async () => {
  const [eve, fay] = [await member("Eve"), await member("Fay")];
  const { table } = (await eve.http("POST", "/api/v1/challenges", { to: fay.person, game: "chars", time: { seconds: 600 } })).body;
  const accepted = await rush(many(5, () => ({ path: `/challenges/${table}/accept`, cookie: fay.cookie })));
  assert.deepEqual([counted(accepted, 200), counted(accepted, 404)], [1, 4]);
  const founded = await rush(many(5, () => ({ path: "/clubs", cookie: eve.cookie, body: { name: "Les Lanciers", open: true } })));
  assert.deepEqual([counted(founded, 201), counted(founded, 409)], [1, 4]);
});

test("challenges that wait for an answer are fifty", async () => {
  const [gil, hal] = [await member("Gil"), await member("Hal")];
  const body = { to: hal.person, game: "chars" };
  const made = await rush(many(60, () => ({ path: "/challenges", cookie: gil.cookie, body })));
  assert.equal(counted(made, 201), 50);
});
