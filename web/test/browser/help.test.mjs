// Help at the board: why a touch did nothing, what a piece is, and the legend.
import assert from "node:assert/strict";
import { playBox } from "./play.mjs";
import { browser, server, somebody, timed } from "./server.mjs";

const at = await server();
const launched = await browser();

timed("a touch that does nothing says why, and what rests on a piece is told what it is", async () => {
  const { page, faults, leave } = await somebody(launched, at);
  await playBox(page, "chevaliers");
  await page.waitForSelector(".point.pick");
  const point = async (name) => {
    const box = await page.locator(`[data-point="${name}"]`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const bubble = page.locator('.bubble[role="status"]');
  await page.mouse.click(...(await point("c3")));
  await bubble.filter({ hasText: /aucun coup pour cette pièce|no move for this piece/ }).waitFor();
  assert.ok(!(await bubble.getAttribute("class")).includes("unseen"));
  await page.waitForSelector(".bubble.unseen", { state: "attached" });
  await page.mouse.move(...(await point("d2")));
  await bubble.filter({ hasText: /Chevalier|Knight/ }).waitFor();
  await page.mouse.move(2, 2);
  await page.waitForSelector(".bubble.unseen", { state: "attached" });
  const legend = page.locator('[data-panel="legend"] .legend > div');
  await page.locator('[data-tab="legend"]').click();
  await legend.nth(3).waitFor();
  assert.equal(await legend.count(), 4);
  assert.equal(await page.locator('[data-panel="legend"] .legend svg > g').count(), 4, "each is drawn");
  assert.deepEqual(faults, []);
  await leave();
});

timed("what cannot be placed says why, too", async () => {
  const { page, faults, leave } = await somebody(launched, at, { viewport: { width: 1366, height: 768 } });
  await playBox(page, "chars");
  const bubble = page.locator('.bubble[role="status"]');
  const press = async (name) => {
    const { x, y, width, height } = await page.locator(`[data-point="${name}"] .ground`).boundingBox();
    await page.mouse.click(x + width / 2, y + height / 2);
  };
  await page.waitForSelector(".setup .point.target");
  await press("95");
  await bubble.filter({ hasText: "outside your camp" }).waitFor();
  await press("5");
  await bubble.filter({ hasText: "not on the back rank" }).waitFor();
  // What it was asked about is still to be placed, and everything else as it was.
  await press("22");
  await page.waitForSelector('.setup .piece[data-at="22"]');
  await press("29");
  await bubble.filter({ hasText: "an installation has this rank or file" }).waitFor();
  assert.equal(await page.locator(".setup .piece").count(), 1);
  await page.locator(".setup-tools .choice").first().click();
  await page.locator(".choice.main:enabled").waitFor();
  await press("95");
  await bubble.filter({ hasText: "touch the piece to move first" }).waitFor();
  assert.deepEqual(faults, []);
  await leave();
});

timed("a hint is lit on the board, and so is the reply to fear", async () => {
  const { page, faults, leave } = await somebody(launched, at);
  await playBox(page, "chevaliers");
  await page.waitForSelector(".point.pick");
  assert.equal(await page.locator(".arrows.reply").count(), 0);
  await page.locator('[data-do="hint"]').click();
  await page.waitForSelector(".arrows.reply .arrow", { state: "attached" });
  const token = await page.locator(".arrows.reply .arrow").getAttribute("data-token");
  const advice = await page.locator(".advice").textContent();
  assert.match(advice, /flèche en pointillé|dashed arrow/);
  assert.ok(!advice.includes(token), "the reply is shown, not written as a token");
  assert.deepEqual(faults, []);
  await leave();
});
