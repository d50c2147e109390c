// What just happened, in the browser: the trace of the last move, the list that leads back, the card at the end.
import assert from "node:assert/strict";
import { browser, server, somebody, timed } from "./server.mjs";
import { playBox, playTurns, resign } from "./play.mjs";

const at = await server();
const launched = await browser();

timed("the last move is on the board, and each line of the list leads back to its position", async () => {
  const { page, faults, leave } = await somebody(launched, at, { viewport: { width: 1366, height: 768 } });
  await playBox(page, "chevaliers");
  await playTurns(page, 4);
  await page.waitForSelector(".board .traces .went");
  const places = () => page.locator(".stage-board .piece").evaluateAll((all) => all.map((one) => one.dataset.at).sort().join(" "));
  const now = await places();
  await page.locator(".moves .move").first().focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector('[data-do="present"]');
  assert.notEqual(await places(), now);
  assert.equal(await page.locator('.move[aria-current="step"]').count(), 1);
  await page.keyboard.press("Escape");
  await page.waitForSelector('[data-do="present"]', { state: "detached" });
  assert.equal(await places(), now);
  await leave();
  assert.deepEqual(faults, []);
});

timed("the end says why no rating changes, what each side has, and what to do now", async () => {
  const { page, faults, leave } = await somebody(launched, at, { viewport: { width: 1366, height: 768 } });
  await playBox(page, "chevaliers");
  await playTurns(page, 2);
  await resign(page);
  const card = page.locator(".ending");
  assert.match(await card.textContent(), /Against the computer: ratings do not change/);
  assert.equal(await card.locator(".score section").count(), 2);
  for (const act of ["rematch", "replay", "analysis", "another"]) assert.equal(await card.locator(`[data-do="${act}"]`).count(), 1, act);
  await card.locator('[data-do="look-at-board"]').click();
  assert.equal(await card.getAttribute("data-away"), "true");
  await leave();
  assert.deepEqual(faults, []);
});
