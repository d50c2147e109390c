// A whole game of each of the five against the computer, through clicks alone.
// runs with --all: browser
import assert from "node:assert/strict";
import { browser, games, server, somebody, timed } from "./server.mjs";
import { playBox, playOut, resign } from "./play.mjs";

const at = await server();
const launched = await browser();

/** A minute is enough for a whole game, unless the machine has other work; then it is resigned, but not before sixty turns. */
const BUDGET = 60_000;
const ENOUGH = 60;

/** Recruits make Paris and the Belligérants last for hundreds of turns: a better opponent comes to an end. */
const choices = { paris: { level: 3, side: 1 }, belligerants: { level: 3 } };

for (const game of games)
  timed(`${game}: a whole game against the computer through clicks (resigned after a minute and sixty turns)`, async () => {
    const { page, faults, leave } = await somebody(launched, at);
    await playBox(page, game, choices[game]);
    let played = await playOut(page, BUDGET);
    if (!played.over) {
      while (played.turns < ENOUGH && !played.over) played = await playOut(page, 1000);
      if (!played.over) await resign(page);
    }
    await page.waitForSelector('html[data-turn="over"]');
    assert.match(await page.textContent(".ending h2"), /win|lose|draw/i);
    assert.deepEqual(faults, []);
    await leave();
    return `${played.turns} turns, ${played.touches} clicks, “${played.over ?? "resigned"}”`;
  });
