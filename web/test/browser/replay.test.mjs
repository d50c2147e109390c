// A game looked at again: by keys and by link, with one side's eyes, its dice thrown again, and on from the middle of it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { begin, chooser, enter } from "../../../tests/server/client.mjs";
import { axe, browser, server, somebody, timed, web } from "./server.mjs";
import { playBox } from "./play.mjs";

const at = await server();
const launched = await browser();
const golden = (game) => readFileSync(join(web, `../tests/golden/dice-${game}.record`), "utf8");

/** A game of the server of about so many tokens, given up. */
async function finished(game, seats, tokens) {
  const [ada, bob] = await Promise.all(["Ada", "Bob"].map((name) => enter(at.url, name)));
  const holders = { [seats[0]]: ada, [seats[1]]: bob };
  const table = await begin(ada, { game }, holders);
  const choose = chooser(7);
  for (let played = 0; played < tokens; ) {
    const seat = seats[choose(2)];
    const { legal } = await holders[seat].will({ do: "legal", table, seat });
    if (!legal.length) continue;
    await holders[seat].will({ do: "play", table, seat, token: legal[choose(legal.length)] });
    played++;
  }
  await bob.will({ do: "resign", table });
  for (const guest of [ada, bob]) guest.leave();
  return table;
}

const where = (page) => page.locator(".replay-where").textContent();
const stepOf = async (page) => Number(/Step (\d+)/.exec(await where(page))?.[1]);
const reached = (page, step) => page.waitForFunction((n) => document.querySelector(".replay-where")?.textContent.startsWith(`Step ${n} `), step);

async function openText(page, text) {
  await page.goto("/replay");
  await page.setInputFiles('input[type="file"]', { name: "game.record", mimeType: "text/plain", buffer: Buffer.from(text) });
}

timed("replay: keys, the list and a link lead through a game of the server", async () => {
  const table = await finished("chevaliers", "SO", 24);
  const { page, faults, leave } = await somebody(launched, at);
  await page.goto(`/replay/${table}`);
  await page.waitForSelector("[data-kind=replay] .board");
  const length = Number(/of (\d+)/.exec(await where(page))[1]);
  assert.ok(length >= 24);
  for (const [key, step] of [["ArrowRight", 1], ["ArrowRight", 2], ["ArrowLeft", 1], ["End", length], ["Home", 0]]) {
    await page.keyboard.press(key);
    await reached(page, step);
  }
  // However fast they come, every key counts.
  await page.evaluate(() => ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"].forEach((key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }))));
  await reached(page, 3);
  await page.keyboard.press("Home");
  await reached(page, 0);
  await page.keyboard.press("PageDown");
  const turn = await page.waitForFunction(() => Number(/Step (\d+)/.exec(document.querySelector(".replay-where").textContent)[1]) || null).then((one) => one.jsonValue());
  assert.equal(await page.locator('.move[aria-current="step"]').count(), 1);
  await page.keyboard.press("PageUp");
  await reached(page, 0);
  await page.locator(".move").first().click();
  await reached(page, turn);
  await page.locator('input[type="range"]').fill(String(length - 1));
  await reached(page, length - 1);
  await page.locator(".stage-above").click();
  await page.keyboard.press(" ");
  await reached(page, length);
  await page.waitForSelector('.replay-play[aria-pressed="false"]');

  // A comment stays on this device, and is there again.
  await page.locator('input[type="range"]').fill("3");
  await reached(page, 3);
  await page.locator(".replay-study textarea").fill("Here it began.");
  await page.getByText("Here it began.", { exact: true }).first().waitFor();
  const link = await page.locator(".share input").inputValue();
  assert.match(link, new RegExp(`/replay/${table}#step=3$`));
  await page.waitForTimeout(300); // the store takes it behind the page's back
  await page.goto("/");
  await page.goto(link.slice(link.indexOf("/replay")));
  await reached(page, 3);
  assert.equal(await page.locator(".replay-study textarea").inputValue(), "Here it began.");

  await page.locator('[data-do="evaluate"]').click();
  await page.waitForFunction(() => document.querySelector(".evaluation-graph polyline") && !document.querySelector(".replay-card progress"));
  assert.ok((await page.locator(".evaluation-curve").getAttribute("points")).split(" ").length > 3);
  const found = [];
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    await page.waitForSelector(`html[data-theme="${colorScheme}"]`);
    found.push(...(await axe(page)));
  }
  assert.deepEqual(found, []);

  await page.locator('[data-do="onward"]').click();
  await page.waitForSelector("[data-kind=table] .board");
  assert.match(page.url(), /\/play\//);
  assert.ok((await page.locator(".moves li").count()) > 0, "what was played before is in the list");
  assert.deepEqual(faults, []);
  await leave();
  return `${length} steps`;
});

timed("replay: other moves open a variation, which is forgotten again; the game stays as it was", async () => {
  const { page, faults, leave } = await somebody(launched, at);
  await openText(page, golden("kriegspiel"));
  await page.waitForSelector("[data-kind=replay] .board");
  const whole = await where(page);
  await page.locator('input[type="range"]').fill("4");
  await reached(page, 4);
  await page.locator('[data-do="free"]').check();
  await page.locator('.choice[data-token="."]').click();
  await page.waitForSelector(".variation .move[aria-current=step]");
  assert.equal(await stepOf(page), 5);
  assert.notEqual((await where(page)).split("of")[1], whole.split("of")[1]);
  assert.deepEqual(await axe(page), []);
  await page.locator(".variation .quiet").click();
  await page.waitForFunction(() => !document.querySelector(".variation"));
  await reached(page, 4);
  assert.equal((await where(page)).split("of")[1], whole.split("of")[1]);
  assert.deepEqual(faults, []);
  await leave();
});

timed("replay: a game with secrets that goes on shows what its player knows, and gives nothing else away", async () => {
  const { page, faults, leave } = await somebody(launched, at);
  await playBox(page, "chars");
  await page.waitForFunction(() => /\/play\/./.test(location.pathname));
  await page.goto(page.url().replace("/play/", "/replay/here/"));
  await page.waitForSelector("[data-kind=replay] .board");
  assert.deepEqual(await page.locator('input[name="eyes"]').evaluateAll((all) => all.map((one) => one.value)), ["V", "watcher"]);
  assert.equal(await page.locator('[data-do="record"], [data-do="evaluate"], [data-do="onward"], [data-do="free"]').count(), 0);
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(faults, []);
  await leave();
});

timed("replay: with one side's eyes nothing is drawn or said that it did not know", async () => {
  const table = await finished("chars", "VG", 40);
  const { page, faults, leave } = await somebody(launched, at);
  const drawn = (army) => page.locator(`[data-point][aria-label*="${army}"]`).count();
  // The set-up is still secret after thirty of its tokens.
  await page.goto(`/replay/${table}#step=30&as=everybody`);
  await reached(page, 30);
  assert.ok((await drawn("Grey")) > 4 && (await drawn("Green")) > 4, "everybody's eyes see both armies");
  for (const [eyes, own, other] of [["V", "Green", "Grey"], ["G", "Grey", "Green"]]) {
    await page.locator(`label:has(input[name="eyes"][value="${eyes}"])`).click();
    await page.waitForFunction((army) => !document.querySelector(`[data-point][aria-label*="${army}"]`), other);
    assert.ok((await drawn(own)) > 4);
  }
  await page.locator('label:has(input[name="eyes"][value="watcher"])').click();
  await page.waitForFunction(() => !document.querySelector('[data-point][aria-label*="Grey"], [data-point][aria-label*="Green"]'));
  assert.deepEqual(faults, []);
  await leave();
});

timed("replay: dice are thrown again, and who tampers with them is found out", async () => {
  const { page, faults, leave } = await somebody(launched, at);
  const text = golden("belligerants");
  const verdict = async (given) => {
    await openText(page, given);
    await page.locator('[data-do="verify"]').click();
    return page.locator(".dice-verdict[data-verdict]").getAttribute("data-verdict");
  };
  assert.equal(await verdict(text), "right");
  assert.equal(await page.locator(".dice-throws tbody tr").count(), text.match(/^# /gm).length);
  const found = await axe(page);
  assert.equal(await verdict(text.replace(/^(word J .*)$/m, "$1!")), "wrong");
  assert.ok((await page.locator('.dice-throws [data-right="false"]').count()) > 0);
  assert.equal(await verdict(text.replace(/^seed .(.*)$/m, (line) => (line[5] === "0" ? line.replace("seed 0", "seed 1") : `seed 0${line.slice(6)}`))), "wrong");
  await openText(page, text.replace(/^result .*$/m, "result nonsense"));
  await page.getByText(/cannot be read: line \d+/).waitFor();
  found.push(...(await axe(page)));
  assert.deepEqual(found, []);
  assert.deepEqual(faults, []);
  await leave();
});
