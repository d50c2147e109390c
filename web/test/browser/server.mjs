// What every browser test begins with: the real server with a fresh store, one browser, people who come with their own
// cookies, and tests that say how long they took.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { openServer } from "../../../tests/launch.mjs";
import { robot } from "./robot.mjs";

export const web = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const program = process.env.BIVOUAC ?? join(web, "../build/bivouac");
export const dist = process.env.BIVOUAC_WEB ?? join(web, "dist");
export const games = ["paris", "belligerants", "chevaliers", "kriegspiel", "chars"];
export const phone = { width: 390, height: 844 };
/** High enough for a table as a whole, so that nothing has to be scrolled for. */
export const desk = { width: 1360, height: 1000 };
/** The development machine is shared: what must come may take its time. */
export const TIMEOUT = 60_000;

const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** A server that can be killed and opened again at the same address. Closed when the tests of the file are over. */
export async function server() {
  const data = mkdtempSync(join(tmpdir(), "bivouac-browser-"));
  const options = ["--web", dist];
  const opened = { now: await openServer(program, { data, options }) };
  after(async () => {
    await opened.now.close();
    rmSync(data, { recursive: true, force: true });
  });
  return {
    url: opened.now.url,
    data,
    kill: () => opened.now.kill(),
    open: async () => (opened.now = await openServer(program, { data, options, port: opened.now.port })),
  };
}

export async function browser() {
  const launched = await chromium.launch({ executablePath: "/usr/bin/chromium", args: flags });
  after(() => launched.close());
  return launched;
}

/** What a page must never do, wherever it is: fail in its scripts. `faults` collects it. */
function watch(page, faults) {
  page.setDefaultTimeout(TIMEOUT);
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (line) => {
    // A server that was killed on purpose is missed by the network, which is nobody's fault.
    if (line.type() === "error" && !/net::ERR|WebSocket connection|unknown error occurred when fetching the script/.test(line.text())) faults.push(line.text());
  });
}

/** Somebody with a browser of their own: a context with its cookies and its memory, where every page is watched. */
export async function somebody(launched, at, choices = {}) {
  const context = await launched.newContext({ baseURL: at.url, locale: "en-GB", viewport: desk, reducedMotion: "reduce", ...choices });
  await context.addInitScript(robot, choices.seed ?? 1);
  const faults = [];
  context.on("page", (page) => watch(page, faults));
  const page = await context.newPage();
  return { context, page, faults, leave: () => context.close() };
}

/** A guest of the server under this name, for what is done at its tables. */
export async function guest(launched, at, name, choices = {}) {
  const one = await somebody(launched, at, choices);
  const answer = await one.context.request.post(at.url + "/api/v1/guest", { data: { name } });
  if (!answer.ok()) throw new Error(await answer.text());
  return { ...one, name };
}

/** A test that says how long it took, and what else is worth knowing. */
export function timed(name, action) {
  test(name, { timeout: 2 * TIMEOUT }, async (t) => {
    const begun = Date.now();
    const told = await action(t);
    t.diagnostic(`${((Date.now() - begun) / 1000).toFixed(1)} s${told ? `: ${told}` : ""}`);
  });
}

const axeSource = readFileSync(join(web, "node_modules/axe-core/axe.min.js"), "utf8");

/** What axe has against a page, one line each. */
export async function axe(page) {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.target.join(" ") + " " + node.html.slice(0, 120)).join(" | ")}`);
}
