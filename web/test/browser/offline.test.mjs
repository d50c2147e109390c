// The server without a network: after one visit everything that needs nobody else goes on; what was finished meanwhile is
// sent when the network is back; and a new version interrupts nobody.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { openServer } from "../../../tests/launch.mjs";
import { axe, browser, dist, games, server, TIMEOUT, program, somebody, timed } from "./server.mjs";
import { playBox, playOut, playTurns, resign, turnsOf } from "./play.mjs";

const launched = await browser();

/** Every file of a version but those that the worker does not keep under their names, and modules for browsers without vectors. */
function filesOf(folder) {
  return readdirSync(folder).filter((name) => !/\.(br|gz)$|-plain-\w+\.wasm$|^(index\.html|service\.js|docs(\.html)?)$/.test(name));
}

const keptNames = (page) =>
  page.evaluate(async () => (await (await caches.open("bivouac")).keys()).map(({ url }) => new URL(url).pathname.split("/").pop()));

/** Until what is asked of the page is so. */
async function until(what, question) {
  for (const end = Date.now() + TIMEOUT; ; await new Promise((resolve) => setTimeout(resolve, 200))) {
    const wrong = await question();
    if (!wrong) return;
    assert.ok(Date.now() < end, `${what}: ${wrong}`);
  }
}

/** Everything is kept: the worker fetched it while the page had nothing to do. */
async function allKept(page, folder) {
  await until("every file is kept", async () => {
    const kept = new Set(await keptNames(page));
    return filesOf(folder).filter((name) => !kept.has(name)).join(" ");
  });
}

/** Recruits make some games last for hundreds of turns; a better opponent comes to an end. Whatever is not over after forty
 * seconds by the rules is resigned, but not before ten turns, and the test says so. */
const choices = { paris: { level: 3, side: 1 }, belligerants: { level: 3 } };
const BUDGET = 40_000;
const ENOUGH = 10;

async function wholeGame(page, game) {
  await playBox(page, game, choices[game]);
  let played = await playOut(page, BUDGET);
  while (!played.over && played.turns < ENOUGH) played = await playOut(page, 1000);
  if (!played.over) await resign(page);
  await page.waitForSelector('html[data-turn="over"]');
  return `${game} ${played.turns} turns, ${played.over ? "by the rules" : "resigned"}`;
}

const at = await server();
const traveller = await somebody(launched, at);
const { page, context, faults } = traveller;
const password = "four and twenty blackbirds";

timed("one visit, with an account: everything is kept, and finished games shall go to the server", async () => {
  const made = await context.request.post(`${at.url}/api/v1/account`, { data: { name: "Traveller", password } });
  assert.ok(made.ok(), await made.text());
  await page.goto("/mine");
  await page.locator('[data-do="keep"]').click();
  await page.waitForSelector('input[data-do="keep"]:checked');
  await allKept(page, dist);
  assert.ok(await page.evaluate(() => navigator.serviceWorker.controller !== null));
  const answers = (await keptNames(page)).filter((name) => !filesOf(dist).includes(name));
  assert.deepEqual(answers, ["index.html"], "of all answers only files and the front page are kept");
  await at.kill();
  await context.setOffline(true);
});

for (const game of games)
  timed(`offline: a whole game of ${game} against the computer (resigned after forty seconds and ten turns)`, () => wholeGame(page, game));

timed("offline: rule books, lessons, puzzles, sheets and one's own games; what needs the server says so", async () => {
  await page.reload();
  await page.waitForSelector(".ending");
  for (const game of games) {
    await page.goto(`/rules/${game}`);
    await page.waitForSelector(".book .diagram svg");
    await page.goto(`/lesson/${game}`);
    await page.waitForSelector("[data-kind=\"lesson\"] svg.board");
  }
  await page.goto("/puzzles/chevaliers");
  await page.waitForSelector("svg.board");
  await page.goto("/print/chars");
  await page.waitForSelector(".cutout");
  assert.deepEqual(await axe(page), []);
  await page.goto("/mine");
  await page.waitForFunction((n) => document.querySelectorAll(".local-line").length === n, games.length);
  await page.getByText(/You are offline/).first().waitFor();
  await page.goto("/tables");
  await page.getByText(/You are offline/).first().waitFor();
  await page.goto("/");
  await page.waitForSelector("[data-play]");
});

timed("back again: the games that ended meanwhile are at the server", async () => {
  await at.open();
  await context.setOffline(false);
  let kept = [];
  await until("five games are at the server", async () => {
    const answer = await context.request.get(`${at.url}/api/v1/account/games`);
    kept = answer.ok() ? (await answer.json()).games : [];
    return kept.length === games.length ? "" : `${kept.length} games`;
  });
  assert.deepEqual(kept.map(({ game }) => game).sort(), [...games].sort());
  await page.goto("/mine");
  await page.waitForFunction((n) => document.querySelectorAll("[data-kept]").length === n, games.length);
  assert.deepEqual(await axe(page), []);
  await page.locator("[data-kept] .card").first().click();
  await page.waitForURL(/\/replay\/kept\/\w+/);
  await page.waitForSelector('.board [data-side]');
  await page.goBack();
  await page.locator("[data-kept] .quiet").first().click();
  await page.waitForFunction((n) => document.querySelectorAll("[data-kept]").length === n, games.length - 1);
  assert.deepEqual(faults, []);
  await traveller.leave();
});

/** The same client as another version of itself: every hashed name is another, and so is the version. */
function renew(folder) {
  const other = (text) => text.replace(/\b(app|part|engine)-([A-Z0-9]{8})\b/g, (_, name, hash) => `${name}-${[...hash].reverse().join("")}`);
  const version = /name="bivouac-version" content="(\w+)"/.exec(readFileSync(join(folder, "index.html"), "utf8"))[1];
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (/\.(br|gz)$/.test(name)) {
      rmSync(file);
      continue;
    }
    if (/\.(js|html|css)$/.test(name)) writeFileSync(file, other(readFileSync(file, "utf8")).replaceAll(version, "renewed"));
    if (other(name) !== name) renameSync(file, join(folder, other(name)));
  }
}

timed("a new version: the game goes on, old doors still open, and after the reload the new one runs", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bivouac-version-"));
  cpSync(dist, folder, { recursive: true });
  const options = ["--web", folder];
  const first = await openServer(program, { options });
  after(() => rmSync(folder, { recursive: true, force: true }));
  const reader = await somebody(launched, first);
  const { page: table } = reader;
  const version = () => table.evaluate(() => document.querySelector('meta[name="bivouac-version"]').content);
  await playBox(table, "chevaliers");
  await playTurns(table, 2);
  await allKept(table, folder);
  const old = filesOf(folder);

  await first.kill();
  renew(folder);
  const second = await openServer(program, { options, port: first.port });
  after(() => second.close());
  const gone = old.filter((name) => !filesOf(folder).includes(name));
  assert.ok(gone.some((name) => name.startsWith("part-")));
  await table.evaluate(async () => {
    globalThis.sameWindow = true;
    await (await navigator.serviceWorker.ready).update();
  });
  await until("the new worker waits", () => table.evaluate(async () => ((await navigator.serviceWorker.ready).waiting ? "" : "not yet")));
  const turns = await turnsOf(table);
  await playTurns(table, turns + 2);
  assert.equal(await table.locator("[data-notice]").count(), 0, "nothing is said while one plays");
  assert.notEqual(await version(), "renewed");

  // Away from the table it is said; and the rule book, whose part the server does not have any more, is still there.
  const game = new URL(table.url()).pathname;
  await table.locator(".banner-name").click();
  await table.waitForSelector("[data-notice]");
  await table.evaluate(() => {
    history.pushState(null, "", "/rules/chevaliers");
    dispatchEvent(new PopStateEvent("popstate"));
  });
  await table.waitForSelector(".book .diagram svg");
  assert.equal(await table.evaluate(() => globalThis.sameWindow), true, "no reload so far");

  await table.locator('[data-do="renew"]').click();
  await table.waitForFunction(() => !globalThis.sameWindow && document.querySelector('meta[name="bivouac-version"]')?.content === "renewed");
  await table.goto(game);
  await table.waitForSelector(".stage .board");
  assert.ok((await turnsOf(table)) >= turns + 2, "the game is where it was");
  await playTurns(table, turns + 4);
  await allKept(table, folder);
  await until("what nobody uses any more is forgotten", async () => (await keptNames(table)).filter((name) => gone.includes(name)).join(" "));
  assert.deepEqual(reader.faults, []);
  await reader.leave();
});
