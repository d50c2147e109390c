// The documentation at /docs: found from the home page, read on a telephone and in the dark, searched, printed, read without a
// script, without a network, and below a path.
import assert from "node:assert/strict";
import { after } from "node:test";
import { openServer } from "../../../tests/launch.mjs";
import { openSite } from "../../../tests/server/proxy.mjs";
import { axe, browser, dist, server, phone, program, somebody, timed } from "./server.mjs";

const at = await server();
const launched = await browser();

/** Every document that the front page names. */
async function documentsOf(page) {
  await page.goto("/docs");
  return page.evaluate(() => [...new Set([...document.querySelectorAll(".door a")].map((link) => link.pathname).filter((path) => path.startsWith("/docs/")))]);
}

timed("from the home page to a document on a telephone, in the dark: search, follow, go on", async () => {
  const { page, faults, leave } = await somebody(launched, at, { viewport: phone, colorScheme: "dark" });
  await page.goto("/");
  await page.locator('.imprint a[href="/docs"]').click();
  await page.waitForURL(/\/docs$/);
  const paper = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  assert.equal(paper, "rgb(27, 21, 16)");
  await page.locator('.door a[href="docs/hosting"]').first().click();
  await page.waitForURL(/\/docs\/hosting$/);
  await page.locator("#search").fill("nginx");
  await page.locator(".found a").first().waitFor();
  await page.locator("#search").fill("echec chevaliers"); // accents need not be typed
  await page.locator('.found a[href^="rules-chevaliers"]').first().waitFor();
  await page.locator("#search").fill("backup check");
  const passage = page.locator('.found a[href="hosting#backup"]');
  await passage.waitFor();
  await passage.click();
  await page.waitForURL(/\/docs\/hosting#backup$/);
  await page.locator("article a[href^='tournaments']").first().click();
  await page.waitForURL(/\/docs\/tournaments$/);
  await page.locator(".neighbours .after").click();
  await page.waitForURL(/\/docs\/(?!tournaments)/);
  await page.locator("#search").fill("zzzz");
  await page.waitForFunction(() => document.querySelector(".found li")?.textContent.length > 0 && !document.querySelector(".found a"));
  await page.goto("/docs?q=upgrading");
  await page.waitForSelector(".found a");
  await page.locator(".banner-name").click();
  await page.waitForSelector(".home");
  assert.deepEqual(faults, []);
  await leave();
});

timed("axe has nothing against any document, and none is wider than a telephone", async () => {
  const { page, faults, leave } = await somebody(launched, at, { viewport: phone });
  const found = [];
  const documents = await documentsOf(page);
  for (const [count, address] of ["/docs", ...documents].entries()) {
    await page.goto(address);
    await page.emulateMedia({ colorScheme: count % 2 ? "dark" : "light" });
    found.push(...(await axe(page)).map((fault) => `${address}: ${fault}`));
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (beyond > 0) found.push(`${address} is ${beyond} pixels too wide`);
  }
  assert.deepEqual(found, []);
  assert.deepEqual(faults, []);
  await leave();
  return `${documents.length} documents`;
});

timed("without a script the documents are all there, and the box that could not search is not", async () => {
  const { page, leave } = await somebody(launched, at, { javaScriptEnabled: false });
  await page.goto("/docs");
  await page.locator('.door a[href="docs/api"]').first().click();
  await page.waitForURL(/\/docs\/api$/);
  assert.equal(await page.locator("form.search").isVisible(), false);
  await page.locator('.contents a[href="python"]').click();
  await page.waitForURL(/\/docs\/python$/);
  await page.emulateMedia({ media: "print" });
  assert.deepEqual([await page.locator("article").isVisible(), await page.locator(".contents").isVisible(), await page.locator(".banner").isVisible()], [true, false, false]);
  await leave();
});

timed("what was read stays readable without a network, with its search", async () => {
  const { page, context, leave } = await somebody(launched, at);
  await page.goto("/");
  await page.evaluate(async () => (await navigator.serviceWorker.ready) && undefined);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await page.goto("/docs");
  await page.goto("/docs/dice");
  await page.locator("#search").fill("commitment");
  await page.waitForSelector(".found a");
  await context.setOffline(true);
  await page.goto("/docs");
  await page.goto("/docs/dice");
  await page.locator("#search").fill("commitment");
  await page.waitForSelector('.found a[href^="dice"]');
  assert.match(await page.locator("h1").textContent(), /\S/);
  await page.goto("/docs/api"); // never read: the server itself answers
  await page.waitForSelector("#app h1");
  await leave();
});

timed("below a path every link and every file of a document is of the server", async () => {
  const site = await openSite("/bivouac");
  const below = await openServer(program, { options: ["--web", dist, "--config-set", `base-url=${site.url}`] });
  site.lead(below.port);
  after(async () => {
    site.close();
    await below.close();
  });
  const { page, context, leave } = await somebody(launched, site);
  const strays = [];
  context.on("request", (request) => request.url().startsWith(`${site.url}/`) || strays.push(request.url()));
  await page.goto(`${site.url}/`);
  await page.locator('.imprint a[href="/bivouac/docs"]').click();
  await page.waitForURL(`${site.url}/docs`);
  await page.locator("#search").fill("proxy");
  await page.locator('.found a[href^="docs/hosting"]').first().click();
  await page.waitForURL(/\/bivouac\/docs\/hosting/);
  await page.locator(".banner-docs").click();
  await page.waitForURL(`${site.url}/docs`);
  await page.locator(".banner-name").click();
  await page.waitForURL(`${site.url}/`);
  assert.deepEqual(strays, []);
  await leave();
});
