// For everybody: both languages, a phone, a keyboard alone, and things that keep still for who wants it.
import assert from "node:assert/strict";
import { browser, games, guest, server, phone, somebody, timed } from "./server.mjs";
import { playBox, playTurns, press, touch, turnsOf } from "./play.mjs";

const at = await server();
const launched = await browser();
const places = ["/", "/tables", "/mine", "/nowhere", ...games.map((game) => `/box/${game}`), "/new/kriegspiel", "/account", "/friends", "/leaders"];

/* ---- Languages --------------------------------------------------------------------------------------------------- */

/** All that is read on a page, by eye or by ear. Names of things that have only one name are left out. */
const readAloud = (page) =>
  page.evaluate(() => {
    const found = [document.title];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const parent = node.parentElement;
      if (!parent.closest("svg, script, noscript, option") && parent.checkVisibility()) found.push(node.textContent.trim());
    }
    for (const one of document.querySelectorAll("[aria-label], [title], [placeholder]"))
      if (one.checkVisibility()) found.push(...["aria-label", "title", "placeholder"].map((name) => one.getAttribute(name) ?? ""));
    return [...new Set(found)].filter((text) => /\p{L}{3}/u.test(text));
  });

/** Said alike in French and in English: names, and words that the languages share. */
const alike = /^(: )?(Bivouac|Kriegspiel|Les Belligérants|Échec aux Chevaliers|1969 · Max Gerchambeau|1975 · MB Jeux|Diamino|René Leduc|1871|Lieutenant|Colonel|Madeleine|Tables?|Pages|Options|Documentation|Message|Notification)\.?( · Bivouac)?$/;

timed("both languages: everything that is read changes, and the page says which one it speaks", async () => {
  const { page, faults, leave } = await guest(launched, at, "Madeleine");
  const unchanged = [];
  const compare = async (name) => {
    const english = await readAloud(page);
    assert.equal(await page.getAttribute("html", "lang"), "en");
    await page.locator(".banner-tools button[lang]").click();
    await page.waitForSelector('html[lang="fr"]');
    // The title follows the page a moment later.
    let left = [];
    for (let tries = 0; tries < 20; tries++) {
      const french = new Set(await readAloud(page));
      left = english.filter((text) => french.has(text) && !alike.test(text));
      if (!left.length) break;
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    unchanged.push(...left.map((text) => `${name}: ${text}`));
    await page.locator(".banner-tools button[lang]").click();
    await page.waitForSelector('html[lang="en"]');
  };
  for (const place of places) {
    await page.goto(place);
    await page.waitForFunction(() => document.querySelector("h1") && !document.querySelector(".waiting"));
    await compare(place);
  }
  for (const game of games) {
    await playBox(page, game);
    await playTurns(page, 3);
    await compare(game);
  }
  assert.deepEqual(unchanged, []);
  assert.deepEqual(faults.filter((one) => !/404/.test(one)), []);
  await leave();
});

timed("the language is the browser's, until somebody chooses another", async () => {
  const { context, page, leave } = await somebody(launched, at, { locale: "fr-FR" });
  await page.goto("/");
  await page.waitForSelector('html[lang="fr"]');
  await page.locator(".banner-tools button[lang]").click();
  await page.waitForSelector('html[lang="en"]');
  const again = await context.newPage();
  await again.goto("/mine");
  await again.waitForSelector('html[lang="en"] h1');
  await leave();
});

/* ---- A phone ----------------------------------------------------------------------------------------------------- */

/** How many pixels a page is too wide, and what is too small for a finger. Links within a sentence are as large as it is. */
const fitFor = (page) =>
  page.evaluate(() => {
    const root = document.documentElement;
    const wide = root.scrollWidth - root.clientWidth;
    const small = [...document.querySelectorAll("button, summary, select, .button, .card, input:not([type=radio]):not([type=checkbox]), label:has(input[type=radio]), label:has(input[type=checkbox])")]
      .filter((one) => one.checkVisibility() && !one.closest(".unseen"))
      .map((one) => ({ box: one.getBoundingClientRect(), words: (one.textContent || one.getAttribute("aria-label") || "").trim().slice(0, 30), class: one.className }))
      .filter(({ box }) => box.width && (box.height < 43.5 || box.width < 43.5))
      .map(({ box, words, class: name }) => `${Math.round(box.width)}×${Math.round(box.height)} ${name} “${words}”`);
    return { wide, small: [...new Set(small)] };
  });

timed("on a phone no page is too wide, and all that is touched is large enough", async () => {
  const { page, faults, leave } = await guest(launched, at, "Madeleine", { viewport: phone, hasTouch: true, isMobile: true, locale: "fr-FR" });
  const wrong = [];
  const look = async (name) => {
    const { wide, small } = await fitFor(page);
    if (wide > 0) wrong.push(`${name}: ${wide} pixels too wide`);
    wrong.push(...small.map((one) => `${name}: too small: ${one}`));
  };
  for (const place of places) {
    await page.goto(place);
    await page.waitForFunction(() => document.querySelector("h1") && !document.querySelector(".waiting"));
    await look(place);
  }
  for (const game of games) {
    await playBox(page, game);
    await look(`${game}, at the beginning`);
    for (let i = 0; i < 8; i++) {
      const spot = await touch(page, { finger: true });
      if (spot.over) break;
    }
    await look(`${game}, in mid-play`);
  }
  assert.deepEqual([...new Set(wrong)], []);
  assert.deepEqual(faults.filter((one) => !/404/.test(one)), []);
  await leave();
});

/* ---- A keyboard -------------------------------------------------------------------------------------------------- */

const focused = (page, selector) => page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);

/** Presses a key until the focus is on something; how often it took. */
async function pressUntil(page, key, selector, most = 60) {
  for (let i = 0; i <= most; i++) {
    if (await focused(page, selector)) return i;
    await page.keyboard.press(key);
  }
  throw new Error(`${most} times ${key} did not lead to ${selector}, but to ${await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120))}`);
}

timed("twenty turns of chevaliers with the keyboard alone", async () => {
  const { page, faults, leave } = await somebody(launched, at);
  await page.goto("/");
  await page.waitForSelector("[data-play]");
  await pressUntil(page, "Tab", '[data-play="chevaliers"]');
  await page.keyboard.press("Enter");
  await page.waitForSelector(".point.pick");
  await pressUntil(page, "Tab", "[data-point]");
  let turns = 0;
  let lost = 0;
  for (; turns < 20; turns++) {
    await page.waitForFunction(() => document.querySelector(".ending, .point.pick"));
    if (await page.locator(".ending").count()) break;
    if (!(await focused(page, "[data-point]"))) {
      lost++;
      await pressUntil(page, "Shift+Tab", "[data-point]");
    }
    const before = await page.locator(".moves li").count();
    for (let i = 0; i <= turns % 5; i++) await page.keyboard.press("n");
    await pressUntil(page, "n", ".point.pick");
    await page.keyboard.press("Enter");
    for (let steps = 0; await page.locator(".point.held").count(); steps++) {
      assert.ok(steps < 20, "a path comes to an end");
      const target = (await page.locator(".point.target").count()) > 0;
      if (target) await pressUntil(page, "n", ".point.target");
      else await pressUntil(page, "n", ".point.far, .point.turn");
      await page.keyboard.press("Enter");
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      // A path that may end here or go on: the same key again ends it. Where it must go on, that key would put the piece back.
      const mayStop = (await page.getByRole("button", { name: "Stop here" }).count()) > 0;
      if (mayStop && (await focused(page, ".point.held"))) await page.keyboard.press("Enter");
    }
    await page.waitForFunction((n) => document.querySelectorAll(".moves li").length > n, before);
  }
  assert.ok(turns === 20 || (await page.locator(".ending").count()) > 0, `${turns} turns`);
  assert.equal(lost, 0, "the focus stays on the board from turn to turn");
  assert.deepEqual(faults, []);
  await leave();
  return `${turns} turns of ours`;
});

/** As many turns as bring every phase of a game. */
const TURNS = 6;

for (const game of games)
  timed(`${game} with the keyboard alone, from the set-up on`, async () => {
    const { page, faults, leave } = await somebody(launched, at, { seed: 3 });
    await playBox(page, game);
    let presses = 0;
    for (let step = {}; !step.over && (await turnsOf(page)) < TURNS; presses++) step = await press(page, { idle: true, timeout: 2000, finish: 60 });
    assert.deepEqual(faults, []);
    await leave();
    return `${presses} choices`;
  });

/* ---- Movement ---------------------------------------------------------------------------------------------------- */

const countMotions = () => {
  globalThis.motions = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    globalThis.motions++;
    return animate.apply(this, how);
  };
};

for (const [request, moves] of [["no-preference", true], ["reduce", false]])
  timed(`who ${moves ? "has nothing against it sees" : "wants things to keep still sees no"} movement`, async () => {
    const { context, page, faults, leave } = await somebody(launched, at, { reducedMotion: request });
    await context.addInitScript(countMotions);
    await playBox(page, "chevaliers");
    await playTurns(page, 6);
    assert.equal(await page.getAttribute("html", "data-movement"), moves ? "on" : "off");
    assert.equal((await page.evaluate(() => globalThis.motions)) > 0, moves);
    if (!moves) assert.deepEqual(await page.evaluate(() => document.getAnimations().filter((one) => one.effect.getComputedTiming().duration > 50).map((one) => one.animationName ?? one.id)), []);
    assert.deepEqual(faults, []);
    await leave();
  });
