// axe-core has nothing against any page, nor against any game in mid-play, in light, in dark and in high contrast.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { axe, browser, games, guest, server, program, somebody, timed } from "./server.mjs";
import { playBox, playTurns, resign, touch } from "./play.mjs";

const at = await server();
const launched = await browser();

/** The themes, by what a device asks for. */
const themes = {
  light: { colorScheme: "light", contrast: "no-preference" },
  dark: { colorScheme: "dark", contrast: "no-preference" },
  contrast: { contrast: "more" },
};

/** What axe finds in every theme, named. */
async function faultsOf(page, name) {
  const found = [];
  for (const [theme, media] of Object.entries(themes)) {
    await page.emulateMedia(media);
    await page.waitForSelector(`html[data-theme="${theme}"]`);
    found.push(...(await axe(page)).map((fault) => `${name}, ${theme}: ${fault}`));
  }
  return found;
}

const pages = {
  "the home page": "/",
  "nothing here": "/nowhere",
  "the tables": "/tables",
  "my games": "/mine",
  ...Object.fromEntries(games.map((game) => [`the box of ${game}`, `/box/${game}`])),
  "a new table": "/new/kriegspiel",
  "the way in": "/account",
  "the leaders": "/leaders/chevaliers",
  "the clubs": "/clubs",
  "the tournaments": "/tournaments",
  "a club that is not there": "/clubs/nowhere",
  "a tournament that is not there": "/tournaments/nowhere",
  "holding a tournament without an account": "/tournaments/new",
  "what the server keeps": "/privacy",
  "what is for admins": "/admin",
  "somebody who is not there": "/people/nowhere",
  "a game that is not here": "/play/nowhere",
  "a table that is not there": "/t/nowhere",
};

timed("axe: every page", async () => {
  const { page, faults, context, leave } = await guest(launched, at, "Madeleine");
  await context.request.post("/api/v1/tables", { data: { game: "chevaliers", public: true, occupants: { S: "me", O: "open" } } });
  await context.request.post("/api/v1/tables", { data: { game: "chevaliers", public: true, occupants: { S: "me", O: "computer:1" }, start: true } });
  const found = [];
  for (const [name, address] of Object.entries(pages)) {
    await page.goto(address);
    await page.waitForSelector("h1");
    await page.waitForFunction(() => document.fonts.status === "loaded" && !document.querySelector(".waiting"));
    if (name === "the home page") await page.locator(".settings summary").click();
    found.push(...(await faultsOf(page, name)));
  }
  assert.deepEqual(found, []);
  assert.deepEqual(faults.filter((one) => !/404/.test(one)), []);
  await leave();
  return `${Object.keys(pages).length} pages`;
});

async function resident(name) {
  const one = await somebody(launched, at);
  const made = await one.context.request.post("/api/v1/account", { data: { name, password: "four and twenty blackbirds" } });
  return { ...one, ...(await made.json()) };
}

timed("axe: the pages of somebody with an account, and a notification", async () => {
  const [ada, bob] = [await resident("Ada"), await resident("Bob")];
  await bob.context.request.put(`/api/v1/friends/${ada.person.id}`, { data: {} });
  await bob.context.request.post("/api/v1/account/bots", { data: { name: "Pascaline" } });
  await bob.context.request.post("/api/v1/challenges", { data: { to: ada.person.id, game: "chevaliers" } });
  const { page } = ada;
  await page.goto("/account");
  await page.waitForSelector(".notifications .notice");
  const found = await faultsOf(page, "the account");
  for (const address of ["/friends", `/people/${bob.person.id}`, `/new/chevaliers?to=${bob.person.id}`]) {
    await page.goto(address);
    await page.waitForSelector(".page .row button");
    found.push(...(await faultsOf(page, address)));
  }
  await page.goto(`/people/${bob.person.id}`);
  for (const sheet of ["challenge", "report"]) {
    await page.locator(`[data-do="${sheet}"]`).click();
    await page.waitForSelector("dialog[open]");
    found.push(...(await faultsOf(page, sheet)));
    await page.keyboard.press("Escape");
  }
  await page.locator(".menu.person > summary").click();
  await page.waitForSelector(".notifications.version", { state: "attached" }); // it comes when the page has come to rest
  found.push(...(await faultsOf(page, "the menu")));
  assert.deepEqual(found, []);
  assert.deepEqual([...ada.faults, ...bob.faults], []);
  await ada.leave();
  await bob.leave();
});

/** Goes there and waits until everything that was asked for has come. */
async function visit(page, address) {
  await page.goto(address);
  await page.waitForSelector("h1");
  await page.waitForFunction(() => !document.querySelector(".waiting") && document.querySelector("main").textContent.length > 60);
}

timed("axe: clubs and tournaments", async () => {
  const [ada, bob] = [await resident("Agathe"), await resident("Basile")];
  const ask = async (one, method, path, data = {}) => (await one.context.request[method](`/api/v1${path}`, { data })).json();
  const { club } = await ask(ada, "post", "/clubs", { name: "Le Cercle", about: "Le jeudi.", open: false });
  await ask(bob, "post", `/clubs/${club.id}/join`);
  await ask(ada, "post", "/tables", { game: "chevaliers", club: club.id, occupants: { S: "me", O: "open" } });
  const live = { game: "chars", time: { seconds: 600 } };
  const { tournament: announced } = await ask(ada, "post", "/tournaments", { name: "Demain", kind: "arena", minutes: 30, ...live });
  const { tournament: running } = await ask(ada, "post", "/tournaments", { name: "Ce soir", kind: "round-robin", pause: 0, ...live });
  for (const one of [ada, bob]) await ask(one, "post", `/tournaments/${running.id}/join`);
  await ask(ada, "post", `/tournaments/${running.id}/start`);
  const { page } = ada;
  const found = [];
  for (const address of ["/clubs", `/clubs/${club.id}`, "/tournaments", "/tournaments/new", `/tournaments/${announced.id}`, `/tournaments/${running.id}`]) {
    await visit(page, address);
    await page.waitForSelector("main .button");
    const closed = page.locator("main details:not([open]) > summary");
    while (await closed.count()) await closed.first().click();
    found.push(...(await faultsOf(page, address)));
  }
  await visit(page, `/clubs/${club.id}`);
  await page.locator('[data-do="edit"]').click();
  await page.waitForSelector("dialog[open]");
  found.push(...(await faultsOf(page, "changing a club")));
  assert.deepEqual(found, []);
  assert.deepEqual([...ada.faults, ...bob.faults], []);
  await ada.leave();
  await bob.leave();
});

timed("axe: where the server is kept, and what is announced", async () => {
  const [admin, other] = [await resident("Clotilde"), await resident("Didier")];
  execFileSync(program, ["admin", "--data", at.data, "user", "Clotilde", "promote"]);
  const { context, page } = admin;
  await other.context.request.post("/api/v1/reports", { data: { person: admin.person.id, reason: "other", text: "Too strict." } });
  await context.request.post("/api/v1/admin/bans", { data: { address: "203.0.113.0/24", reason: "Too many." } });
  await context.request.post("/api/v1/admin/invitations", { data: { note: "For the club" } });
  await context.request.put("/api/v1/admin/announcement", { data: { fr: "Ce soir à 20 h.", en: "Tonight at 8." } });
  const found = [];
  for (const tab of ["", "/people", "/tables", "/reports", "/bans", "/invitations", "/announcement", "/audit"]) {
    await visit(page, `/admin${tab}`);
    await page.waitForSelector(".announcement p");
    found.push(...(await faultsOf(page, `admin${tab}`)));
  }
  await visit(page, "/admin/people");
  await page.locator('[data-do="read"]').click();
  await page.locator(".lines button").last().click();
  await page.waitForSelector("dialog[open]");
  found.push(...(await faultsOf(page, "seeing to somebody")));
  await context.request.delete("/api/v1/admin/announcement");
  assert.deepEqual(found, []);
  assert.deepEqual([...admin.faults, ...other.faults], []);
  await admin.leave();
  await other.leave();
});

timed("axe: a table where somebody is awaited", async () => {
  const { page, faults, context, leave } = await guest(launched, at, "Madeleine");
  const made = await context.request.post("/api/v1/tables", { data: { game: "kriegspiel", seats: 6, occupants: { "F.soldiers": "me" } } });
  await page.goto(`/t/${(await made.json()).table}`);
  await page.waitForSelector(".occupants");
  assert.deepEqual(await faultsOf(page, "the waiting room"), []);
  assert.deepEqual(faults, []);
  await leave();
});

for (const game of games)
  timed(`axe: ${game} in mid-play`, async () => {
    const { page, faults, leave } = await guest(launched, at, "Madeleine");
    await playBox(page, game);
    const found = [];
    if (await page.locator(".setup").count()) found.push(...(await faultsOf(page, "the set-up")));
    await playTurns(page, 5);
    await touch(page); // something is in hand
    found.push(...(await faultsOf(page, "mid-play")));
    if (game === "chevaliers") {
      await page.locator('[data-do="resign"]').click();
      await page.waitForSelector("dialog[open]");
      found.push(...(await faultsOf(page, "a question")));
      await page.keyboard.press("Escape");
      await resign(page);
      found.push(...(await faultsOf(page, "the end")));
    }
    assert.deepEqual(found, []);
    assert.deepEqual(faults, []);
    await leave();
  });

timed("axe: the curtain, and a table of the server", async () => {
  const { page, faults, context, leave } = await guest(launched, at, "Madeleine");
  await page.goto("/box/chars");
  await page.locator('label:has(input[name="against"])').nth(1).click();
  await page.locator('.sheet-form button[type="submit"]').click();
  const found = [];
  while (!(await touch(page, { until: ".pass-device" })).reached);
  found.push(...(await faultsOf(page, "the curtain")));
  const made = await context.request.post("/api/v1/tables", { data: { game: "chevaliers", time: { seconds: 600, increment: 5 }, occupants: { S: "me", O: "computer:1" }, start: true } });
  await page.goto(`/t/${(await made.json()).table}`);
  await page.waitForSelector(".stage .board");
  found.push(...(await faultsOf(page, "a table of the server")));
  assert.deepEqual(found, []);
  assert.deepEqual(faults, []);
  await leave();
});
