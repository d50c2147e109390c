// Clubs and evenings as people come to them: a club, a Swiss evening from the announcement to the CSV, and the keepers'
// pages. Two people come with browsers, two as programs do.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { after } from "node:test";
import { attendEvenings, member } from "../../../tests/server/members.mjs";
import { browser, desk, house, program, somebody, timed } from "./house.mjs";
import { resign } from "./play.mjs";

const at = await house();
const launched = await browser();

/** Somebody with an account and a browser. */
async function resident(name, choices = {}) {
  const one = await somebody(launched, at, choices);
  const made = await one.context.request.post("/api/v1/account", { data: { name, password: "four and twenty blackbirds" } });
  assert.equal(made.status(), 201);
  const { person } = await made.json();
  // The banner knows who one is before the house has said a word, once one was there.
  await one.page.goto("/account");
  await one.page.getByRole("heading", { name: "About you" }).waitFor();
  return { ...one, name, id: person.id };
}

timed("a club is founded, asked at, opened, and has tables of its own", async () => {
  const ada = await resident("Ada");
  const bob = await resident("Bob");
  await ada.page.goto("/clubs");
  await ada.page.locator('[data-do="found"]').click();
  const sheet = ada.page.locator("dialog[open]");
  await sheet.getByLabel("Name of the club").fill("Le Cercle");
  await sheet.getByLabel("A few words about the club").fill("Les jeudis, au coin du feu.");
  await sheet.getByRole("checkbox").uncheck();
  await sheet.locator('button[type="submit"]').click();
  await ada.page.getByRole("heading", { name: "Le Cercle" }).waitFor();
  const address = new URL(ada.page.url()).pathname;

  // Bob asks, Ada lets him in and makes him an officer.
  await bob.page.goto("/clubs");
  await bob.page.locator(`a[href="${address}"]`).click();
  await bob.page.locator('[data-do="join"]').click();
  await bob.page.getByText("You have asked to be let in.", { exact: false }).waitFor();
  await ada.page.reload();
  await ada.page.getByRole("button", { name: "Let in: Bob" }).click();
  await ada.page.getByRole("button", { name: "Make an officer: Bob" }).click();
  await ada.page.getByRole("button", { name: "Officer no more: Bob" }).waitFor();

  // A table of the club is on its page; whoever is not of it cannot sit down.
  await bob.page.reload();
  await bob.page.locator(".club-new summary").click();
  await bob.page.locator(`a[href="/new/chevaliers?club=${address.split("/").pop()}"]`).click();
  await bob.page.locator('.sheet-form button[type="submit"]').click();
  await bob.page.waitForURL(/\/t\/\w+/);
  const table = new URL(bob.page.url()).pathname;
  await ada.page.reload();
  await ada.page.locator(`a[href="${table}"]`).click();
  await ada.page.locator('[data-do="sit"]').first().click();
  await ada.page.waitForSelector(".chair em");

  await bob.page.goto(address);
  await bob.page.locator('[data-do="leave"]').click();
  await bob.page.locator("dialog[open] .button:not(.second)").click();
  await bob.page.locator('[data-do="join"]').waitFor();
  assert.deepEqual([...ada.faults, ...bob.faults], []);
  await ada.leave();
  await bob.leave();
});

timed("a Swiss evening of four over two rounds, as it is seen on the pages", async () => {
  const chloe = await resident("Chloé");
  const david = await resident("David");
  const programs = [];
  // Edith wins against everybody, Fanny against everybody else, and Chloé against David.
  const order = ["Edith", "Fanny", "Chloé", "David"];
  const stronger = (own, other) => order.indexOf(own) < order.indexOf(other);
  for (const name of ["Edith", "Fanny"]) programs.push(attendEvenings(await member(at.url, name), (own, other) => (stronger(own, other) ? "win" : "lose")));
  after(() => programs.forEach((one) => one.leave()));

  await chloe.page.goto("/evenings");
  await chloe.page.locator('[data-do="hold"]').click();
  await chloe.page.getByLabel("Name of the evening").fill("Le jeudi");
  await chloe.page.getByLabel("Number of rounds").fill("2");
  await chloe.page.getByRole("combobox", { name: "Game" }).selectOption("chars");
  await chloe.page.locator('[data-do="announce"]').click();
  await chloe.page.getByRole("heading", { name: "Le jeudi" }).waitFor();
  const address = new URL(chloe.page.url()).pathname;
  await chloe.page.locator('[data-do="join"]').click();
  await chloe.page.getByText("You are in.", { exact: false }).waitFor();

  await david.page.goto("/evenings");
  await david.page.locator(`a[href="${address}"]`).click();
  await david.page.locator('[data-do="join"]').click();
  for (const one of programs) assert.equal((await one.http("POST", `/api/v1${address}/join`, {})).status, 200);
  // Whoever looks sees the others come.
  await chloe.page.getByText("Taking part (4)").waitFor();

  // David is elsewhere in the house when it begins, and is led to his table.
  await david.page.goto("/leaders");
  await david.page.waitForSelector(".doorbell", { state: "attached" });
  await chloe.page.locator('[data-do="start"]').click();

  /** Plays one's game of a round: resigns it where the other is stronger, or waits. */
  const play = async (one) => {
    await one.page.locator('.doorbell [data-do="evening-table"], .page [data-do="own-table"]').click();
    await one.page.waitForSelector(".table .board");
    assert.equal(await one.page.locator('[data-do="ask"]').count(), 0, "nothing is taken back");
    const names = await one.page.locator(".players .name").allTextContents();
    if (names.some((name) => stronger(name.trim(), one.name))) await resign(one.page);
    await one.page.waitForSelector(".ending");
    assert.equal(await one.page.locator('[data-do="rematch"]').count(), 0, "the next round comes instead");
  };
  for (let round = 1; round <= 2; round++) await Promise.all([play(chloe), play(david)]);

  await chloe.page.locator('.ending [data-do="evening"]').click();
  await chloe.page.getByText(/^Ended on/).waitFor();
  assert.deepEqual(await chloe.page.locator('.standings th[scope="row"]').allTextContents().then((names) => names[0]), "Edith");
  assert.equal(await chloe.page.locator(".standings tbody tr").count(), 4);
  assert.match(await chloe.page.locator(".standings tbody tr").first().textContent(), /^1Edith2.*2 \/ 0 \/ 0$/);
  assert.equal(await chloe.page.locator(".pairing").count(), 4);
  assert.equal(await chloe.page.locator('.pairing a[href^="/replay/"]').count(), 4);
  await chloe.page.getByText("How the places are decided").click();
  await chloe.page.getByText("The sum of your opponents' points", { exact: false }).waitFor();
  const [file] = await Promise.all([chloe.page.waitForEvent("download"), chloe.page.locator('[data-do="csv"]').click()]);
  assert.equal(file.suggestedFilename(), "results.csv");
  const lines = readFileSync(await file.path(), "utf8").trim().split("\r\n");
  assert.match(lines[0], /^place,player,points/);
  assert.match(lines[1], /^1,Edith,2/);
  assert.equal(lines.length, 5);
  assert.deepEqual([...chloe.faults, ...david.faults], []);
  await chloe.leave();
  await david.leave();
});

timed("everybody meets everybody: the crosstable", async () => {
  const gabrielle = await resident("Gabrielle");
  const henri = attendEvenings(await member(at.url, "Henri"), () => "lose");
  const { evening } = await (await gabrielle.context.request.post("/api/v1/evenings", { data: { name: "Duel", kind: "round-robin", game: "chars", time: { seconds: 600 } } })).json();
  await gabrielle.context.request.post(`/api/v1/evenings/${evening.id}/join`, { data: {} });
  await henri.http("POST", `/api/v1/evenings/${evening.id}/join`, {});
  await gabrielle.page.goto(`/evenings/${evening.id}`);
  await gabrielle.page.locator('[data-do="start"]').click();
  await gabrielle.page.getByText(/^Ended on/).waitFor();
  assert.deepEqual(await gabrielle.page.locator(".crosstable tbody td").allTextContents(), ["1", "×", "1", "2", "0", "×"]);
  assert.deepEqual(gabrielle.faults, []);
  henri.leave();
  await gabrielle.leave();
});

timed("a keeper closes a report and announces something that others see once", async () => {
  const keeper = await resident("Iris");
  const jules = await resident("Jules");
  await jules.context.request.post("/api/v1/reports", { data: { person: keeper.id, reason: "other", text: "Too strict by half." } });
  await keeper.page.goto("/keeping");
  await keeper.page.getByText("This page is for those who keep the house.").waitFor();
  execFileSync(program, ["admin", "--data", at.data, "user", "Iris", "promote"]);
  await keeper.page.goto("/");
  await keeper.page.locator(".menu.person summary").click();
  await keeper.page.locator('.menu.person a[href="/keeping"]').click();
  await keeper.page.getByText("Accounts", { exact: true }).waitFor();

  await keeper.page.locator('.tabs a[href="/keeping/reports"]').click();
  const report = keeper.page.locator(".lines li", { hasText: "Too strict by half." });
  await report.locator('[data-do="close-report"]').click();
  await keeper.page.getByLabel("Note for the keepers").fill("Heard, and smiled.");
  await keeper.page.locator('dialog[open] button[type="submit"]').click();
  await report.waitFor({ state: "detached" });
  await keeper.page.getByRole("radio", { name: "Closed" }).check({ force: true });
  await keeper.page.getByText("Note: Heard, and smiled.").waitFor();

  // Jules hears of it without doing anything, and nothing moves under his hands.
  const guest = await somebody(launched, at, { locale: "fr-FR" });
  await guest.page.goto("/tables");
  await guest.page.waitForSelector("#open");
  await jules.page.goto("/leaders");
  await jules.page.waitForSelector(".doorbell", { state: "attached" });
  await jules.page.waitForSelector(".tabs");
  const before = await jules.page.locator(".tabs").boundingBox();
  await keeper.page.locator('.tabs a[href="/keeping/announcement"]').click();
  await keeper.page.getByLabel("In French").fill("Tournoi ce soir à 20 h.");
  await keeper.page.getByLabel("In English").fill("Tournament tonight at 8.");
  await keeper.page.getByRole("button", { name: "Announce" }).click();
  await jules.page.locator(".announcement p", { hasText: "Tournament tonight at 8." }).waitFor();
  assert.deepEqual(await jules.page.locator(".tabs").boundingBox(), before);
  await guest.page.locator(".announcement p", { hasText: "Tournoi ce soir à 20 h." }).waitFor();
  await jules.page.locator('[data-do="read"]').click();
  assert.equal(await jules.page.locator(".announcement").count(), 0);
  await jules.page.reload();
  await jules.page.waitForSelector(".tabs");
  assert.equal(await jules.page.locator(".announcement").count(), 0);
  // Who has not read it is told again, also on the first page.
  await guest.page.goto("/");
  await guest.page.locator(".announcement p").waitFor();

  // Jules is banned and let in again; an invitation is written; all of it is in the log.
  await keeper.page.locator('.tabs a[href="/keeping/people"]').click();
  await keeper.page.getByLabel("Beginning of the name").fill("jul");
  await keeper.page.getByRole("button", { name: "Search" }).click();
  await keeper.page.getByRole("button", { name: "See to it: Jules" }).click();
  const sheet = keeper.page.locator("dialog[open]");
  await sheet.getByLabel("Reason").fill("Too cheeky.");
  await sheet.getByRole("button", { name: "Ban", exact: true }).click();
  await sheet.getByRole("button", { name: "Lift the ban" }).click();
  await sheet.getByRole("button", { name: "Ban", exact: true }).waitFor();
  await sheet.getByRole("button", { name: "Close" }).click();
  await keeper.page.locator('.tabs a[href="/keeping/invitations"]').click();
  await keeper.page.getByRole("button", { name: "Write an invitation" }).click();
  await keeper.page.waitForSelector(".lines code");
  await keeper.page.locator('.tabs a[href="/keeping/audit"]').click();
  const deeds = keeper.page.locator(".lines b");
  await deeds.first().waitFor();
  assert.deepEqual((await deeds.allTextContents()).slice(0, 6), ["Invitation", "Ban lifted", "Ban", "Announcement", "Report", "New keeper"]);
  assert.deepEqual([...keeper.faults, ...guest.faults], []);
  for (const one of [keeper, jules, guest]) await one.leave();
});

timed("the pages of the house are read in both languages, and lead back", async () => {
  const { page, faults, leave } = await somebody(launched, at, { viewport: desk });
  await page.goto("/");
  await page.locator('.imprint a[href="/privacy"]').click();
  await page.getByRole("heading", { name: "What this house keeps" }).waitFor();
  await page.locator(".banner-tools .quiet").click();
  await page.getByRole("heading", { name: "Ce que cette maison garde" }).waitFor();
  assert.equal(await page.locator('a[href="/legal"]').count(), 0, "the host has set none");
  assert.deepEqual(faults, []);
  await leave();
});
