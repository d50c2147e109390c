// People: an account made from a guest, on two devices; a challenge between two, a rated game, friends, and farewell.
import assert from "node:assert/strict";
import { browser, guest, server, somebody, timed } from "./server.mjs";
import { playTogether, resign } from "./play.mjs";

const at = await server();
const launched = await browser();
const password = "four and twenty blackbirds";

const form = (page, title) => page.locator(".two-forms section", { has: page.getByRole("heading", { name: title, exact: true }) });

/** Fills in one of the two forms of the way in, and sends it. */
async function fillIn(page, title, name) {
  await page.goto("/account");
  const sheet = form(page, title);
  await sheet.getByLabel("Name", { exact: true }).first().fill(name);
  await sheet.getByLabel("Password", { exact: true }).fill(password);
  await sheet.locator('button[type="submit"]').first().click();
}

/** Somebody with an account, made through the pages. */
async function resident(name, choices = {}) {
  const one = await somebody(launched, at, choices);
  await fillIn(one.page, "Create an account", name);
  await one.page.locator('[data-do="kept"]').click();
  await one.page.getByRole("heading", { name: "About you" }).waitFor();
  const { person } = await (await one.context.request.get("/api/v1/me")).json();
  return { ...one, name, id: person.id };
}

async function openMenu(page) {
  await page.locator(".menu.person > summary").click();
  await page.waitForSelector(".menu.person[open]");
}

timed("a guest's game goes into the account, and is there on another device", async () => {
  const { page, context, faults, leave } = await guest(launched, at, "Madeleine");
  const made = await context.request.post("/api/v1/tables", { data: { game: "chevaliers", occupants: { S: "me", O: "computer:1" }, start: true } });
  const { table } = await made.json();
  await page.goto("/");
  await openMenu(page);
  await page.locator('.menu.person a[href="/account"]').click();
  const register = form(page, "Create an account");
  assert.equal(await register.getByLabel("Name", { exact: true }).inputValue(), "Madeleine");
  const field = register.getByLabel("Password", { exact: true });
  await field.fill("short");
  await register.locator('button[type="submit"]').click();
  await register.locator('[role="alert"]').waitFor();
  await field.fill(password);
  await register.getByRole("button", { name: "Show: Password" }).click();
  assert.equal(await field.getAttribute("type"), "text");
  await register.locator('button[type="submit"]').click();
  await page.waitForSelector(".codes");
  const codes = await page.locator(".codes code").allTextContents();
  assert.equal(new Set(codes).size, 8);
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save to a file" }).click()]);
  assert.equal(file.suggestedFilename(), "bivouac-codes.txt");
  await page.locator('[data-do="kept"]').click();
  await page.getByText("8 codes left").waitFor();

  // The name is in the banner at once when one comes back, and leaving takes it away.
  await page.goto("/");
  assert.match(await page.locator(".menu.person > summary").textContent(), /Madeleine/);
  await openMenu(page);
  await page.locator('[data-do="logout"]').click();
  await page.waitForFunction(() => !document.querySelector(".menu.person > summary").textContent.includes("Madeleine"));
  await page.goto("/mine");
  await page.getByText("It is not your turn at any table.").waitFor();
  assert.equal(await page.locator(`a[href="/t/${table}"]`).count(), 0);

  const other = await somebody(launched, at);
  await fillIn(other.page, "Log in", "madeleine");
  await other.page.getByRole("heading", { name: "About you" }).waitFor();
  await other.page.goto("/mine");
  await other.page.waitForSelector(`a[href="/t/${table}"]`);

  // From one device the other is logged out.
  await fillIn(page, "Log in", "Madeleine");
  await page.getByRole("heading", { name: "Your devices" }).waitFor();
  await page.getByRole("button", { name: /^Log out: / }).first().click();
  await page.waitForFunction(() => document.querySelectorAll('[aria-labelledby="devices"] li').length === 1);
  await other.page.goto("/account");
  await other.page.getByRole("heading", { name: "Log in", exact: true }).waitFor();

  // With a code one comes back in under a new password, once.
  const lost = other.page.locator("main details");
  await lost.locator("summary").click();
  await lost.getByLabel("Name").fill("Madeleine");
  await lost.getByLabel("Recovery code").fill(codes[0]);
  await lost.getByLabel("New password", { exact: true }).fill(`${password}, again`);
  await lost.locator('button[type="submit"]').click();
  await other.page.getByText("7 codes left").waitFor();
  assert.deepEqual([...faults, ...other.faults].filter((one) => !/40[013]/.test(one)), []);
  await leave();
  await other.leave();
});

timed("a bot is made, its token shown once, and it is marked as a bot", async () => {
  const { page, faults, leave } = await resident("Blaise");
  await page.getByLabel("Name of the bot").fill("Pascaline");
  await page.getByRole("button", { name: "Create a bot" }).click();
  const token = await page.locator(".token input").inputValue();
  assert.ok(token.length > 20);
  await page.locator(".token .quiet").click();
  assert.equal(await page.locator(".token").count(), 0);
  await page.getByRole("button", { name: "New token for Pascaline" }).click();
  await page.locator("dialog[open] .button:not(.second)").click();
  assert.notEqual(await page.locator(".token input").inputValue(), token);
  await page.locator('.lines a[href^="/people/bot_"]').click();
  await page.getByText("A bot of").waitFor();
  assert.match(await page.locator("h1").textContent(), /Pascaline.*bot/);
  assert.deepEqual(faults, []);
  await leave();
});

timed("a challenge rings, a rated game is played, and the ratings are told", async () => {
  const ada = await resident("Ada", { seed: 21 });
  const bob = await resident("Bob", { seed: 22 });
  await bob.page.goto("/");
  await bob.page.waitForFunction(() => document.querySelector(".notifications"));

  // Ada looks for Bob, and challenges him to a rated game.
  await ada.page.goto("/friends");
  await ada.page.getByLabel("Beginning of the name").fill("bo");
  await ada.page.getByRole("button", { name: "Search" }).click();
  await ada.page.locator(`a[href="/people/${bob.id}"]`).click();
  await ada.page.locator('[data-do="friend"]').click();
  await ada.page.getByRole("button", { name: "Withdraw the request" }).waitFor();
  await ada.page.locator('[data-do="challenge"]').click();
  await ada.page.locator('dialog a[href^="/new/chevaliers"]').click();
  await ada.page.getByRole("checkbox", { name: /Rated game/ }).check();
  await ada.page.getByRole("button", { name: "Send the challenge" }).click();
  await ada.page.waitForURL(/\/t\/\w+/);
  const table = new URL(ada.page.url()).pathname;

  await bob.page.locator(".notifications", { hasText: /Ada.* challenges you/ }).waitFor();
  await bob.page.locator('.notifications [data-do="accept"]').click();
  await bob.page.waitForURL(`**${table}`);
  for (const { page } of [ada, bob]) await page.waitForSelector(".stage .board");
  assert.equal(await ada.page.locator('[data-do="ask"]').count(), 0, "nothing is taken back in a rated game");
  assert.equal(await ada.page.locator('[data-do="hint"]').count(), 0, "and nobody gives advice");
  assert.equal(await ada.page.locator(`.player a[href="/people/${bob.id}"]`).count(), 1);
  await playTogether([ada, bob], 3);
  await resign(bob.page);
  for (const { page } of [ada, bob]) await page.waitForSelector(".rating-changes li");
  assert.match(await ada.page.locator(".rating-changes").textContent(), /Ada.*1500 → 1\d{3} \(\+\d+\).*Bob.*\(−\d+\)/s);

  // What it came to is on the profile; nobody is certain enough for the leaders yet.
  await ada.page.goto(`/people/${ada.id}`);
  await ada.page.getByText("provisional", { exact: true }).waitFor();
  assert.match(await ada.page.locator('.card[data-game="chevaliers"]').first().textContent(), /1\d{3}\s±\s\d+.*1 game: 1 won, 0 drawn, 0 lost/s);
  await ada.page.waitForSelector(`a.card[href="${table.replace("/t/", "/replay/")}"]`);
  await ada.page.goto("/leaders/chevaliers");
  await ada.page.getByText("Nobody is ranked yet.", { exact: false }).waitFor();
  assert.match(await ada.page.locator(".rating").textContent(), /1\d{3}/);

  // Bob accepts the friendship, and sees that Ada is there.
  await bob.page.goto("/friends");
  await bob.page.getByRole("button", { name: "Accept: Ada" }).click();
  await bob.page.locator('.presence[data-online="true"]').waitFor();

  // And then has enough of her.
  await bob.page.goto(`/people/${ada.id}`);
  await bob.page.locator('[data-do="report"]').click();
  await bob.page.getByLabel("What happened").fill("She gloated.");
  await bob.page.getByRole("button", { name: "Send" }).click();
  await bob.page.getByText("Thank you.", { exact: false }).waitFor();
  await bob.page.locator("dialog[open] .button").click();
  await bob.page.locator('[data-do="block"]').click();
  await bob.page.locator("dialog[open] .button:not(.second)").click();
  await bob.page.getByText("You have blocked this player", { exact: false }).waitFor();
  assert.equal(await bob.page.locator('[data-do="challenge"]').count(), 0);
  await ada.page.goto(`/new/chevaliers?to=${bob.id}`);
  await ada.page.getByRole("button", { name: "Send the challenge" }).click();
  await ada.page.locator('form [role="alert"]').waitFor();

  assert.deepEqual([...ada.faults, ...bob.faults].filter((one) => !/403/.test(one)), []);
  await ada.leave();
  await bob.leave();
});

timed("hostile names stay in their place", async () => {
  const { page, faults, leave } = await resident("Carole");
  await page.route("**/api/v1/people?name=*", (route) =>
    route.fulfill({
      json: {
        people: [
          { id: "x1", name: "<img src=x onerror=alert(1)>", account: true },
          { id: "x2", name: "\u202eenola\u202e", account: true },
          { id: "x3", name: "W".repeat(24), account: true },
        ],
      },
    }),
  );
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/friends");
  await page.getByLabel("Beginning of the name").fill("x");
  await page.getByRole("button", { name: "Search" }).click();
  await page.locator('a[href="/people/x3"]').waitFor();
  assert.equal(await page.locator('a[href="/people/x1"]').textContent(), "<img src=x onerror=alert(1)>");
  assert.equal(await page.locator("main img").count(), 0);
  assert.equal(await page.locator('a[href="/people/x2"] bdi').count(), 1);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
  assert.deepEqual(faults, []);
  await leave();
});

timed("an account is deleted by who types its name, and is gone", async () => {
  const { page, context, id, leave } = await resident("Éphémère");
  const answer = await context.request.get("/api/v1/account/export");
  assert.ok((await answer.text()).includes("Éphémère"));
  await page.setViewportSize({ width: 360, height: 640 });
  await page.locator('[data-do="delete"]').waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0, "the account page does not scroll sideways");
  await page.locator('[data-do="delete"]').click();
  const dialog = page.locator("dialog[open]");
  await dialog.getByLabel(/^Type your name/).fill("Somebody");
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Delete for ever" }).click();
  await dialog.getByText("That is not the name of the account.").waitFor();
  await dialog.getByLabel(/^Type your name/).fill("Éphémère");
  await dialog.getByRole("button", { name: "Delete for ever" }).click();
  await page.waitForSelector(".home");
  await page.goto(`/people/${id}`);
  await page.getByRole("heading", { name: "No such player" }).waitFor();
  await fillIn(page, "Log in", "Éphémère");
  await page.locator('[role="alert"]').waitFor();
  await leave();
});
