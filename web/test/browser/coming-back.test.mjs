// What goes wrong in real servers: a server that is killed, a second tab, a closed tab, a move one regrets, a screen that
// two people share.
import assert from "node:assert/strict";
import { browser, server, somebody, timed } from "./server.mjs";
import { begin, comeBy, linksOf, openTable } from "./friends.mjs";
import { playBox, playTurns, touch, turnsOf } from "./play.mjs";

const at = await server();
const launched = await browser();

/** What stands where. */
const pieces = (page) => page.evaluate(() => [...document.querySelectorAll(".board .piece")].map((one) => `${one.dataset.at} ${one.dataset.side} ${one.getAttribute("class")}`.replace(" held", "")).sort());

/** The sides play in turn until so many turns are in everybody's list. */
async function playBoth(people, turns) {
  while ((await turnsOf(people[0].page)) < turns) for (const { page } of people) await touch(page, { idle: true, timeout: 30 });
  for (const { page } of people) await page.waitForFunction((n) => document.querySelectorAll(".moves li").length >= n, turns);
}

async function twoAt(game) {
  const ada = await openTable(launched, at, game, "Ada", { seed: 12 });
  const [link] = await linksOf(ada.page, 1);
  const bob = await comeBy(launched, at, link, "Bob", { seed: 13 });
  await begin(ada, bob);
  return [ada, bob];
}

timed("the server is killed and opened again: the pages say so, come back by themselves, and play goes on", async () => {
  const people = await twoAt("chevaliers");
  await playBoth(people, 4);
  const before = await pieces(people[0].page);
  await at.kill();
  for (const { page } of people) await page.waitForSelector('[data-connection="lost"]');
  assert.match(await people[0].page.textContent('[data-connection="lost"]'), /connection is lost.*Reconnecting/i);
  const reopened = Date.now();
  await at.open();
  for (const { page } of people) await page.waitForSelector("[data-connection]", { state: "detached" });
  const back = Date.now() - reopened;
  for (const { page } of people) assert.deepEqual(await pieces(page), before, "the board is as it was");
  await playBoth(people, 8);
  assert.deepEqual(await pieces(people[0].page), await pieces(people[1].page));
  for (const { faults, leave } of people) {
    assert.deepEqual(faults, []);
    await leave();
  }
  return `back ${(back / 1000).toFixed(1)} s after the server opened`;
});

timed("a second tab, and a take-back that is asked for and granted", async () => {
  const [ada, bob] = await twoAt("chevaliers");
  const second = await ada.context.newPage();
  await second.goto(ada.page.url());
  await second.waitForSelector(".point.pick");
  const start = await pieces(bob.page);
  while ((await turnsOf(second)) < 1) await touch(second, { idle: true, timeout: 30 });
  for (const page of [ada.page, bob.page]) await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 1);
  assert.notDeepEqual(await pieces(bob.page), start);
  await ada.page.locator('[data-do="ask"]').click();
  await bob.page.locator('.notice[role="alertdialog"] .button:not(.second)').click();
  for (const page of [ada.page, second, bob.page]) {
    await page.waitForSelector('.notice[role="alertdialog"]', { state: "detached" });
    await page.waitForFunction((wanted) => [...document.querySelectorAll(".board .piece")].every((one) => wanted.includes(`${one.dataset.at} ${one.dataset.side} `)), start.join("\n"));
    assert.deepEqual(await pieces(page), start, "the board is as it was before the move");
  }
  await second.close();
  await playBoth([ada, bob], 4);
  assert.deepEqual([...ada.faults, ...bob.faults], []);
  await ada.leave();
  await bob.leave();
});

timed("words typed while others are on their way stay, and go next", async () => {
  const [ada, bob] = await twoAt("chevaliers");
  const field = ada.page.locator(".chat form input");
  await field.fill("Bonsoir.");
  await field.evaluate((input) => {
    input.form.requestSubmit();
    input.value = "Bien dormi ?";
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  for (const { page } of [ada, bob]) await page.locator(".chat li", { hasText: "Bonsoir." }).waitFor();
  await field.press("Enter");
  for (const { page } of [ada, bob]) await page.locator(".chat li", { hasText: "Bien dormi ?" }).waitFor();
  assert.equal(await field.inputValue(), "");
  assert.equal(await bob.page.locator(".chat li").count(), 2);
  assert.deepEqual([...ada.faults, ...bob.faults], []);
  await ada.leave();
  await bob.leave();
});

timed("a game on this device survives a closed tab, and goes on in one tab at a time", async () => {
  const { context, page, faults, leave } = await somebody(launched, at, { seed: 14 });
  await playBox(page, "chevaliers");
  await playTurns(page, 6);
  await page.waitForSelector(".point.pick");
  const [before, address, turns] = [await pieces(page), page.url(), await turnsOf(page)];
  await page.close();
  const again = await context.newPage();
  await again.goto("/");
  await again.locator(".resume a.card").first().click();
  await again.waitForSelector(".point.pick");
  assert.equal(again.url(), address);
  assert.deepEqual(await pieces(again), before);
  assert.equal(await turnsOf(again), turns);
  await playTurns(again, turns + 4);
  const other = await context.newPage();
  await other.goto(address);
  await other.waitForSelector(".point.pick");
  await again.waitForSelector('.notice:has-text("another tab")');
  assert.equal(await turnsOf(other), await turnsOf(again));
  assert.deepEqual(faults, []);
  await leave();
});

timed("hot seat: what is secret stays behind the curtain", async () => {
  const { page, faults, leave } = await somebody(launched, at, { seed: 15 });
  await page.goto("/box/chars");
  await page.locator('label:has(input[name="against"])').nth(1).click();
  await page.locator('.sheet-form button[type="submit"]').click();
  await page.waitForSelector(".setup .board");
  const mine = () => page.evaluate(() => [...document.querySelectorAll('.setup [data-point]')].filter((point) => /rank|, mine|gun|depot|headquarters/.test(point.getAttribute("aria-label"))).map((point) => Number(point.dataset.point)));
  await page.locator('.choice:has-text("At random")').click();
  await page.waitForSelector(".choice.main:enabled");
  assert.equal((await mine()).length, 16);
  await page.locator(".choice.main").click();
  await page.waitForSelector(".pass-device");
  assert.equal(await page.locator(".board, .moves").count(), 0, "behind the curtain there is no board at all");
  await page.reload();
  await page.waitForSelector(".pass-device");
  assert.equal(await page.locator(".board, .moves").count(), 0, "nor when the page is opened anew");
  await page.locator('[data-do="look"]').click();
  await page.waitForSelector(".setup .board");
  assert.deepEqual(await mine(), [], "the other side's set-up is not on the board");
  let curtains = 0;
  for (const end = Date.now() + 60_000; curtains < 4 && Date.now() < end; ) {
    const step = await touch(page);
    if (step.what === "look") curtains++;
    if (await page.locator(".pass-device").count()) continue;
    // Whoever looks, one side's ranks at most are shown.
    const shown = await page.evaluate(() => ["Green", "Grey"].filter((army) => [...document.querySelectorAll("[data-point]")].some((point) => new RegExp(`${army} tank, rank [1-6](?!, announced)`).test(point.getAttribute("aria-label")))));
    assert.ok(shown.length < 2, "the ranks of both sides are on the screen at once");
  }
  assert.ok(curtains >= 4, "the device changed hands");
  assert.deepEqual(faults, []);
  await leave();
});
