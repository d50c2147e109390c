// The pages of a server that stands below a path of somebody's site.
import assert from "node:assert/strict";
import { after } from "node:test";
import { openServer } from "../../../tests/launch.mjs";
import { openSite } from "../../../tests/server/proxy.mjs";
import { browser, dist, program, somebody, timed } from "./server.mjs";
import { begin, comeBy, linksOf, sayName } from "./friends.mjs";
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
  await page.locator('label:has(input[name="level"])').first().click();
  await page.locator('.sheet-form button[type="submit"]').click();
  await page.waitForURL(/\/bivouac\/play\/.+/);
  await page.waitForSelector(".stage .board");
  await playTurns(page, 2);

  await page.goto(`${site.url}/new/chars`);
  await sayName(page, "Ada");
  await page.locator('.sheet-form button[type="submit"]').click();
  await page.waitForURL(/\/bivouac\/t\/\w+/);
  const [link] = await linksOf(page, 1);
  assert.ok(link.startsWith(`${site.url}/t/`), link);

  const bob = await comeBy(launched, site, link, "Bob", { seed: 6 });
  await begin(ada, bob);

  await bob.page.locator(".banner-name").click();
  await bob.page.waitForURL(`${site.url}/`);
  await bob.page.goBack();
  await bob.page.waitForSelector(".stage .board");
  assert.deepEqual(strays, []);
  for (const one of [ada, bob]) {
    assert.deepEqual(one.faults, []);
    await one.leave();
  }
});
