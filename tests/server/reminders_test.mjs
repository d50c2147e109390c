// Reminders by Web Push: what a device receives and when, what happens when a push service fails, and where the server
// cannot be made to call.
// runs: sanitizers nodes
import { test, before, after } from "node:test";
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pass } from "node:timers/promises";
import { begin, enter, openServer, playAny, program } from "./client.mjs";
import { granted, member, refusal } from "./members.mjs";
import { metricsOf, readMetrics, valueOf, withMetrics } from "./metrics.mjs";
import { allKinds, openPushService, remind } from "./push_service.mjs";
import { nodeCount, until } from "../launch.mjs";

const settings = (...pairs) => pairs.flatMap((pair) => ["--config-set", pair]);
const on = settings("push=on", "push-loopback=on", "push-contact=mailto:host@example.org");
const days = { time: { days: 3 } };

let server, service;
const here = [];

before(async () => {
  service = await openPushService();
  server = await openServer(program, { options: [...on, ...withMetrics] });
});

after(async () => {
  for (const guest of here) guest.leave();
  // It says that it may call its own machine, and that it gave up what the tests made it give up.
  const errors = (await server.close()).errors.replace(/^.*\bevent=(push-to-loopback-is-allowed|reminder-given-up)\b.*\n/gm, "");
  assert.equal(errors, "");
  service.close();
});

async function arrive(name) {
  const guest = await enter(server.url, name);
  here.push(guest);
  return guest;
}

/** How many players have devices, as each node knows it. */
async function counts() {
  const found = new Map();
  for (let i = 0; i < nodeCount; i++) {
    const node = server.metrics;
    found.set(node, valueOf(readMetrics(await (await fetch(node)).text()), "bivouac_reminder_people"));
  }
  return found;
}

/** The first device of a player; waits until all nodes know of it. */
async function remindFirst(guest, browser, wanted) {
  const before = await counts();
  const id = await remind(guest, browser, wanted);
  await until(async () => [...(await counts())].every(([node, count]) => count > before.get(node)), "all nodes know the device");
  return id;
}

/** Two players of Échec aux Chevaliers, which S begins; the second has left the table and has a browser. */
async function correspondence(fields = days, wanted = {}) {
  const [ada, bob] = [await arrive("Ada"), await arrive("Bob")];
  const browser = service.browser();
  const id = await remindFirst(bob, browser, wanted);
  const table = await begin(ada, { game: "chevaliers", ...fields }, { S: ada, O: bob });
  const gone = ada.hear((m) => m.type === "presence" && m.table === table && !m.people.includes(bob.person));
  await bob.will({ do: "leave", table });
  await gone;
  return { ada, bob, browser, id, table };
}

const devices = async (guest) => (await granted(guest, "GET", "/reminders")).devices;

test("a player who is away is told once that it is their turn", async () => {
  const { ada, bob, browser, table } = await correspondence();
  assert.equal(browser.received.length, 0, "before the first move it is Ada's turn");
  await playAny(ada, table, "S");
  const told = await browser.receives(1);
  assert.equal(told.what, "turn");
  assert.equal(told.title, "Your turn");
  assert.equal(told.body, "Échec aux Chevaliers against Ada");
  assert.equal(told.path, `/t/${table}`);
  assert.equal(told.topic, table);
  assert.ok(told.ttl > 2 * 86400 && told.ttl <= 3 * 86400, `kept as long as the turn lasts: ${told.ttl}`);
  assert.equal(told.claims.sub, "mailto:host@example.org");
  assert.equal(told.claims.key, (await granted(bob, "GET", "/reminders")).key);
  await ada.will({ do: "say", table, to: "table", text: "your turn" });
  await pass(4500);
  assert.equal(browser.received.length, 1);
  await playAny(bob, table, "O");
  await playAny(ada, table, "S");
  await browser.receives(2);
});

test("in the language of the device", async () => {
  const { ada, browser, table } = await correspondence(days, { language: "fr" });
  await playAny(ada, table, "S");
  const told = await browser.receives(1);
  assert.equal(told.title, "À vous de jouer");
  assert.equal(told.body, "Échec aux Chevaliers contre Ada");
});

test("a player who looks at the table is not disturbed", async () => {
  const { ada, bob, browser, table } = await correspondence({});
  await bob.will({ do: "subscribe", table });
  await playAny(ada, table, "S");
  await pass(4500);
  assert.equal(browser.asked, 0);
});

test("only what a device asked for, at no quiet hour", async () => {
  const now = new Date();
  const minute = now.getUTCHours() * 60 + now.getUTCMinutes();
  const quiet = { from: (minute + 1440 - 60) % 1440, to: (minute + 60) % 1440 };
  const { ada, bob, browser, table } = await correspondence(days, { quiet });
  const [loud, other] = [service.browser(), service.browser()];
  await remind(bob, loud, { quiet: { from: quiet.to, to: quiet.from } });
  await remind(bob, other, { kinds: ["challenge"] });
  await playAny(ada, table, "S");
  await loud.receives(1);
  await pass(4500);
  assert.equal(browser.asked, 0, "quiet now");
  assert.equal(other.asked, 0, "wants challenges only");
  assert.equal(loud.received.length, 1);
});

test("a challenge, and the beginning of a tournament", async () => {
  const [ada, bob] = [await member(server.url, "Ada Reminders"), await member(server.url, "Bob Reminders")];
  here.push(ada, bob);
  const browser = service.browser();
  await remindFirst(bob, browser);
  const { table } = await granted(ada, "POST", "/challenges", { to: bob.person, game: "chevaliers" });
  const told = await browser.receives(1);
  assert.deepEqual([told.what, told.path, told.body], ["challenge", `/t/${table}`, "Échec aux Chevaliers against Ada Reminders"]);
  const { tournament } = await granted(ada, "POST", "/tournaments", { name: "The evening cup", kind: "round-robin", game: "chevaliers", ...days });
  for (const one of [ada, bob]) await granted(one, "POST", `/tournaments/${tournament.id}/join`, {});
  await granted(ada, "POST", `/tournaments/${tournament.id}/start`, {});
  await until(() => browser.received.some((one) => one.what === "tournament"), "the tournament begins", 30);
  const begun = browser.received.find((one) => one.what === "tournament");
  assert.deepEqual([begun.path, begun.body], [`/tournaments/${tournament.id}`, "The evening cup"]);
});

test("a service that fails is asked again, one that says stop is obeyed, a device that is gone is dropped", async () => {
  const { ada, bob, browser, table } = await correspondence();
  const [gone, bad] = [service.browser(), service.browser()];
  browser.answers.push({ status: 503 }, { status: 429, headers: { "retry-after": "1" } });
  gone.answers.push({ status: 410 });
  bad.answers.push({ status: 400 });
  await remind(bob, gone);
  await remind(bob, bad);
  assert.equal((await devices(bob)).length, 3);
  await playAny(ada, table, "S");
  await browser.receives(1);
  assert.equal(browser.asked, 3);
  assert.equal(gone.asked, 1);
  assert.equal(bad.asked, 1, "what cannot succeed is not tried again");
  await until(async () => (await devices(bob)).length === 2, "the device is dropped");
});

test("a device is dropped by its owner, and when its session ends", async () => {
  const bob = await member(server.url, "Bob Sessions");
  const ada = await arrive("Ada");
  here.push(bob);
  const browser = service.browser();
  const id = await remind(bob, browser);
  assert.equal(await remind(bob, browser), id, "the same browser is the same device");
  assert.deepEqual((await devices(bob)).map((one) => [one.id, one.quiet, one.kinds]), [[id, null, allKinds]]);
  await granted(bob, "DELETE", `/reminders/devices/${id}`);
  assert.equal(await refusal(bob, "DELETE", `/reminders/devices/${id}`), "no-such-device");
  assert.equal((await devices(bob)).length, 0);
  await remind(bob, browser);
  const table = await begin(ada, { game: "chevaliers", ...days }, { S: ada, O: bob });
  await granted(bob, "POST", "/logout");
  await playAny(ada, table, "S");
  await pass(4500);
  assert.equal(browser.asked, 0, "who has logged out on a device gets no reminders there");
});

test("at most ten devices", async () => {
  const bob = await arrive("Bob");
  for (let i = 0; i < 10; i++) await remind(bob, service.browser());
  const more = { ...service.browser().subscription, kinds: ["turn"], offset: 0 };
  assert.equal(await refusal(bob, "PUT", "/reminders/devices", more), "too-many-devices");
});

test("what is not a device is refused", async () => {
  const bob = await arrive("Bob");
  const good = { ...service.browser().subscription, kinds: ["turn"], offset: 0 };
  const wrong = (change) => refusal(bob, "PUT", "/reminders/devices", { ...good, ...change });
  assert.equal(await wrong({ p256dh: "AAAA" }), "bad-device");
  assert.equal(await wrong({ auth: "" }), "bad-device");
  assert.equal(await wrong({ kinds: [] }), "bad-device");
  assert.equal(await wrong({ kinds: ["advertisement"] }), "bad-device");
  assert.equal(await wrong({ offset: 1e9 }), "bad-device");
  for (const endpoint of [
    "http://10.0.0.1:80/push", "http://localhost:80/push", "https://127.0.0.1/push", "https://[::1]/push", "http://169.254.169.254/latest",
    "file:///etc/passwd", "https://fcm.googleapis.com@127.0.0.1/", "https://fcm.googleapis.com:25/", "https://example.org/push", "", 7,
  ])
    assert.equal(await wrong({ endpoint }), "bad-endpoint", String(endpoint));
});

test("neither a redirect nor a large answer leads the server astray", async () => {
  const { ada, bob, browser, table } = await correspondence();
  const wrongly = createServer((request, response) => response.end()).listen(0, "127.0.0.1");
  await once(wrongly, "listening");
  let called = 0;
  wrongly.on("request", () => called++);
  browser.answers.push({ status: 307, headers: { location: `http://127.0.0.1:${wrongly.address().port}/inside` } });
  const large = service.browser();
  large.answers.push({ status: 201, body: "x".repeat(10 << 20) });
  await remind(bob, large);
  await playAny(ada, table, "S");
  await until(() => browser.asked === 1 && large.received.length === 1, "both were called");
  await pass(4500);
  assert.equal(called, 0);
  assert.equal(browser.asked, 1, "a redirect is no answer, and is not followed");
  assert.equal(large.asked, 1, "a long answer is an answer");
  wrongly.close();
});

test("without the setting for tests the server calls no address that is not public", async () => {
  let called = 0;
  const inside = createServer((request, response) => response.end(called++)).listen(0, "127.0.0.1");
  inside.on("connection", () => called++);
  await once(inside, "listening");
  const folder = mkdtempSync(join(tmpdir(), "bivouac-push-"));
  // The host's list has a name that leads to this machine: as if a push service's name did.
  const other = await openServer(program, { data: folder, inFolder: true, options: [...settings("push=on", "push-services=localhost"), ...withMetrics] });
  const [ada, bob] = [await enter(other.url, "Ada"), await enter(other.url, "Bob")];
  const { p256dh, auth } = service.browser().subscription;
  const device = { p256dh, auth, kinds: ["turn"], offset: 0 };
  const port = inside.address().port;
  assert.equal(await refusal(bob, "PUT", "/reminders/devices", { ...device, endpoint: `http://127.0.0.1:${port}/push` }), "bad-endpoint");
  assert.equal(await refusal(bob, "PUT", "/reminders/devices", { ...device, endpoint: `https://localhost:${port}/push` }), "bad-endpoint");
  await granted(bob, "PUT", "/reminders/devices", { ...device, endpoint: "https://localhost/push" });
  const table = await begin(ada, { game: "chevaliers", ...days }, { S: ada, O: bob });
  await bob.will({ do: "leave", table });
  await playAny(ada, table, "S");
  await until(async () => valueOf(await metricsOf(other), "bivouac_reminders_total", { result: "refused" }) === 1, "the call is refused");
  assert.equal(called, 0);
  for (const guest of [ada, bob]) guest.leave();
  assert.match((await other.close()).errors, /event=reminder-given-up .*not public/);
  rmSync(folder, { recursive: true });
  inside.close();
});

test("a server without reminders says so", async () => {
  const plain = await openServer(program, { inFolder: true });
  const bob = await enter(plain.url, "Bob");
  assert.deepEqual(await granted(bob, "GET", "/reminders"), { key: null, devices: [], mail: null });
  const device = { ...service.browser().subscription, kinds: ["turn"], offset: 0 };
  assert.equal(await refusal(bob, "PUT", "/reminders/devices", device), "no-reminders");
  bob.leave();
  assert.equal((await plain.close()).errors, "");
});

test("a restart loses no reminder, and the key stays", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bivouac-push-"));
  const open = () => openServer(program, { data: folder, inFolder: true, options: on });
  let other = await open();
  const [ada, bob] = [await enter(other.url, "Ada"), await enter(other.url, "Bob")];
  const browser = service.browser();
  browser.answers.push({ wait: true });
  await remind(bob, browser);
  const { key } = await granted(bob, "GET", "/reminders");
  const table = await begin(ada, { game: "chevaliers", ...days }, { S: ada, O: bob });
  await bob.will({ do: "leave", table });
  await playAny(ada, table, "S");
  await until(() => browser.held.length === 1, "it is being sent");
  for (const guest of [ada, bob]) guest.leave();
  await other.kill();
  other = await open();
  await browser.receives(1);
  bob.url = other.url;
  assert.equal((await granted(bob, "GET", "/reminders")).key, key);
  await other.close();
  rmSync(folder, { recursive: true });
});

test("an opponent is found for a player who looks away, and none is told who goes to the table", async () => {
  const [ada, bob] = [await arrive("Ada"), await arrive("Bob")];
  const browsers = [service.browser(), service.browser()];
  await remind(ada, browsers[0]);
  await remind(bob, browsers[1]);
  const found = [ada, bob].map((guest) => guest.hear("paired"));
  for (const guest of [ada, bob]) await guest.will({ do: "seek", game: "chevaliers", pace: "correspondence" });
  const [{ table }] = await Promise.all(found);
  await ada.will({ do: "subscribe", table });
  const told = await browsers[1].receives(1);
  assert.deepEqual([told.what, told.path, told.body], ["opponent", `/t/${table}`, "Échec aux Chevaliers against Ada"]);
  await pass(4500);
  assert.equal(browsers[0].asked, 0);
  assert.equal(browsers[1].asked, 1);
});

test("the figures count them", async () => {
  const figures = await metricsOf(server);
  const count = (result) => valueOf(figures, "bivouac_reminders_total", { result });
  for (const result of ["sent", "retried", "given-up", "device-gone", "refused"]) assert.equal(typeof count(result), "number", result);
  assert.ok(valueOf(figures, "bivouac_reminder_people") > 0);
});
