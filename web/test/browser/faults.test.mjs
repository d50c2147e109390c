// Parts of the pages on a page of their own: what goes wrong is told, nothing waits for ever, nothing is drawn twice.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { build } from "esbuild";
import { browser, web } from "./server.mjs";

const wasm = readFileSync(join(web, "../build/wasm/bivouac.wasm")).toString("base64");
const chevaliers = { game: "chevaliers", seats: 2, options: { board: "1969", "men-capture": "all", obligation: "direct", oversight: "enforced" } };
const people = { S: { name: "Ada" }, O: { name: "Bob" } };
const built = await build({ entryPoints: [join(web, "test/faults-page.tsx")], bundle: true, write: false, format: "iife", jsx: "automatic", jsxImportSource: "preact", loader: { ".board": "text", ".md": "text", ".txt": "text" }, logLevel: "warning" });
const bundle = built.outputFiles[0].text;
const launched = await browser();
let page;

beforeEach(async () => {
  page = await launched.newPage({ locale: "en-GB" });
  await page.setContent('<!doctype html><html data-theme="light"><div id="root"></div></html>');
  await page.addScriptTag({ content: bundle });
});
afterEach(() => page.close());

const openTable = () => page.evaluate(([w, choice]) => window.faults.openTable(w, choice), [wasm, { terms: chevaliers, occupants: people }]);
const spoken = () => page.locator('[role="log"] p').allTextContents();

test("a move and the turn that follows it are both announced", async () => {
  await openTable();
  await page.evaluate(() => window.faults.session.choose("S", window.faults.session.scene.value.legal.S[0]));
  await page.waitForFunction(() => window.faults.session.log.value.length === 1);
  await page.waitForFunction(() => document.querySelectorAll('[role="log"] p').length > 2);
  const said = (await spoken()).slice(1).join("\n");
  const move = await page.evaluate(() => window.faults.session.log.value[0].said[0].en);
  assert.ok(said.includes(move), `${move} in ${said}`);
  assert.match(said, /To play/);
});

test("an offer is announced, takes the focus and gives it back", async () => {
  await openTable();
  await page.focus("[data-point]");
  const was = await page.evaluate(() => document.activeElement.getAttribute("data-point"));
  await page.evaluate(() => window.faults.offer(["O"]));
  const dialog = page.locator('[role="alertdialog"]');
  await dialog.waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "alertdialog");
  assert.match((await spoken()).join(" "), /Gold offered a draw/);
  await page.evaluate(() => window.faults.offer([]));
  await dialog.waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("data-point")), was);
  // Somebody who writes is not interrupted.
  await page.locator(".chat input").fill("hel");
  await page.evaluate(() => window.faults.offer(["O"]));
  await dialog.waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.tagName), "INPUT");
});

test("a line of the chat does not draw the board again", async () => {
  await openTable();
  await page.waitForSelector("[data-point]");
  await page.waitForTimeout(100);
  const drawn = await page.evaluate(() => window.faults.drawn);
  assert.ok(drawn > 0);
  await page.evaluate(() => window.faults.say("hello"));
  await page.waitForFunction(() => document.querySelector(".chat li")?.textContent.includes("hello"));
  assert.equal(await page.evaluate(() => window.faults.drawn), drawn);
});

test("a page that cannot be drawn says so and offers to reload; the next page is whole", async () => {
  await page.evaluate(() => window.faults.breakPage());
  assert.match(await page.locator('main [role="alert"]').textContent(), /went wrong/);
  assert.equal(await page.locator('[data-do="reload"]').count(), 1);
  await page.evaluate(() => window.faults.go());
  await page.waitForSelector("#whole");
});

test("a lesson or a puzzle that cannot be opened says so", async () => {
  await page.evaluate(() => window.faults.failExercise());
  await page.waitForSelector('main [role="alert"] [data-do="reload"]');
});

test("a promise that nobody answers for is told in words", async () => {
  await page.evaluate(() => window.faults.go());
  await page.evaluate(() => void Promise.reject(new Error("on purpose")));
  await page.waitForSelector('.failure [data-do="reload"]');
});

test("work that fails holds up nothing behind it", async () => {
  await page.evaluate(() => window.faults.showLine());
  await page.evaluate(() => window.faults.line.soon(() => Promise.reject(new Error("on purpose"))));
  await page.locator("#work:enabled").click();
  await page.waitForFunction(() => document.getElementById("work").textContent === "1");
});

test("a late answer for an old path is dropped", async () => {
  await page.evaluate(() => {
    window.fetch = async (path) => {
      await new Promise((resolve) => setTimeout(resolve, path.includes("slow") ? 400 : 20));
      return new Response(JSON.stringify(String(path)));
    };
    window.faults.fetchFrom("/slow");
    window.faults.fetchFrom("/quick");
  });
  await page.waitForFunction(() => document.getElementById("fetched").textContent.includes("quick"));
  await page.waitForTimeout(600);
  assert.match(await page.locator("#fetched").textContent(), /quick/);
});

test("a drag from the tray that the browser cancels drops nothing later", async () => {
  await page.evaluate(() => window.faults.showTray());
  const send = (type, target, x = 0, y = 0) => page.evaluate(([t, s, clientX, clientY]) => (s ? document.querySelector(s) : window).dispatchEvent(new PointerEvent(t, { bubbles: true, clientX, clientY })), [type, target, x, y]);
  const box = await page.locator("[data-point]").first().boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await send("pointerdown", "[data-thing]");
  await send("pointercancel", "");
  await send("pointerup", "", x, y);
  assert.deepEqual(await page.evaluate(() => window.faults.put), []);
  await send("pointerdown", "[data-thing]");
  await send("pointerup", "", x, y);
  assert.equal(await page.evaluate(() => window.faults.put.length), 1);
});

test("a hidden tab animates nothing, and shows how things stand", async () => {
  await openTable();
  await page.waitForSelector("[data-point]");
  const animations = await page.evaluate(async () => {
    Object.defineProperty(document, "hidden", { get: () => true });
    document.dispatchEvent(new Event("visibilitychange"));
    let begun = 0;
    const usual = Element.prototype.animate;
    Element.prototype.animate = function (...args) {
      begun++;
      return usual.apply(this, args);
    };
    const { session } = window.faults;
    for (let i = 0; i < 4; i++) {
      const [seat, tokens] = Object.entries(session.scene.value.legal)[0];
      await session.choose(seat, tokens[0]);
      if (session.scene.value.complete) await session.confirm();
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
    return begun;
  });
  assert.equal(animations, 0);
  assert.ok(await page.evaluate(() => window.faults.session.log.value.length) > 1);
});

test("a notice lies over the page wherever it is scrolled to", async () => {
  await page.setContent(`<!doctype html><html><style>${readFileSync(join(web, "src/looks/controls.css"), "utf8")}</style><div id="root"></div><div style="height:5000px"></div></html>`);
  await page.addScriptTag({ content: bundle });
  await page.evaluate(() => {
    window.faults.go();
    scrollTo(0, 3000);
    window.faults.tell("Draw declined");
  });
  const box = await page.locator(".toasts .notice").boundingBox();
  assert.ok(box.y >= 0 && box.y < 200, JSON.stringify(box));
  assert.match((await spoken()).join(" "), /Draw declined/);
});
