// By correspondence: a reply is prepared on a board of one's own and played while one is away; notes stay; the last move is
// drawn in My games; a vacation is taken everywhere.
import assert from "node:assert/strict";
import { until } from "../../../tests/launch.mjs";
import { begin, enter, Guest } from "../../../tests/server/client.mjs";
import { axe, browser, guest, phone, server, timed } from "./server.mjs";

const launched = await browser();
const at = await server();

/** The same person as in a browser, over the interface. */
async function alsoHere(context, name) {
  const other = new Guest(at.url, name);
  other.cookie = (await context.cookies()).map(({ name: key, value }) => `${key}=${value}`).join("; ");
  return other.connect();
}

const press = (page, point) => page.locator(`.stage .board [data-point="${point}"]`).click({ force: true });

timed("a reply is prepared with four touches and played at once; notes are there again", async () => {
  const { context, page, faults, leave } = await guest(launched, at, "Bob");
  const bob = await alsoHere(context, "Bob");
  const ada = await enter(at.url, "Ada");
  const table = await begin(ada, { game: "chevaliers", time: { days: 3 } }, { S: ada, O: bob });
  bob.leave();
  await page.goto(`/t/${table}`);
  await page.locator('[data-do="prepare"]').click();
  await page.waitForSelector('.stage[data-kind="prepare"] .board');
  assert.equal(await page.locator('[data-do="save-reply"]').isDisabled(), true);
  for (const point of ["a4", "a5", "a12", "a13"]) await press(page, point);
  await page.locator('[data-do="save-reply"]:enabled').click();
  await page.waitForSelector('.replies [data-line="a4-a5 a12-a13"]');
  await page.locator(".note-field textarea").fill("left wing\nfirst");
  await until(async () => (await bob.http("GET", `/api/v1/tables/${table}/note`)).body.text === "left wing\nfirst", "the note is stored");
  assert.deepEqual(await axe(page), []);
  await ada.will({ do: "play", table, seat: "S", token: "a4-a5" });
  await until(async () => (await page.locator(".moves li").count()) === 2, "the reply is on the page");
  assert.deepEqual((await ada.http("GET", `/api/v1/tables/${table}`)).body.toAct, ["S"]);
  assert.equal(await page.locator(".replies [data-line]").count(), 0);
  await page.reload();
  await page.waitForSelector(".note-field textarea");
  assert.equal(await page.locator(".note-field textarea").inputValue(), "left wing\nfirst");

  await page.goto("/mine");
  await page.waitForSelector(".live-board .traces .went");
  await page.locator(".vacation-everywhere summary").click();
  assert.deepEqual(await axe(page), []);
  await page.locator('.vacation-everywhere [data-do="vacation"]').click();
  await page.waitForSelector(".toasts .notice");
  const [own] = (await bob.http("GET", "/api/v1/me")).body.tables;
  assert.deepEqual([own.vacation, own.awayUntil > Date.now()], [7, true]);
  assert.deepEqual(faults, []);
  ada.leave();
  await leave();
});

timed("on a phone the corner of one's own is in the panel of the game, and nothing sticks out", async () => {
  const { context, page, faults, leave } = await guest(launched, at, "Cleo", { viewport: phone });
  const cleo = await alsoHere(context, "Cleo");
  const dan = await enter(at.url, "Dan");
  const table = await begin(dan, { game: "chevaliers", time: { days: 3 } }, { S: dan, O: cleo });
  cleo.leave();
  await page.goto(`/t/${table}`);
  await page.locator('[data-tab="game"]').click();
  await page.locator('[data-do="prepare"]').click();
  await page.waitForSelector('.stage[data-kind="prepare"] .board');
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  assert.equal(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), true, "the page does not scroll");
  assert.deepEqual(await axe(page), []);
  await dan.will({ do: "play", table, seat: "S", token: "a4-a5" });
  await page.waitForSelector('.stage[data-kind="table"]');
  assert.deepEqual(faults, []);
  dan.leave();
  await leave();
});
