// Reminders: asked for with one touch on a device, shown by the service worker while no page looks, and opened at the right
// table. The browser's own push service is out of reach: its subscription is the tests' own, and the message is handed to
// the service worker by the browser.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { openServer, until } from "../../../tests/launch.mjs";
import { openPushService } from "../../../tests/server/push_service.mjs";
import { begin, enter, Guest, playAny } from "../../../tests/server/client.mjs";
import { axe, browser, dist, guest, phone, program, timed } from "./server.mjs";

const launched = await browser();
const service = await openPushService();
const data = mkdtempSync(join(tmpdir(), "bivouac-browser-"));
const options = ["--web", dist, "--config-set", "push=on", "--config-set", "push-loopback=on"];
const at = await openServer(program, { data, inFolder: true, options });
after(async () => {
  service.close();
  await at.close();
  rmSync(data, { recursive: true, force: true });
});

/** Gives a browser a subscription of the tests' push service. */
async function subscribing(context, subscription) {
  await context.grantPermissions(["notifications"], { origin: at.url });
  await context.addInitScript(({ endpoint, p256dh, auth }) => {
    const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0)).buffer;
    let current = null;
    const made = {
      endpoint,
      getKey: (name) => bytes(name === "auth" ? auth : p256dh),
      unsubscribe: async () => ((current = null), true),
    };
    PushManager.prototype.getSubscription = async () => current;
    PushManager.prototype.subscribe = async () => (current = made);
  }, subscription);
}

/** The browser hands a message to the service worker of the page, as its push service would. */
async function deliver(page, text) {
  const cdp = await page.context().newCDPSession(page);
  const registration = new Promise((resolve) =>
    cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => registrations[0] && resolve(registrations[0].registrationId)),
  );
  await cdp.send("ServiceWorker.enable");
  await cdp.send("ServiceWorker.deliverPushMessage", { origin: at.url, registrationId: await registration, data: text });
}

const shown = (page) =>
  page.evaluate(async () => (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body, tag, data }) => ({ title, body, tag, data })));

timed("a device asks for reminders, gets one, and it opens the table", async () => {
  const { context, page, faults, leave } = await guest(launched, at, "Bob", { viewport: phone });
  const bob = new Guest(at.url, "Bob");
  bob.cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  await bob.connect();
  const ada = await enter(at.url, "Ada");
  const receiver = service.browser();
  await subscribing(context, receiver.subscription);

  await page.goto("/mine");
  await page.locator('[data-do="remind"]').click();
  await page.waitForSelector('[data-do="quiet"]:checked');
  await page.locator('[data-do="quiet"]').click();
  await page.waitForSelector('[data-do="quiet"]:not(:checked)');
  assert.deepEqual(await axe(page), []);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, "nothing sticks out on a phone");
  const { devices } = (await bob.http("GET", "/api/v1/reminders")).body;
  assert.deepEqual(devices.map((one) => one.quiet), [null]);

  const table = await begin(ada, { game: "chevaliers", time: { days: 3 } }, { S: ada, O: bob });
  bob.leave();
  await ada.hear((m) => m.type === "presence" && m.table === table && m.people.length === 1);
  await playAny(ada, table, "S");
  const { what, title, body, path } = await receiver.receives(1);
  await deliver(page, JSON.stringify({ what, title, body, path }));
  await until(async () => (await shown(page)).length === 1, "the notification is shown", 60);
  assert.deepEqual(await shown(page), [{ title: "Your turn", body: "Échec aux Chevaliers against Ada", tag: `/t/${table}`, data: `/t/${table}` }]);

  const [worker] = context.serviceWorkers();
  await worker.evaluate(async () => {
    const [notification] = await globalThis.registration.getNotifications();
    globalThis.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
  });
  await page.waitForURL(`${at.url}/t/${table}`);

  await page.goto("/mine");
  await page.locator('[data-do="remind"]:checked').click();
  await page.waitForSelector('[data-do="remind"]:not(:checked)');
  assert.deepEqual((await bob.http("GET", "/api/v1/reminders")).body.devices, []);
  assert.deepEqual(faults, []);
  ada.leave();
  await leave();
});

timed("by correspondence: boards and time left in My games, and the next game in one tap after a move", async () => {
  const { context, page, faults, leave } = await guest(launched, at, "Cleo");
  const cleo = new Guest(at.url, "Cleo");
  cleo.cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  await cleo.connect();
  const dan = await enter(at.url, "Dan");
  const slow = await begin(dan, { game: "chevaliers", time: { days: 7 } }, { S: dan, O: cleo });
  const soon = await begin(dan, { game: "chevaliers", time: { days: 1 } }, { S: dan, O: cleo });
  for (const table of [slow, soon]) await playAny(dan, table, "S");
  await page.goto("/mine");
  await page.waitForSelector(".live-board svg");
  const cards = page.locator("#turns + .cards .table-line, section:first-of-type .cards .table-line");
  assert.deepEqual(await cards.evaluateAll((all) => all.map((one) => new URL(one.href).pathname)), [`/t/${soon}`, `/t/${slow}`], "the most urgent first");
  assert.match(await cards.first().innerText(), /left/);
  await page.goto(`/t/${soon}`);
  assert.equal(await page.locator('[data-do="next-game"]').count(), 0, "not before the move");
  await playAny(cleo, soon, "O");
  await page.locator('[data-do="next-game"]').click();
  await page.waitForURL(`${at.url}/t/${slow}`);
  assert.deepEqual(faults, []);
  for (const one of [cleo, dan]) one.leave();
  await leave();
});
