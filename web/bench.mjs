// What a first visit costs somebody with a slow telephone: each page in a fresh browser, on a processor four times slower,
// over a slow 4G line (1.6 Mbit/s, 150 ms there and back). Prints a line for each; fails if a page moves what one already
// sees, or if the home page is more than 200 KB.
//   node bench.mjs [PAGE…]      BIVOUAC names the program (../build/bivouac unless told); the client must be built.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { openServer } from "../tests/launch.mjs";
import { bytesOf } from "./test/browser/bytes.mjs";
import { openLine } from "./test/browser/line.mjs";

const web = dirname(fileURLToPath(import.meta.url));
const dist = process.env.BIVOUAC_WEB ?? join(web, "dist");
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1360, height: 1000 } };
const SLOWER = 4;
const SHELF_MOST = 200 * 1024;
/** So long without a long task, a request or a shift: the page has come to rest. */
const REST = 2500;
const PATIENCE = 60_000;

/** Notes what the browser says about itself; sent into every page before its own scripts. */
function watch() {
  const seen = (globalThis.seen = { paint: 0, busy: 0, shifts: [], last: 0 });
  const observe = (type, note) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry);
      seen.last = performance.now();
    }).observe({ type, buffered: true });
  observe("paint", ({ name, startTime }) => name === "first-contentful-paint" && (seen.paint = startTime));
  observe("longtask", ({ startTime, duration }) => (seen.busy = Math.max(seen.busy, startTime + duration)));
  observe("resource", () => undefined);
  observe("layout-shift", ({ value, hadRecentInput, sources, startTime }) => {
    const place = ({ left, top, width, height }) => [left, top, width, height].map(Math.round).join(" ");
    const nameOf = (node) => (node?.nodeType === 1 ? node.outerHTML.replace(/>[^]*/, ">").slice(0, 80) : "text");
    const moved = sources.map(({ node, previousRect, currentRect }) => `${nameOf(node)} from ${place(previousRect)} to ${place(currentRect)}`);
    if (!hadRecentInput) seen.shifts.push({ value, at: Math.round(startTime), moved });
  });
}

async function measure(browser, url, path, viewport, cookie) {
  const context = await browser.newContext({ baseURL: url, locale: "en-GB", viewport });
  if (cookie) await context.addCookies([{ ...cookie, url }]);
  await context.addInitScript(watch);
  const requests = [];
  context.on("requestfinished", (request) => requests.push(request));
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await page.goto(path, { waitUntil: "load", timeout: PATIENCE });
  // The service worker fetches the rest once the page is at rest; that is no part of the visit.
  for (const end = Date.now() + PATIENCE; Date.now() < end; await page.waitForTimeout(200)) {
    if (await page.evaluate((rest) => performance.now() - globalThis.seen.last > rest, REST)) break;
  }
  const seen = await page.evaluate(() => globalThis.seen);
  const bytes = (await bytesOf(requests, dist)).reduce((sum, one) => sum + one.bytes, 0);
  await context.close();
  return { path, paint: seen.paint, ready: Math.max(seen.paint, seen.busy), shifts: seen.shifts, bytes };
}

/** A game that is being played, and who plays it. */
async function setTable(url) {
  const ask = async (path, body, cookie = "") => {
    const answer = await fetch(`${url}/api/v1${path}`, { method: "POST", headers: { cookie }, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(await answer.text());
    return answer;
  };
  const cookie = (await ask("/guest", { name: "Ada" })).headers.get("set-cookie").split(";")[0];
  const { table } = await (await ask("/tables", { game: "chevaliers", occupants: { S: "me", O: "computer:1" }, start: true }, cookie)).json();
  const [name, value] = cookie.split(/=(.*)/s);
  return { table, cookie: { name, value } };
}

const data = mkdtempSync(join(tmpdir(), "bivouac-bench-"));
const server = await openServer(process.env.BIVOUAC ?? join(web, "../build/bivouac"), { data, options: ["--web", dist] });
const line = await openLine(server.port, { bytesPerSecond: 200_000, delay: 75 });
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: flags });
const wanted = process.argv.slice(2);
const faults = [];
try {
  const { table, cookie } = await setTable(server.url);
  const pages = [["home", "/"], ["box", "/box/chars"], ["rules", "/rules/chars"], ["lesson", "/lesson/chars"], ["table", `/t/${table}`, cookie]];
  console.log("page    screen  first paint  interactive    shift      bytes");
  for (const [size, viewport] of Object.entries(sizes))
    for (const [name, path, known] of pages.filter(([one]) => !wanted.length || wanted.includes(one))) {
      const { paint, ready, shifts, bytes } = await measure(browser, line.url, path, viewport, known);
      const shift = shifts.reduce((sum, { value }) => sum + value, 0);
      const time = (ms) => `${Math.round(ms)} ms`;
      console.log([name.padEnd(7), size.padEnd(7), time(paint).padStart(11), time(ready).padStart(12), shift.toFixed(4).padStart(8), String(bytes).padStart(10)].join(" "));
      for (const { value, at, moved } of shifts) faults.push(`${name} on the ${size} moves after ${at} ms by ${value.toFixed(4)}: ${moved.join(", ")}`);
      if (name === "home" && bytes > SHELF_MOST) faults.push(`the home page is ${bytes} bytes, more than ${SHELF_MOST}`);
    }
} finally {
  await browser.close();
  line.close();
  await server.close();
  rmSync(data, { recursive: true, force: true });
}
for (const fault of faults) console.log(fault);
process.exit(faults.length ? 1 : 0);
