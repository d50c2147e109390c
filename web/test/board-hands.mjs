// Hands on real boards in a real browser: taps, drags, keys, set-ups, and a while of each game by clicks alone.
import { build } from "esbuild";
import { chromium } from "playwright-core";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { stylesOfBoards } from "./board-styles.mjs";

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const options = {
  kriegspiel: { axis: "forward", field: "standard", quiet: "count" },
  chevaliers: { board: "1969", "men-capture": "all", obligation: "direct", oversight: "enforced" },
  chars: { "own-fire": "off" },
  paris: { diagonals: "any", protection: "orthogonal", sortie: "board", summons: "any" },
  belligerants: { armistice: "on", board: "riviere", compulsion: "forfeit" },
};
const people = (...seats) => Object.fromEntries(seats.map((seat) => [seat, { name: "Moi" }]));
const wasm = readFileSync(join(web, "../build/wasm/bivouac.wasm")).toString("base64");
let browser, page;
const errors = [];

before(async () => {
  const bundle = await build({ entryPoints: [join(web, "test/board-page.tsx")], bundle: true, write: false, format: "iife", jsx: "automatic", jsxImportSource: "preact", logLevel: "warning" });
  const styles = stylesOfBoards();
  browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: flags });
  page = await browser.newPage({ viewport: { width: 800, height: 1200 } });
  page.on("pageerror", (error) => errors.push(error.message));
  await page.setContent(`<!doctype html><html data-theme="light"><style>${styles}</style><div id="root"></div></html>`);
  await page.addScriptTag({ content: bundle.outputFiles[0].text });
});
after(() => browser?.close());

const open = async (game, occupants) => {
  await page.evaluate(([w, c]) => window.openGame(w, c), [wasm, { terms: { game, seats: 2, options: options[game] }, occupants }]);
  await page.waitForSelector("[data-point]");
};
const log = () => page.evaluate(() => window.session.log.value.map(({ token }) => token));
const draft = () => page.evaluate(() => window.session.scene.value.draft.map(({ token }) => token));
const touch = (point) => page.click(`[data-point="${point}"]`);
const calm = async () => {
  await page.evaluate(() => window.session.settled());
  await page.waitForTimeout(60);
};
const centre = async (point) => {
  const box = await page.locator(`[data-point="${point}"] .ground`).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};
const drag = async (from, to) => {
  await page.mouse.move(...(await centre(from)));
  await page.mouse.down();
  const [x, y] = await centre(to);
  await page.mouse.move(x - 9, y - 5, { steps: 6 });
  await page.mouse.move(x, y);
  await page.mouse.up();
};

test("tap and tap, drag and drop, keys", async () => {
  await open("chevaliers", people("S", "O"));
  await touch("b4");
  await touch("b5");
  await calm();
  assert.deepEqual(await log(), ["b4-b5"]);
  await page.waitForFunction(() => document.querySelector('[data-point="a11"].pick'));
  await drag("a11", "a10");
  await calm();
  assert.deepEqual(await log(), ["b4-b5", "a11-a10"]);
  await page.waitForFunction(() => document.querySelector('[data-point="f4"].pick'));
  await page.focus('[data-point="f4"]');
  await page.keyboard.press("Enter");
  assert.equal(await page.getAttribute('[data-point="f4"]', "aria-selected"), "true");
  await page.keyboard.press("Escape");
  assert.equal(await page.getAttribute('[data-point="f4"]', "aria-selected"), "false");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await calm();
  assert.deepEqual(await log(), ["b4-b5", "a11-a10", "f4-f5"]);
});

test("fingers tap and drag", async () => {
  await open("chevaliers", people("S", "O"));
  const fingers = await page.context().newCDPSession(page);
  const move = (type, ...at) => fingers.send("Input.dispatchTouchEvent", { type, touchPoints: at.length ? [{ x: at[0], y: at[1] }] : [] });
  const [from, to] = [await centre("c4"), await centre("b5")];
  await move("touchStart", ...from);
  for (let i = 1; i <= 6; i++) await move("touchMove", from[0] + ((to[0] - from[0]) * i) / 6, from[1] + ((to[1] - from[1]) * i) / 6);
  await move("touchEnd");
  await calm();
  assert.deepEqual(await log(), ["c4-b5"]);
});

test("a plate is turned by its handles and stays in hand", async () => {
  await open("kriegspiel", people("F", "A"));
  await calm();
  const first = await page.evaluate(() => Object.keys(window.session.scene.value.legal)[0]);
  const [at, half] = first === "F" ? ["c2", "^NE"] : ["c10", "^SW"];
  await page.waitForFunction((name) => document.querySelector(`[data-point="${name}"].pick`), at);
  await touch(at);
  await page.click(`.handle[data-token="${at}${half}"]`);
  await page.waitForSelector(`.handle[data-token="${at}<"]`);
  await page.click(`.handle[data-token="${at}<"]`);
  await page.waitForFunction(() => window.session.scene.value.draft.length === 2);
  assert.deepEqual(await draft(), [`${at}${half}`, `${at}<`]);
});

test("a set-up is moved about, mirrored and drawn at random", async () => {
  await open("chars", people("V", "G"));
  await page.waitForSelector(".dot.target");
  for (const point of ["22", "33", "44"]) {
    await touch(point);
    await page.waitForTimeout(120);
  }
  assert.deepEqual(await draft(), ["A=22", "B=33", "C=44"]);
  await drag("22", "21");
  await page.waitForTimeout(200);
  assert.deepEqual(await draft(), ["A=21", "B=33", "C=44"]);
  await page.click("text=En miroir");
  await page.waitForTimeout(200);
  assert.deepEqual(await draft(), ["A=30", "B=38", "C=47"]);
  const tray = await page.locator('[data-thing="1"]').boundingBox();
  await page.mouse.move(tray.x + 10, tray.y + 10);
  await page.mouse.down();
  await page.mouse.move(...(await centre("5")), { steps: 4 });
  await page.mouse.up();
  await page.waitForTimeout(200);
  assert.deepEqual((await draft()).at(-1), "1=5");
  await page.evaluate(() => window.session.undo());
  await page.waitForTimeout(200);
  assert.equal(await page.locator('[data-thing="1"]').count(), 1, "what the page took back is in the tray again");
  await page.click("text=Au hasard");
  await page.waitForSelector(".choice.main:not([disabled])");
  assert.equal((await draft()).length, 15);
  await page.click(".choice.main");
  await calm();
  assert.equal((await log()).length > 0 || (await draft()).length === 0, true);
});

test("boards are understood by those who hear them", async () => {
  await page.addScriptTag({ content: readFileSync(join(web, "node_modules/axe-core/axe.min.js"), "utf8") });
  for (const [game, seats] of Object.entries({ chevaliers: ["S", "O"], kriegspiel: ["F", "A"], chars: ["V", "G"], paris: ["G", "B"], belligerants: ["J", "R"] })) {
    await open(game, people(...seats));
    await calm();
    await page.waitForTimeout(1700);
    if (game === "kriegspiel") await page.evaluate(() => document.querySelector("[data-point].pick").dispatchEvent(new MouseEvent("click", { bubbles: true })));
    const found = await page.evaluate(() => window.axe.run("#root", { rules: { region: { enabled: false } } }));
    assert.deepEqual(found.violations.map(({ id, nodes }) => `${game}: ${id} ${nodes[0].html.slice(0, 200)}`), []);
  }
});

/** Clicks whatever is lit or offered, like somebody who does not know the game. */
async function clickAbout(seconds) {
  const until = Date.now() + seconds * 1000;
  let clicks = 0;
  while (Date.now() < until) {
    const clicked = await page.evaluate((n) => {
      const main = document.querySelector(".choice.main:not([disabled])");
      const tokens = [...document.querySelectorAll("[data-token]:not([disabled])")];
      const points = [...document.querySelectorAll("[data-point].target, [data-point].far, [data-point].turn")];
      const picks = [...document.querySelectorAll("[data-point].pick, [data-point].open")];
      const { complete, legal } = window.session.scene.value;
      if (complete) return window.session.confirm().then(() => true);
      const wait = document.querySelector(".setup") && [...document.querySelectorAll(".choice")].find((one) => one.textContent === "Au hasard");
      const list = main ? [main] : wait ? [wait] : points.length && n % 4 ? points : tokens.length && n % 7 === 0 ? tokens : picks.length ? picks : tokens;
      const chosen = list[(n * 7919) % list.length];
      if (!chosen || !Object.keys(legal).length) return false;
      chosen.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 0 }));
      return true;
    }, clicks);
    clicks += 1;
    await page.waitForTimeout(clicked ? 15 : 60);
  }
}

for (const [game, seat] of Object.entries({ chevaliers: "S", kriegspiel: "F", chars: "V", paris: "G", belligerants: "J" })) {
  test(`${game} goes on by clicks alone`, async () => {
    await open(game, { ...people(seat) });
    await clickAbout(7);
    const told = await log();
    assert(told.length > 6, `${told.length} things happened`);
    assert.deepEqual(errors, []);
    assert.equal(await page.evaluate(() => window.session.trouble.value), null);
  });
}
