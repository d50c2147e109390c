// Hostile names and words in a real browser: they are read as they were written, and do nothing.
import assert from "node:assert/strict";
import { browser, guest, server, timed } from "./server.mjs";

const at = await server();
const launched = await browser();
const names = ["<img src=x onerror=owned=1>", '"><script>owned=1</script>'];
const words = ["<script>owned=1</script>", "<svg/onload=owned=1>", "[x](javascript:owned=1)", "javascript:owned=1", "&lt;b&gt; ${1+1} {{1+1}}"];

/** Nothing of what was said has become anything but text. */
async function isUnharmed(page, name) {
  const found = await page.evaluate(() => ({
    owned: "owned" in globalThis,
    images: document.querySelectorAll('img[src="x"], svg[onload]').length,
    scripts: [...document.scripts].filter((one) => !one.src).length,
    links: document.querySelectorAll('a[href^="javascript"]').length,
  }));
  assert.deepEqual(found, { owned: false, images: 0, scripts: 0, links: 0 }, name);
}

timed("hostile names and chat are only text, wherever they are shown", async () => {
  const [ada, bob] = [await guest(launched, at, names[0]), await guest(launched, at, names[1])];
  const made = await ada.context.request.post("/api/v1/tables", { data: { game: "chevaliers", public: true, occupants: { S: "me", O: "open" } } });
  const { table } = await made.json();
  await ada.page.goto(`/t/${table}`);
  await bob.page.goto(`/t/${table}`);
  await bob.page.locator('[data-do="sit"]').first().click();
  await ada.page.locator('[data-do="start"]').click();
  for (const { page } of [ada, bob]) await page.waitForSelector(".stage .board");
  for (const text of words) {
    await ada.page.locator(".chat form input").fill(text);
    await ada.page.locator(".chat form input").press("Enter");
    await bob.page.waitForFunction((wanted) => document.body.innerText.includes(wanted), text);
  }
  for (const { page } of [ada, bob]) {
    await page.waitForFunction((wanted) => wanted.every((name) => document.body.textContent.includes(name)), names);
    await isUnharmed(page, "the table");
  }
  for (const place of ["/tables", "/mine"]) {
    await ada.page.goto(place);
    await ada.page.waitForFunction((name) => document.body.textContent.includes(name), names[1]);
    await isUnharmed(ada.page, place);
  }
  assert.deepEqual([...ada.faults, ...bob.faults], [], "nothing was even tried");
  await ada.leave();
  await bob.leave();
});

timed("the policy of the page stops a script that would be there all the same", async () => {
  const { page, leave } = await guest(launched, at, "Madeleine");
  await page.goto("/tables");
  await page.waitForSelector("h1");
  const stopped = await page.evaluate(async () => {
    const violations = [];
    document.addEventListener("securitypolicyviolation", (event) => violations.push(event.effectiveDirective));
    const holder = document.createElement("div");
    document.body.append(holder);
    holder.innerHTML = '<img src="x" onerror="globalThis.owned=1"><iframe src="javascript:top.owned=1"></iframe>';
    const script = document.createElement("script");
    script.textContent = "globalThis.owned=1";
    document.body.append(script);
    await fetch("https://elsewhere.example/").catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { owned: "owned" in globalThis, violations: [...new Set(violations)].sort() };
  });
  assert.equal(stopped.owned, false);
  for (const directive of ["connect-src", "script-src-attr", "script-src-elem"])
    assert.ok(stopped.violations.includes(directive), `${directive}: ${stopped.violations}`);
  await leave();
});
