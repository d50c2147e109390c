// What a first visit costs: bytes as they come over the wire, and time until one can play. Machines are shared: the times are
// told, the bytes are held.
import assert from "node:assert/strict";
import { loadavg } from "node:os";
import { bytesOf } from "./bytes.mjs";
import { browser, dist, server, somebody, timed } from "./server.mjs";

const at = await server();
const launched = await browser();
const LIMIT = 200 * 1024;

/** Remembers when something first stood on the page. */
const stopwatch = () => {
  globalThis.seen = {};
  const wanted = { home: "[data-play]:not([disabled])", board: ".point.pick, .setup .point.target" };
  new MutationObserver(() => {
    for (const [name, selector] of Object.entries(wanted)) if (!(name in globalThis.seen) && document.querySelector(selector)) globalThis.seen[name] = performance.now();
  }).observe(document, { subtree: true, childList: true, attributes: true });
};

timed("first load: under 200 KB with the engine", async () => {
  const { context, page, faults, leave } = await somebody(launched, at, { reducedMotion: "no-preference" });
  await context.addInitScript(stopwatch);
  const requests = [];
  context.on("requestfinished", (request) => requests.push(request));
  await page.goto("/", { waitUntil: "networkidle" });
  const home = await page.evaluate(() => globalThis.seen.home);
  const clicked = await page.evaluate(() => performance.now());
  await page.locator('[data-play="chevaliers"]').click();
  await page.waitForSelector(".point.pick");
  const board = await page.evaluate(() => globalThis.seen.board);
  const list = await bytesOf(requests, dist);
  const total = list.reduce((sum, { bytes }) => sum + bytes, 0);
  assert.ok(list.some(({ name }) => name.endsWith(".wasm")), `the engine is among what was loaded: ${list.map(({ name }) => name)}`);
  assert.ok(total > 50_000 && total < LIMIT, `${total} bytes`);
  assert.deepEqual(faults, []);
  await leave();
  const each = list.map(({ name, bytes, coding }) => `${name} ${bytes} ${coding ?? "as it is"}`).join(", ");
  return `${total} bytes; home page interactive after ${Math.round(home)} ms, play now ${Math.round(board - clicked)} ms after the click, load ${loadavg()[0].toFixed(1)}; ${each}`;
});
