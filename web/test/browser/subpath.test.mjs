// The pages of a server that stands below a path of somebody's site.
import assert from "node:assert/strict";
import { after } from "node:test";
import { openServer } from "../../../tests/launch.mjs";
import { openSite } from "../../../tests/server/proxy.mjs";
import { browser, dist, program, somebody, timed } from "./server.mjs";
import { linksOf } from "./friends.mjs";
import { playTurns } from "./play.mjs";

const site = await openSite("/bivouac");
const below = await openServer(program, { options: ["--web", dist, "--config-set", `base-url=${site.url}`] });
site.lead(below.port);
after(async () => {
  site.close();
  await below.close();
});
const launched = await browser();

/** Every address that was asked for belongs to the server. */
function watchAddresses({ context }) {
  const strays = [];
  context.on("request", (request) => {
    if (!request.url().startsWith(`${site.url}/`) && !/^(data|blob):/.test(request.url())) strays.push(request.url());
  });
  return strays;
}

timed("below a path: the home page, a game against the computer, a table that a friend comes to", async () => {
  const ada = await somebody(launched, site, { seed: 5 });
  const strays = watchAddresses(ada);
  const { page } = ada;
  await page.goto(`${site.url}/`);
  await page.locator('a.more[href="/bivouac/box/chars"]').click();
  await page.waitForURL(`${site.url}/box/chars`);
  await page.reload();
  await page.locator('input[name="level"]').first().check({ force: true });
  await page.locator('.sheet-form button[type="submit"]').click();
  await page.waitForURL(/\/bivouac\/play\/.+/);
  await page.waitForSelector(".table .board");
  await playTurns(page, 2);

  await page.goto(`${site.url}/new/chars`);
  await page.locator('.name-form input[type="text"]').fill("Ada");
  await page.locator('.name-form button[type="submit"]').click();
  await page.locator('.sheet-form button[type="submit"]').click();
  await page.waitForURL(/\/bivouac\/t\/\w+/);
  const [link] = await linksOf(page, 1);
  assert.ok(link.startsWith(`${site.url}/t/`), link);

  const bob = await somebody(launched, site, { seed: 6 });
  await bob.page.goto(link);
  await bob.page.locator('.name-form input[type="text"]').fill("Bob");
  await bob.page.locator('.name-form button[type="submit"]').click();
  await bob.page.locator('[data-do="sit"]').first().click();
  await bob.page.waitForSelector(".chair em");
  await page.locator('[data-do="start"]').click();
  for (const one of [ada, bob]) await one.page.waitForSelector(".table .board");

  await bob.page.locator(".banner-name").click();
  await bob.page.waitForURL(`${site.url}/`);
  await bob.page.goBack();
  await bob.page.waitForSelector(".table .board");
  assert.deepEqual(strays, []);
  for (const one of [ada, bob]) {
    assert.deepEqual(one.faults, []);
    await one.leave();
  }
});
