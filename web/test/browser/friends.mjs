// Tables of the server as people come to them: through the pages, with a name and a link.
import { somebody } from "./server.mjs";

export async function sayName(page, name) {
  await page.locator('.name-form input[type="text"]').fill(name);
  await page.locator('.name-form button[type="submit"]').click();
}

/** Opens a table through the pages: whoever does it sits in the first seat. `choices` fills in the form before it is sent. */
export async function openTable(launched, at, game, name, { choices, ...options } = {}) {
  const owner = await somebody(launched, at, options);
  const { page } = owner;
  await page.goto(`/new/${game}`);
  await sayName(page, name);
  await page.waitForSelector(".sheet-form");
  await choices?.(page);
  await page.locator('.sheet-form button[type="submit"]').click();
  await page.waitForURL(/\/t\/\w+/);
  return { ...owner, name, table: new URL(page.url()).pathname.split("/").pop() };
}

/** The links that the waiting room shows, by the name of their seat. */
export async function linksOf(page, count) {
  await page.waitForFunction((n) => document.querySelectorAll(".share input").length >= n, count);
  return page.locator(".share input").evaluateAll((inputs) => inputs.map((input) => input.value));
}

/** Comes by an invitation, says a name, and is seated. */
export async function comeBy(launched, at, link, name, options = {}) {
  const one = await somebody(launched, at, options);
  await options.listen?.(one);
  const { page } = one;
  await page.goto(link);
  await page.waitForSelector('[data-do="invitation"]');
  await sayName(page, name);
  await page.waitForSelector(".occupant em"); // (you)
  return { ...one, name };
}

export async function begin(owner, ...others) {
  await owner.page.locator('[data-do="start"]').click();
  for (const { page } of [owner, ...others]) await page.waitForSelector(".stage .board");
}
