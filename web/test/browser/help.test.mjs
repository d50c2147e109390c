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
