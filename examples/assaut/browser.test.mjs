// Assaut, the sixth game: from the home page to the end of a game against the computer, through clicks alone.
import assert from "node:assert/strict";
import { browser, server, somebody, timed } from "./server.mjs";
import { playBox, playOut } from "./play.mjs";

const at = await server();
const launched = await browser();

timed("assaut: a whole game against the computer through clicks", async () => {
  const { page, faults, leave } = await somebody(launched, at);
  await playBox(page, "assaut", { level: 3 });
  const played = await playOut(page, 120_000);
  assert.ok(played.over, `not over after ${played.turns} turns`);
  assert.match(await page.textContent(".ending h2"), /win|lose|draw/i);
  assert.deepEqual(faults, []);
  await leave();
  return `${played.turns} turns, ${played.touches} clicks, “${played.over}”`;
});
