// Company: two people who look for an opponent meet, the lobby is alive, and an invitation reads as such.
import assert from "node:assert/strict";
import { axe, browser, guest, phone, server, somebody, timed } from "./server.mjs";
import { begin, comeBy, linksOf, openTable, sayName } from "./friends.mjs";

const at = await server();
const launched = await browser();

/** Chooses a game on the page that finds an opponent, and looks. */
async function look(page, game) {
  await page.goto(`/seek/${game}`);
  await page.locator('[data-do="seek"]').click();
  await page.waitForSelector('[data-do="looking"]');
}

const tableOf = (page) => new URL(page.url()).pathname;

timed("two who look for an opponent meet, one of them on a phone and new here", async () => {
  const ada = await guest(launched, at, "Ada");
  const bob = await somebody(launched, at, { viewport: phone, hasTouch: true, isMobile: true, locale: "fr-FR" });
  await look(ada.page, "chars");
  await bob.page.goto("/");
  await bob.page.locator('.welcome [data-do="find"]').click();
  await sayName(bob.page, "Bob");
  await bob.page.getByText("1 autre personne cherche la même chose.").waitFor();
  assert.deepEqual(await axe(bob.page), []);
  await bob.page.locator('[data-do="seek"]').click();
  for (const { page } of [ada, bob]) await page.waitForURL(/\/t\/\w+/);
  assert.equal(tableOf(ada.page), tableOf(bob.page));
  for (const { page } of [ada, bob]) await page.waitForSelector(".stage .board");
  assert.deepEqual([...ada.faults, ...bob.faults], []);
  await ada.leave();
  await bob.leave();
});

timed("the computer is played meanwhile, and the search goes on", async () => {
  const [ada, bob] = [await guest(launched, at, "Ada"), await guest(launched, at, "Bob")];
  await look(ada.page, "chevaliers");
  assert.deepEqual(await axe(ada.page), []);
  await ada.page.locator('[data-meanwhile="chevaliers"]').click();
  await ada.page.waitForURL(/\/play\/\w+/);
  await ada.page.waitForSelector(".stage .board");
  await ada.page.locator(".banner .looking").waitFor();
  await look(bob.page, "chevaliers").catch(() => undefined); // it may be found before the page says that it looks
  for (const { page } of [ada, bob]) await page.waitForURL(/\/t\/\w+/);
  assert.equal(tableOf(ada.page), tableOf(bob.page));
  assert.equal(await ada.page.locator(".banner .looking").count(), 0);
  assert.deepEqual([...ada.faults, ...bob.faults], []);
  await ada.leave();
  await bob.leave();
});

timed("who closes the tab has left the queue; the lobby shows who looks, and one press plays", async () => {
  const [ada, bob, cleo] = [await guest(launched, at, "Ada"), await guest(launched, at, "Bob"), await guest(launched, at, "Cléo", { viewport: phone })];
  await look(ada.page, "belligerants");
  await look(bob.page, "paris");
  await cleo.page.goto("/tables");
  const seekers = cleo.page.locator('section[aria-labelledby="seekers"] li');
  await seekers.nth(1).waitFor();
  assert.deepEqual((await seekers.locator("strong").allTextContents()).sort(), ["Ada", "Bob"]);
  await ada.leave();
  await cleo.page.waitForFunction(() => document.querySelectorAll('section[aria-labelledby="seekers"] li').length === 1);
  assert.deepEqual(await axe(cleo.page), []);
  await seekers.locator("[data-play]").click();
  for (const { page } of [bob, cleo]) await page.waitForURL(/\/t\/\w+/);
  assert.equal(tableOf(bob.page), tableOf(cleo.page));
  // The game is one to watch, with a small board, for a third person.
  const dan = await guest(launched, at, "Dan");
  await dan.page.goto("/tables");
  await dan.page.locator('#playing ~ ul .live-board[data-game="paris"] svg').first().waitFor();
  assert.deepEqual([...bob.faults, ...cleo.faults, ...dan.faults], []);
  for (const one of [bob, cleo, dan]) await one.leave();
});

timed("a public table is joined with one press, and both know who starts the game", async () => {
  const choices = async (page) => {
    await page.locator(".sheet-form fieldset select").nth(1).selectOption("open");
    const listed = page.locator(".sheet-form label.sentence input").first();
    assert.ok((await listed.isChecked()) && (await listed.isDisabled()), "a seat for anyone makes the table public");
  };
  const ada = await openTable(launched, at, "chars", "Ada", { choices });
  const bob = await guest(launched, at, "Bob");
  await bob.page.goto("/tables");
  const line = bob.page.locator(`#open ~ ul a[href="/t/${ada.table}"]`);
  await line.getByText("Default rule options.").waitFor();
  await line.click();
  await bob.page.getByText("Ada\u2069 starts the game.").waitFor();
  await ada.page.getByText("Everybody is here: start the game.").waitFor();
  await ada.page.locator('[data-do="start"]').click();
  for (const { page } of [ada, bob]) await page.waitForSelector(".stage .board");
  assert.deepEqual([...ada.faults, ...bob.faults], []);
  await ada.leave();
  await bob.leave();
});

timed("the friend reads who invites, to what and on which side, and has one button", async () => {
  const ada = await openTable(launched, at, "paris", "Ada");
  const [link] = await linksOf(ada.page, 1);
  const bob = await somebody(launched, at, { viewport: phone });
  await bob.page.goto(link);
  await bob.page.waitForSelector('[data-do="invitation"]');
  assert.match(await bob.page.locator("h1").textContent(), /Ada.* invites you to play/);
  const facts = await bob.page.locator(".facts").textContent();
  for (const words of ["Your side", "No clock", "Default rule options."]) assert.ok(facts.includes(words), facts);
  assert.equal(await bob.page.locator("main button").count(), 1);
  assert.deepEqual(await axe(bob.page), []);
  // The same name as the host's gets a number, and the friend holds the whole side.
  await sayName(bob.page, "Ada");
  await bob.page.getByText("Ada\u2069 starts the game.").waitFor();
  await bob.page.getByText("Ada (2)").first().waitFor();
  await ada.page.locator('[data-do="start"]').click();
  for (const { page } of [ada, bob]) await page.waitForSelector(".stage .board");
  assert.deepEqual([...ada.faults, ...bob.faults], []);
  await ada.leave();
  await bob.leave();
});

timed("a game goes on on another device, and the opponent sees who is connected", async () => {
  const ada = await openTable(launched, at, "chevaliers", "Ada");
  const [link] = await linksOf(ada.page, 1);
  const bob = await comeBy(launched, at, link, "Bob");
  await begin(ada, bob);
  await ada.page.locator('.presence[data-state="here"]').waitFor();
  await bob.page.locator(".menu.person > summary").click();
  await bob.page.locator(".menu.person .device summary").click();
  await bob.page.locator('.menu.person [data-do="other-device"]').click();
  await bob.page.locator(".menu.person .qr").waitFor();
  const ticket = await bob.page.locator(".menu.person .share input").inputValue();
  const mobile = await somebody(launched, at, { viewport: phone });
  await mobile.page.goto(ticket);
  await mobile.page.waitForURL(new RegExp(`/t/${ada.table}$`));
  await mobile.page.waitForSelector(".stage .board");
  assert.match(await mobile.page.locator(".player em").textContent(), /you/);
  await bob.leave();
  await mobile.leave();
  await ada.page.locator('.presence[data-state="slow"]').waitFor();
  assert.deepEqual([...ada.faults, ...bob.faults, ...mobile.faults], []);
  await ada.leave();
});

timed("what was chosen for a game against the computer is remembered by Play now", async () => {
  const { page, faults, leave } = await somebody(launched, at);
  await page.goto("/box/chevaliers");
  await page.locator('label:has(input[name="level"])').nth(3).click();
  await page.locator('label:has(input[name="side"])').nth(1).click();
  await page.locator('.sheet-form button[type="submit"]').click();
  await page.waitForSelector(".stage .board");
  await page.goto("/");
  await page.locator('[data-play="chevaliers"]').click();
  await page.waitForURL(/\/play\/\w+/);
  await page.waitForSelector(".stage .board");
  await page.locator('.player[data-side="S"]').getByText("level 4").waitFor();
  assert.deepEqual(faults, []);
  await leave();
});
