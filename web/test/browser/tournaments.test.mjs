// Clubs and tournaments as people come to them: a club, a Swiss tournament from the announcement to the CSV, and the admins'
// pages. Two people come with browsers, two as programs do.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { after } from "node:test";
import { attendTournaments, member } from "../../../tests/server/members.mjs";
import { browser, desk, server, program, somebody, timed } from "./server.mjs";
import { resign } from "./play.mjs";

const at = await server();
const launched = await browser();

/** Somebody with an account and a browser. */
async function resident(name, choices = {}) {
  const one = await somebody(launched, at, choices);
  const made = await one.context.request.post("/api/v1/account", { data: { name, password: "four and twenty blackbirds" } });
  assert.equal(made.status(), 201);
  const { person } = await made.json();
  // The banner knows who one is before the server has said a word, once one was there.
  await one.page.goto("/account");
  await one.page.getByRole("heading", { name: /^(About you|À propos de vous)$/ }).waitFor();
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
  await bob.page.getByText("You have asked to join.", { exact: false }).waitFor();
  await ada.page.reload();
  await ada.page.getByRole("button", { name: "Accept: Bob" }).click();
  await ada.page.getByRole("button", { name: "Make an officer: Bob" }).click();
  await ada.page.getByRole("button", { name: "Remove as officer: Bob" }).waitFor();

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
  await ada.page.waitForSelector(".occupant em");

  await bob.page.goto(address);
  await bob.page.locator('[data-do="leave"]').click();
  await bob.page.locator("dialog[open] .button:not(.second)").click();
  await bob.page.locator('[data-do="join"]').waitFor();
  assert.deepEqual([...ada.faults, ...bob.faults], []);
  await ada.leave();
  await bob.leave();
});

timed("a Swiss tournament of four over two rounds, as it is seen on the pages", async () => {
  const chloe = await resident("Chloé");
  const david = await resident("David");
  const programs = [];
  // Edith wins against everybody, Fanny against everybody else, and Chloé against David.
  const order = ["Edith", "Fanny", "Chloé", "David"];
  const stronger = (own, other) => order.indexOf(own) < order.indexOf(other);
  for (const name of ["Edith", "Fanny"]) programs.push(attendTournaments(await member(at.url, name), (own, other) => (stronger(own, other) ? "win" : "lose")));
  after(() => programs.forEach((one) => one.leave()));

  await chloe.page.goto("/tournaments");
  await chloe.page.locator('[data-do="new-tournament"]').click();
  await chloe.page.getByLabel("Name of the tournament").fill("Le jeudi");
  await chloe.page.getByLabel("Number of rounds").fill("2");
  await chloe.page.getByLabel("Pause before each round").fill("1");
  await chloe.page.getByRole("combobox", { name: "Game" }).selectOption("chars");
  await chloe.page.locator('[data-do="announce"]').click();
  await chloe.page.getByRole("heading", { name: "Le jeudi" }).waitFor();
  const address = new URL(chloe.page.url()).pathname;
  await chloe.page.locator('[data-do="join"]').click();
  await chloe.page.getByText("You have joined.", { exact: false }).waitFor();

  await david.page.goto("/tournaments");
  await david.page.locator(`a[href="${address}"]`).click();
  await david.page.locator('[data-do="join"]').click();
  for (const one of programs) assert.equal((await one.http("POST", `/api/v1${address}/join`, {})).status, 200);
  // Whoever looks sees the others come.
  await chloe.page.getByText("Players (4)").waitFor();

  // David is elsewhere in the server when it begins, and is led to his table.
  await david.page.goto("/leaders");
  await david.page.waitForSelector(".notifications", { state: "attached" });
  await chloe.page.locator('[data-do="start"]').click();

  /** Plays one's game of a round: resigns it where the other is stronger, or waits. */
  const play = async (one) => {
    await one.page.locator('.notifications [data-do="tournament-table"], .page [data-do="own-table"]').click();
    await one.page.waitForSelector(".stage .board");
    assert.equal(await one.page.locator('[data-do="ask"]').count(), 0, "nothing is taken back");
    const names = await one.page.locator(".player .name").allTextContents();
    if (names.some((name) => stronger(name.trim(), one.name))) await resign(one.page);
    await one.page.waitForSelector(".ending");
    assert.equal(await one.page.locator('[data-do="rematch"]').count(), 0, "the next round comes instead");
  };
  for (let round = 1; round <= 2; round++) await Promise.all([play(chloe), play(david)]);

  await chloe.page.locator('.ending [data-do="tournament"]').click();
  await chloe.page.getByText(/^Ended on/).waitFor();
  assert.deepEqual(await chloe.page.locator('.standings th[scope="row"]').allTextContents().then((names) => names[0]), "Edith");
  assert.equal(await chloe.page.locator(".standings tbody tr").count(), 4);
  assert.match(await chloe.page.locator(".standings tbody tr").first().textContent(), /^1Edith2.*2 \/ 0 \/ 0$/);
  assert.equal(await chloe.page.locator(".pairing").count(), 4);
  assert.equal(await chloe.page.locator('.pairing a[href^="/replay/"]').count(), 4);
  await chloe.page.getByText("Tie-breaks").click();
  await chloe.page.getByText("The sum of the opponents' points", { exact: false }).waitFor();
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

timed("the next opponent is named before the table opens, on the page of the tournament and on any other", async () => {
  const karl = await resident("Karl");
  const lise = await resident("Lise", { locale: "fr-FR" });
  const fields = { name: "Bientôt", kind: "round-robin", game: "chars", time: { seconds: 600 }, pause: 600 };
  const { tournament } = await (await karl.context.request.post("/api/v1/tournaments", { data: fields })).json();
  for (const one of [karl, lise]) await one.context.request.post(`/api/v1/tournaments/${tournament.id}/join`, { data: {} });
  await lise.page.goto("/leaders");
  await lise.page.waitForSelector(".notifications", { state: "attached" });
  await karl.page.goto(`/tournaments/${tournament.id}`);
  await karl.page.locator('[data-do="start"]').click();
  const [english, french] = [karl.page.locator("main .next-opponent"), lise.page.locator(".notifications .next-opponent")];
  const [, green] = /^Round 1\. Next: \W?Lise\W?\. You play (Green|Grey)\. Your table opens in \d+ s\.$/.exec(await english.textContent());
  const [, verts] = /^Ronde 1\. Prochain adversaire : \W?Karl\W?\. Votre camp : (Verts|Gris)\. Votre table ouvre dans \d+ s\.$/.exec((await french.textContent()).replace(/\u00a0|\u202f/g, " "));
  assert.notEqual(green === "Green", verts === "Verts", "one side each");
  await karl.page.locator(".pairing", { hasText: "soon" }).waitFor();
  await karl.context.request.delete(`/api/v1/tournaments/${tournament.id}`);
  await karl.page.locator(".pairing", { hasText: "not played" }).waitFor();
  await english.waitFor({ state: "detached" });
  assert.deepEqual([...karl.faults, ...lise.faults], []);
  await karl.leave();
  await lise.leave();
});

timed("everybody meets everybody: the crosstable", async () => {
  const gabrielle = await resident("Gabrielle");
  const henri = attendTournaments(await member(at.url, "Henri"), () => "lose");
  const { tournament } = await (await gabrielle.context.request.post("/api/v1/tournaments", { data: { name: "Duel", kind: "round-robin", game: "chars", time: { seconds: 600 }, pause: 0 } })).json();
  await gabrielle.context.request.post(`/api/v1/tournaments/${tournament.id}/join`, { data: {} });
  await henri.http("POST", `/api/v1/tournaments/${tournament.id}/join`, {});
  await gabrielle.page.goto(`/tournaments/${tournament.id}`);
  await gabrielle.page.locator('[data-do="start"]').click();
  await gabrielle.page.getByText(/^Ended on/).waitFor();
  assert.deepEqual(await gabrielle.page.locator(".crosstable tbody td").allTextContents(), ["1", "×", "1", "2", "0", "×"]);
  assert.deepEqual(gabrielle.faults, []);
  henri.leave();
  await gabrielle.leave();
});

timed("an admin closes a report and announces something that others see once", async () => {
  const admin = await resident("Iris");
  const jules = await resident("Jules");
  await jules.context.request.post("/api/v1/reports", { data: { person: admin.id, reason: "other", text: "Too strict by half." } });
  await admin.page.goto("/admin");
  await admin.page.getByText("This page is for administrators.").waitFor();
  execFileSync(program, ["admin", "--data", at.data, "user", "Iris", "promote"]);
  await admin.page.goto("/");
  await admin.page.locator(".menu.person > summary").click();
  await admin.page.locator('.menu.person a[href="/admin"]').click();
  await admin.page.locator(".figures").getByText("Accounts", { exact: true }).waitFor();

  await admin.page.locator('.tabs a[href="/admin/reports"]').click();
  const report = admin.page.locator(".lines li", { hasText: "Too strict by half." });
  await report.locator('[data-do="close-report"]').click();
  await admin.page.getByLabel("Note for administrators").fill("Heard, and smiled.");
  await admin.page.locator('dialog[open] button[type="submit"]').click();
  await report.waitFor({ state: "detached" });
  await admin.page.locator("label:has(input[type=radio])", { hasText: "Closed" }).click();
  await admin.page.getByText("Note: Heard, and smiled.").waitFor();

  // Jules hears of it without doing anything, and nothing moves under his hands.
  const guest = await somebody(launched, at, { locale: "fr-FR" });
  await guest.page.goto("/tables");
  await guest.page.waitForSelector("#open");
  await jules.page.goto("/leaders");
  await jules.page.waitForSelector(".notifications", { state: "attached" });
  await jules.page.waitForSelector(".tabs");
  const before = await jules.page.locator(".tabs").boundingBox();
  await admin.page.locator('.tabs a[href="/admin/announcement"]').click();
  await admin.page.getByLabel("In French").fill("Tournoi ce soir à 20 h.");
  await admin.page.getByLabel("In English").fill("Tournament tonight at 8.");
  await admin.page.getByRole("button", { name: "Publish" }).click();
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
  await admin.page.locator('.tabs a[href="/admin/people"]').click();
  await admin.page.getByLabel("Beginning of the name").fill("jul");
  await admin.page.getByRole("button", { name: "Search" }).click();
  await admin.page.getByRole("button", { name: "Manage: Jules" }).click();
  const sheet = admin.page.locator("dialog[open]");
  await sheet.getByLabel("Reason").fill("Too cheeky.");
  await sheet.getByRole("button", { name: "Ban", exact: true }).click();
  await sheet.getByRole("button", { name: "Lift the ban" }).click();
  await sheet.getByRole("button", { name: "Ban", exact: true }).waitFor();
  await sheet.getByRole("button", { name: "Close" }).click();
  await admin.page.locator('.tabs a[href="/admin/invitations"]').click();
  await admin.page.getByRole("button", { name: "New invitation" }).click();
  await admin.page.waitForSelector(".lines code");
  await admin.page.locator('.tabs a[href="/admin/audit"]').click();
  const entries = admin.page.locator(".lines b");
  await entries.first().waitFor();
  assert.deepEqual((await entries.allTextContents()).slice(0, 6), ["Invitation", "Ban lifted", "Ban", "Announcement", "Report", "New administrator"]);
  assert.deepEqual([...admin.faults, ...guest.faults], []);
  for (const one of [admin, jules, guest]) await one.leave();
});

timed("the pages of the server are read in both languages, and lead back", async () => {
  const { page, faults, leave } = await somebody(launched, at, { viewport: desk });
  await page.goto("/");
  await page.locator('.imprint a[href="/privacy"]').click();
  await page.getByRole("heading", { name: "What this server stores" }).waitFor();
  await page.locator(".banner-tools .quiet").click();
  await page.getByRole("heading", { name: "Ce que ce serveur enregistre" }).waitFor();
  assert.equal(await page.locator('a[href="/legal"]').count(), 0, "the host has set none");
  assert.deepEqual(faults, []);
  await leave();
});
