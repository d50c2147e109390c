// Playing through the page: the mouse touches what robot.mjs found.
import { TIMEOUT } from "./server.mjs";

/** One touch on what is offered, by mouse or by finger; what came of the search for it. */
export async function touch(page, manner = {}) {
  const step = await page.evaluate((how) => globalThis.hands.next(how), manner);
  if (step.x !== undefined) await (manner.finger ? page.touchscreen.tap(step.x, step.y) : page.mouse.click(step.x, step.y));
  return step;
}

/** Presses a key until the page says that the focus is where it should be. */
async function pressUntil(page, key, isThere, most) {
  for (let i = 0; i < most; i++) {
    if (await page.evaluate(isThere)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${most} times ${key} did not lead to ${await page.evaluate(() => `${globalThis.hands.wanted.outerHTML.slice(0, 160)}, but to ${document.activeElement?.outerHTML.slice(0, 160)}`)}`);
}

/** The same with keys alone: Tab leads to the board and to buttons, `n` over the points where something can be done. */
export async function press(page, manner = {}) {
  const step = await page.evaluate((how) => globalThis.hands.next(how), manner);
  if (step.x === undefined) return step;
  /** Or the game has gone on meanwhile, and it is not offered any more. */
  const isThere = () => {
    const { wanted } = globalThis.hands;
    return document.activeElement === wanted || !wanted.isConnected || wanted.matches(".point:not(.pick, .target, .far, .turn, .open)");
  };
  if (await page.evaluate(() => globalThis.hands.wanted.matches("[data-point]"))) {
    await pressUntil(page, "Tab", () => document.activeElement?.matches("[data-point]"), 120);
    await pressUntil(page, "n", isThere, 200);
  } else await pressUntil(page, "Tab", isThere, 120);
  if (await page.evaluate(() => document.activeElement === globalThis.hands.wanted)) await page.keyboard.press("Enter");
  return step;
}

/** Turns that were ours and were finished: how often the sign went away from us. */
export const turnsOf = (page) => page.evaluate(() => document.querySelectorAll(".moves li").length);

/** Plays on until the page says who won, or until so many milliseconds are over: { over, touches, turns }. */
export async function playOut(page, budget = TIMEOUT, manner = {}) {
  const end = Date.now() + budget;
  let touches = 0;
  while (Date.now() < end) {
    const step = await touch(page, manner);
    if (step.over) return { over: step.over, touches, turns: await turnsOf(page) };
    touches++;
  }
  return { over: null, touches, turns: await turnsOf(page) };
}

/** Plays until so many turns, of both sides, are in the list of moves. */
export async function playTurns(page, turns, manner = {}) {
  for (let step = {}; !step.over && (await turnsOf(page)) < turns; ) step = await touch(page, manner);
}

/** Everybody touches what is offered to them until so many turns are played; who touched the board how often. */
export async function playTogether(people, turns, manner = {}) {
  const touches = people.map(() => 0);
  for (let over; !over && (await turnsOf(people[0].page)) < turns; )
    for (const [i, { page }] of people.entries()) {
      const step = await touch(page, { idle: true, timeout: 30, ...manner });
      if (step.x !== undefined) touches[i]++;
      over = step.over;
    }
  return touches;
}

/** From the home page to a game against the computer, at a level, through the box. */
export async function playBox(page, game, { level = 1, side = 0 } = {}) {
  await page.goto("/");
  await page.locator(`.box[data-game="${game}"] a.more`).click();
  await page.locator('label:has(input[name="level"])').nth(level - 1).click();
  await page.locator('label:has(input[name="side"])').nth(side).click();
  await page.locator('.sheet-form button[type="submit"]').click();
  await page.waitForSelector(".stage .board");
}

export async function resign(page) {
  await page.locator('[data-do="resign"]').click();
  await page.locator("dialog[open] .button:not(.second)").click();
  await page.waitForSelector(".ending");
}
