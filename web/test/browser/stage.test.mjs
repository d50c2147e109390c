// The screen around the board, measured at ten window sizes: board and primary action are inside the window, nothing scrolls
// and nothing shifts, in every phase of every game.
import assert from "node:assert/strict";
import { browser, games, guest, phone, server, somebody, timed } from "./server.mjs";
import { begin, comeBy, linksOf, openTable } from "./friends.mjs";
import { playBox, touch } from "./play.mjs";

const at = await server();
const launched = await browser();

const sizes = [
  [1920, 1080],
  [1600, 900],
  [1440, 900],
  [1366, 768],
  [1280, 720],
  [1280, 640],
  [390, 844],
  [360, 640],
  [412, 915],
  [844, 390],
];

/** The phases that a game comes through within a few turns. */
const phases = {
  paris: ["general", "move"], // the General and the Colonel are placed on one screen
  belligerants: ["setup", "roll", "move"],
  chevaliers: ["move"],
  kriegspiel: ["move", "fire"],
  chars: ["setup", "plot", "move"],
};

/** Squares are at least so wide on the most common screen. */
const widest = { "1366 chevaliers": 56, "1366 paris": 40 };

const TOUCHES = 26;
const MOST = 120; // until all phases were seen
const GAMES = 4; // the same

/**
 * Remembers what moved without having been touched. Between a set-up and play the tray comes or goes, and what is beside the
 * board finds its new place: the frames of that moment do not count, however long after a touch the other side is ready.
 */
const watchShifts = () => {
  globalThis.shifts = [];
  const moments = [];
  new MutationObserver((changes) => {
    if (!changes.some(({ target, addedNodes }) => target.className === "stage-tray" || [...addedNodes].some((node) => node.className === "stage"))) return;
    const moment = { from: performance.now() - 50, to: Infinity };
    moments.push(moment);
    requestAnimationFrame(() => requestAnimationFrame(() => (moment.to = performance.now())));
  }).observe(document, { subtree: true, childList: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (!entry.hadRecentInput && !moments.some(({ from, to }) => entry.startTime >= from && entry.startTime <= to))
        globalThis.shifts.push({ value: entry.value, what: entry.sources.map(({ node }) => node?.className?.baseVal ?? (node?.className || node?.parentElement?.className)).join(" ") });
  }).observe({ type: "layout-shift", buffered: true });
};

/** What is wrong on the page as it stands, and where the board is. */
const measure = (page) =>
  page.evaluate(() => {
    const wrong = [];
    const inside = (name, element) => {
      const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
      if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5 || width < 40 || height < 40)
        wrong.push(`${name}: ${[left, top, right, bottom].map(Math.round).join(" ")}`);
    };
    const root = document.documentElement;
    const stage = document.querySelector(".stage");
    if (!stage) return { wrong: ["no stage"] };
    if (root.scrollHeight > innerHeight || root.scrollWidth > innerWidth || scrollY !== 0) wrong.push(`the page scrolls: ${root.scrollWidth}×${root.scrollHeight}`);
    const board = stage.querySelector(".stage-board svg.board");
    inside("board", board);
    const primary = stage.querySelectorAll("[data-primary]");
    if (primary.length > 1) wrong.push(`${primary.length} primary actions`);
    for (const button of primary) {
      inside(button.textContent, button);
      const { left, top, width, height } = button.getBoundingClientRect();
      if (!button.contains(document.elementFromPoint(left + width / 2, top + height / 2))) wrong.push(`${button.textContent} is covered`);
    }
    // A question that must be answered first, and the end, lie over the board on purpose.
    if (!stage.querySelector(".ending") && !document.querySelector("dialog[open]"))
      for (const point of board.querySelectorAll(".point:is(.pick, .target, .far, .turn, .open)")) {
        const { left, top, width, height } = point.querySelector(".ground").getBoundingClientRect();
        const above = document.elementFromPoint(left + width / 2, top + height / 2);
        if (!above?.closest("svg.board") && document.contains(point)) wrong.push(`${point.dataset.point} is covered by ${above?.outerHTML.slice(0, 80)}`);
      }
    for (const clock of stage.querySelectorAll(".clock")) {
      const { left, top, right, bottom } = clock.getBoundingClientRect();
      if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) wrong.push("a clock is outside");
    }
    const { left, top, right, bottom } = stage.querySelector(".stage-board").getBoundingClientRect();
    const tray = stage.querySelector(".stage-tray").childElementCount > 0;
    const square = board.querySelector(".point .ground").getBoundingClientRect().width;
    return { wrong, phase: stage.dataset.phase, place: `${tray ? "tray" : "play"} ${[left, top, right, bottom].map(Math.round).join(" ")}`, square };
  });

/** Plays, and measures after every touch; the phases that were seen. */
async function follow(page, wrong, name, wanted = []) {
  const seen = new Set();
  const places = new Set();
  let square = 0;
  for (let i = 0; i < MOST && (i < TOUCHES || wanted.some((phase) => !seen.has(phase))); i++) {
    const found = await measure(page);
    wrong.push(...found.wrong.map((one) => `${name} (${found.phase}): ${one}`));
    seen.add(found.phase);
    places.add(found.place);
    square = found.square;
    const step = await touch(page, { idle: true, timeout: 5000, finish: 60 });
    if (step.over) break;
  }
  const kinds = [...places].map((place) => place.split(" ")[0]);
  if (new Set(kinds).size !== kinds.length) wrong.push(`${name}: the board moves: ${[...places].join(", ")}`);
  const shifts = await page.evaluate(() => globalThis.shifts);
  // Words within their own bar may move when there are more of them.
  const moved = shifts.filter(({ what }) => /stage|board|choice|setup|tray|tool/.test(what));
  if (moved.length) wrong.push(`${name}: shifts: ${moved.map(({ value, what }) => `${value.toFixed(4)} ${what}`).join(" | ")}`);
  return { seen, square };
}

const seats = { paris: ["G", "B", "N"], belligerants: ["J", "R"], chevaliers: ["S", "O"], kriegspiel: ["F", "A"], chars: ["V", "G"] };

async function onThisDevice(game, viewport) {
  const wrong = [];
  const { context, page, faults, leave } = await somebody(launched, at, { viewport, seed: 3 });
  await context.addInitScript(watchShifts);
  // A game may end early, by an armistice for example: then another one shows the phases that are missing.
  const seen = new Set();
  let square = 0;
  for (let played = 0; played < GAMES && phases[game].some((phase) => !seen.has(phase)); played++) {
    await playBox(page, game);
    const found = await follow(page, wrong, game, phases[game]);
    for (const phase of found.seen) seen.add(phase);
    square = found.square;
  }
  for (const phase of phases[game]) if (!seen.has(phase)) wrong.push(`${phase} was not seen among ${[...seen].join(", ")}`);
  if (square < (widest[`${viewport.width} ${game}`] ?? 0)) wrong.push(`squares of ${square} pixels`);
  await leave();
  assert.deepEqual([...new Set([...wrong, ...faults])], []);
}

async function atTheServer(game, viewport) {
  const wrong = [];
  const { context, page, leave } = await guest(launched, at, "Madeleine", { viewport, seed: 3 });
  await context.addInitScript(watchShifts);
  const [mine, ...others] = seats[game];
  const made = await context.request.post(`${at.url}/api/v1/tables`, { data: { game, time: { seconds: 600, increment: 5 }, occupants: { [mine]: "me", ...Object.fromEntries(others.map((seat) => [seat, "computer:1"])) }, start: true } });
  assert.ok(made.ok(), await made.text());
  await page.goto(`/t/${(await made.json()).table}`);
  await page.waitForSelector(".stage .board");
  if ((await page.locator(".clock").count()) !== 2) wrong.push("the clocks are not on the screen");
  await follow(page, wrong, game);
  await leave();
  assert.deepEqual([...new Set(wrong)], []);
}

for (const [i, [width, height]] of sizes.entries()) {
  for (const game of games) timed(`${width}×${height}: the whole table is on the screen, in every phase of ${game}`, () => onThisDevice(game, { width, height }));
  const game = games[i % games.length];
  timed(`${width}×${height}: and at a table of the server, with clocks (${game})`, () => atTheServer(game, { width, height }));
}

/** What a question lies over: it must leave the squares and what there is to press free, and be read whole. */
const coveredBy = (question) =>
  question.evaluate((element) => {
    const wrong = [];
    const own = element.getBoundingClientRect();
    for (const name of [".stage-board", ".stage-hand", ".clock", ".stage-above"])
      for (const other of document.querySelectorAll(name)) {
        const { left, top, right, bottom } = other.getBoundingClientRect();
        if (own.left < right - 0.5 && own.right > left + 0.5 && own.top < bottom - 0.5 && own.bottom > top + 0.5) wrong.push(`it covers ${name}`);
      }
    for (const part of element.querySelectorAll("p, button")) {
      const { left, top, right, bottom } = part.getBoundingClientRect();
      if (left < own.left || top < own.top || right > own.right || bottom > own.bottom || part.scrollHeight > part.clientHeight + 1) wrong.push(`“${part.textContent}” does not fit`);
    }
    return wrong;
  });

timed("a question of the other side covers no square and nothing to press", async () => {
  const ada = await openTable(launched, at, "chars", "Ada");
  const [link] = await linksOf(ada.page, 1);
  const bob = await comeBy(launched, at, link, "Bob", { locale: "fr-FR" });
  await begin(ada, bob);
  await ada.page.locator('[data-do="offer"]').click();
  const question = bob.page.locator('.notice[role="alertdialog"]');
  await question.waitFor();
  for (const [width, height] of sizes) {
    await bob.page.setViewportSize({ width, height });
    assert.deepEqual(await coveredBy(question), [], `${width}×${height}`);
  }
  await question.locator(".button.second").click();
  await question.waitFor({ state: "detached" });
  await ada.leave();
  await bob.leave();
});

/** The next frames are drawn, with what a new size changed. */
const settled = (page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** What there is to take in hand and to look up in the editor must be reached without the page or the board moving. */
async function measureEditor(page) {
  const { wrong, place } = await measure(page);
  const reach = async (name, locator) => {
    await locator.scrollIntoViewIfNeeded();
    const box = await locator.boundingBox();
    const { width, height } = page.viewportSize();
    if (box.x < 0 || box.y < 0 || box.x + box.width > width || box.y + box.height > height) wrong.push(`${name} is out of reach`);
  };
  await reach("the last symbol", page.locator(".brushes .heap").last());
  await reach("the first symbol", page.locator(".brushes .heap").first());
  // Where there is little room one panel is seen at a time.
  const tab = page.locator('[data-tab="board"]');
  const tabbed = await tab.isVisible();
  if (tabbed) await page.locator('[data-tab="file"]').click();
  const seen = await page.locator(".stage-panel:visible").evaluateAll((panels) => panels.map((panel) => panel.dataset.panel).join(" "));
  if (seen !== (tabbed ? "file" : "board file")) wrong.push(`seen is ${seen}`);
  if (tabbed) await tab.click();
  await reach("the download", page.locator(".doors button"));
  const root = await page.evaluate(() => [scrollY, document.documentElement.scrollHeight - innerHeight].join());
  if (root !== "0,0") wrong.push(`the page scrolls: ${root}`);
  if (tabbed) await tab.click();
  const now = await measure(page);
  if (now.place !== place) wrong.push(`the board moved: ${place} to ${now.place}`);
  return wrong;
}

for (const game of games)
  timed(`the board editor of ${game}: board, symbols and what is looked up are on the screen at every size`, async () => {
    const { page, faults, leave } = await somebody(launched, at);
    await page.goto(`/editor/${game}`);
    await page.waitForSelector(".verdict.good:not(:empty)");
    const wrong = [];
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await settled(page);
      wrong.push(...(await measureEditor(page)).map((one) => `${width}×${height}: ${one}`));
    }
    await leave();
    assert.deepEqual([...wrong, ...faults], []);
  });

/** A game that has just begun in a window of 1920×1080, enlarged: what is wrong, and sizes in pixels of the screen. */
async function enlarged(game, zoom) {
  const viewport = { width: 1920 / zoom, height: 1080 / zoom };
  const { page, leave } = await somebody(launched, at, { viewport, deviceScaleFactor: zoom, seed: 3 });
  await playBox(page, game);
  await settled(page);
  const { wrong, square } = await measure(page);
  const letters = await page.locator(".turn p").evaluate((words) => parseFloat(getComputedStyle(words).fontSize));
  await leave();
  return { wrong, square: square * zoom, letters: letters * zoom };
}

// The board has all the room at any size. What is enlarged beside it takes some of that, and must leave it nearly as large.
for (const game of games)
  timed(`${game} at 150 %: it fits, words are larger, squares keep nine tenths of their size at least`, async () => {
    const plain = await enlarged(game, 1);
    const large = await enlarged(game, 1.5);
    assert.deepEqual(large.wrong, []);
    assert.ok(large.letters > 1.3 * plain.letters, `letters of ${plain.letters} and ${large.letters} pixels`);
    assert.ok(large.square >= 0.9 * plain.square, `squares of ${plain.square} and ${large.square} pixels`);
    return `squares of ${plain.square.toFixed(1)} and ${large.square.toFixed(1)} pixels`;
  });

timed("two fingers enlarge the board on a phone, also from a piece that could be lifted", async () => {
  const { context, page, faults, leave } = await somebody(launched, at, { viewport: phone, hasTouch: true, isMobile: true, seed: 3 });
  await playBox(page, "chevaliers");
  const { x, y, width, height } = await page.locator(".point.pick").first().boundingBox();
  const devtools = await context.newCDPSession(page);
  const [left, top] = [x + width / 2, y + height / 2];
  const send = (type, ...spots) => devtools.send("Input.dispatchTouchEvent", { type, touchPoints: spots.map(([sx, sy], id) => ({ x: sx, y: sy, id })) });
  await send("touchStart", [left, top]);
  await send("touchStart", [left, top], [left + 30, top - 30]);
  for (let way = 10; way <= 120; way += 10) await send("touchMove", [left, top + way / 4], [left + 30 + way / 2, top - 30 - way]);
  await send("touchEnd");
  await page.waitForFunction(() => visualViewport.scale > 1.5);
  assert.equal(await page.locator(".point.held, .piece.carried").count(), 0, "nothing was lifted");
  assert.deepEqual(faults, []);
  await leave();
});
