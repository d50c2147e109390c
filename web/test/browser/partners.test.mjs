// More than two at a table: kriegspiel with partners, Paris with three people, and partners who decide together.
import assert from "node:assert/strict";
import { browser, server, somebody, timed } from "./server.mjs";
import { begin, comeBy, linksOf, openTable, sayName } from "./friends.mjs";
import { playTogether, resign, touch, turnsOf } from "./play.mjs";

const at = await server();
const launched = await browser();

/** Fills in who sits where, in the order of the seats. */
const seated = (seats, occupants) => async (page) => {
  await page.locator('label:has(input[name="seats"])').nth(1).click();
  await page.waitForFunction((n) => document.querySelectorAll(".sheet-form fieldset select").length === n, seats);
  for (const [i, occupant] of occupants.entries()) await page.locator(".sheet-form fieldset select").nth(i).selectOption(occupant);
};

/** The kinds of pieces that are lit to be picked up. */
const litKinds = (page) =>
  page.evaluate(() => {
    const lit = [...document.querySelectorAll(".point.pick")].map((point) => document.querySelector(`.piece[data-at="${point.dataset.point}"]`));
    return [...new Set(lit.map((piece) => piece?.getAttribute("class").split(" ")[1]))].sort();
  });

const allOver = async (people) => {
  for (const { page } of people) await page.waitForSelector(".ending");
};

timed("kriegspiel with partners: each commands their own arms only, and they play one turn together", async () => {
  const choices = seated(6, ["me", "invite", "me", "computer:1", "computer:1", "computer:1"]);
  const ada = await openTable(launched, at, "kriegspiel", "Ada", { choices, seed: 5 });
  const [link] = await linksOf(ada.page, 1);
  const bob = await comeBy(launched, at, link, "Bob", { seed: 6 });
  const kinds = { ada: new Set(), bob: new Set() };
  await begin(ada, bob);
  for (const { page } of [ada, bob]) await page.waitForSelector(".point.pick");
  for (const kind of await litKinds(ada.page)) kinds.ada.add(kind);
  for (const kind of await litKinds(bob.page)) kinds.bob.add(kind);
  const touches = await playTogether([ada, bob], 8, { finish: 40 });
  assert.deepEqual([...kinds.bob], ["cavalry"], "the partner has the cavalry in hand, and nothing else");
  assert.ok(!kinds.ada.has("cavalry") && kinds.ada.has("soldiers"), "and it is not in the other's");
  assert.ok(touches.every((count) => count > 2), `both played: ${touches}`);
  await resign(bob.page);
  await allOver([ada, bob]);
  assert.deepEqual([...ada.faults, ...bob.faults], []);
  await ada.leave();
  await bob.leave();
  return `${touches} clicks`;
});

timed("Paris with three people", async () => {
  const ada = await openTable(launched, at, "paris", "Ada", { choices: seated(3, ["me", "invite", "invite"]), seed: 7 });
  const links = await linksOf(ada.page, 2);
  const bob = await comeBy(launched, at, links[0], "Bob", { seed: 8 });
  const eve = await comeBy(launched, at, links[1], "Ève", { seed: 9 });
  await begin(ada, bob, eve);
  const people = [ada, bob, eve];
  for (const [to, text] of [["side", "to us alone"], ["table", "to everybody"]]) {
    await bob.page.locator(".chat select").selectOption(to);
    await bob.page.locator(".chat form input").fill(text);
    await bob.page.locator(".chat form input").press("Enter");
    await eve.page.locator(".chat li", { hasText: text }).waitFor();
  }
  await ada.page.locator(".chat li", { hasText: "to everybody" }).waitFor();
  assert.equal(await ada.page.locator(".chat li", { hasText: "to us alone" }).count(), 0, "the other side does not hear it");
  const touches = await playTogether(people, 14);
  assert.ok(touches.every((count) => count > 3), `all three played: ${touches}`);
  const names = await ada.page.locator(".stage").textContent();
  for (const { name } of people) assert.ok(names.includes(name), `${name} is among the players`);
  await resign(eve.page);
  await allOver(people);
  for (const { page } of [bob, eve]) assert.match(await page.textContent(".ending"), /You lose/);
  assert.match(await ada.page.textContent(".ending"), /You win/);
  assert.deepEqual(people.flatMap(({ faults }) => faults), []);
  for (const one of people) await one.leave();
  return `${touches} clicks`;
});

timed("partners who decide together: a move counts once the other agrees", async () => {
  const choices = async (page) => {
    await seated(4, ["me", "invite", "computer:1", "computer:1"])(page);
    await page.locator('.sheet-form input[type="checkbox"]').nth(2).check();
  };
  const ada = await openTable(launched, at, "chevaliers", "Ada", { choices, seed: 10 });
  const [link] = await linksOf(ada.page, 1);
  const bob = await comeBy(launched, at, link, "Bob", { seed: 11 });
  await begin(ada, bob);
  const proposal = '.notice[role="alertdialog"]';
  while (!(await touch(ada.page, { until: proposal })).reached);
  await bob.page.waitForSelector(proposal);
  assert.match(await bob.page.textContent(proposal), /Ada\u2069 proposes/);
  assert.equal(await turnsOf(bob.page), 0, "nothing is played yet");
  await bob.page.locator(`${proposal} .button:not(.second)`).click();
  await ada.page.waitForFunction(() => document.querySelectorAll(".moves li").length > 0);
  await ada.page.waitForSelector(proposal, { state: "detached" });
  assert.deepEqual([...ada.faults, ...bob.faults], []);
  await ada.leave();
  await bob.leave();
});

timed("a link that was used leads to a question, and who holds the seat admits whoever asks", async () => {
  const choices = async (page) => {
    for (const [i, occupant] of ["me", "invite"].entries()) await page.locator(".sheet-form fieldset select").nth(i).selectOption(occupant);
  };
  const ada = await openTable(launched, at, "chars", "Ada", { choices, seed: 12 });
  const [link] = await linksOf(ada.page, 1);
  const bob = await comeBy(launched, at, link, "Bob", { seed: 13 });
  await begin(ada, bob);
  const eve = await somebody(launched, at, { seed: 14 });
  await eve.page.goto(link);
  await sayName(eve.page, "Ève");
  await eve.page.locator('[data-do="join"]').click();
  await eve.page.waitForSelector('.notice [role="status"]');
  const question = '.notice[role="alertdialog"]';
  await bob.page.waitForSelector(question);
  assert.match(await bob.page.textContent(question), /Ève\u2069 asks to share your seat/);
  assert.equal(await ada.page.locator(question).count(), 0, "the other side has nothing to say to it");
  await bob.page.locator(`${question} .button:not(.second)`).click();
  await eve.page.waitForFunction(() => /\(you\)/.test(document.querySelector(".stage-below")?.textContent ?? ""));
  await bob.page.waitForSelector(question, { state: "detached" });
  assert.deepEqual([...ada.faults, ...bob.faults, ...eve.faults], []);
  for (const one of [ada, bob, eve]) await one.leave();
});
