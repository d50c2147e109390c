// The analysis board and the board editor: positions pasted, moves weighed, a map painted and played on.
import assert from "node:assert/strict";
import { axe, browser, guest, server, somebody, timed } from "./server.mjs";
import { playTurns, resign } from "./play.mjs";

const at = await server();
const launched = await browser();

const positions = {
  // A Knight two squares from the enemy's castle.
  chevaliers: "......./...K.../......./......./..~.~../......./......./......./......./..~.~../......./..k..../...M.../....... S 0",
  kriegspiel: "2r^2r^...4c^...4c^...2r^2r^/...5s^5s^5s^5s^5s^5s^.../.........................../......................../.........................../......................../.........................../......................../.........................../...5S^5S^5S^5S^5S^5S^.../2R^2R^...4C^...4C^...2R^2R^ F move",
};

for (const [game, position] of Object.entries(positions))
  timed(`analysis: ${game}, a position is pasted and weighed`, async () => {
    const { page, faults, leave } = await somebody(launched, at);
    await page.goto(`/analysis/${game}`);
    const field = page.locator(".position textarea");
    await field.fill("nonsense");
    await page.waitForSelector(".position .fault");
    await field.fill(position);
    await page.waitForSelector(".position .fault", { state: "detached" });
    await page.waitForSelector(".board .arrow.place-1");
    // Both in one look: the search goes on, and may change its mind.
    const [drawn, listed] = await page.evaluate(() => [document.querySelector(".board .arrow.place-1").dataset.token, document.querySelector(".candidates button").textContent]);
    assert.equal(listed, drawn);
    // The address is that of the position; somebody else sees the same board.
    assert.equal(new URLSearchParams(new URL(page.url()).hash.slice(1)).get("position"), position);
    const pieces = await page.locator(".board .piece").count();
    await page.reload();
    await page.waitForSelector(".board .arrow.place-1");
    assert.equal(await page.locator(".stage-board .board .piece").count(), pieces);
    await page.locator(".candidates button").first().click();
    await page.waitForFunction((before) => document.querySelector(".position textarea").value !== before, position);
    await page.locator(".tools button").first().click();
    await page.waitForFunction((before) => document.querySelector(".position textarea").value === before, position);
    await page.waitForSelector(".candidates");
    assert.deepEqual(await axe(page), []);
    assert.deepEqual(faults, []);
    await leave();
  });

timed("analysis: pieces are put down by hand", async () => {
  const { page, faults, leave } = await somebody(launched, at);
  await page.goto("/analysis/chevaliers");
  await page.locator('[data-do="edit"]').click();
  await page.locator('[data-brush="K"]').click();
  await page.locator('.stage-board [data-point="d8"]').click();
  // Perhaps one Knight too many: another is taken away.
  await page.locator(".brushes .choice").first().click();
  await page.locator('.stage-board [data-point="a3"]').click();
  const rows = async () => (await page.locator(".position textarea").inputValue()).split(" ")[0].split("/");
  await page.waitForFunction(() => /^\.MMMMMK$/.test(document.querySelector(".position textarea").value.split("/")[11]));
  assert.equal((await rows())[6], "...K...");
  await page.waitForSelector(".position .fault", { state: "detached" });
  await page.locator(".turn-choice select").selectOption("1");
  await page.waitForFunction(() => / O 0$/.test(document.querySelector(".position textarea").value));
  assert.deepEqual(await axe(page), []);
  await page.locator('[data-do="edit"]').click();
  await page.waitForSelector(".board .arrow.place-1");
  assert.deepEqual(faults, []);
  await leave();
});

timed("analysis: what the server has seen is counted beside the board", async () => {
  const { page, context, faults, leave } = await guest(launched, at, "Madeleine");
  const made = await context.request.post("/api/v1/tables", { data: { game: "chevaliers", public: true, occupants: { S: "me", O: "computer:1" }, start: true } });
  await page.goto(`/t/${(await made.json()).table}`);
  await page.waitForSelector(".stage .board");
  await playTurns(page, 1);
  await resign(page);
  await page.goto("/analysis/chevaliers");
  const move = page.locator(".openings tbody tr");
  await move.waitFor();
  assert.deepEqual((await move.locator("td").allTextContents()).slice(0, 3), ["1", "0", "1"], "one game, won by Gold");
  await move.locator("button").click();
  await page.waitForFunction(() => / O \d+/.test(document.querySelector(".position textarea").value));
  assert.deepEqual(faults, []);
  await leave();
});

timed("board editor: a line of the fortress is wiped out and drawn again, and a number is changed", async () => {
  const { page, faults, leave } = await somebody(launched, at);
  await page.goto("/editor/paris");
  await page.waitForSelector(".verdict.good:not(:empty)");
  const file = () => page.locator("textarea.board-file").inputValue();
  const link = async (one, other) => {
    await page.locator(`.stage-board [data-point="${one}"]`).click();
    await page.waitForSelector(".stage-notices [role=status]");
    await page.locator(`.stage-board [data-point="${other}"]`).click();
  };
  await page.locator('[data-do="lines"]').click();
  await link("W", "E");
  assert.doesNotMatch(await file(), /^ +W E$/m);
  await link("E", "W");
  assert.match(await file(), /^ +E W$/m);
  await page.locator(".board-numbers summary").click();
  await page.locator('[data-key="storm-soldiers"]').fill("3");
  assert.match(await file(), /^storm-soldiers 3$/m);
  assert.deepEqual(await axe(page), []);
  assert.deepEqual(faults, []);
  await leave();
});

timed("board editor: what is wrong with a board, a position or a record is said in the language of the page; a circle moves", async () => {
  const { page, faults, leave } = await somebody(launched, at, { locale: "fr-FR" });
  await page.goto("/editor/paris");
  await page.waitForSelector(".verdict.good:not(:empty)");
  await page.locator('[data-brush="3"]').click();
  await page.locator(".sentence input").uncheck();
  await page.locator('.stage-board [data-point="d10"]').click();
  assert.match(await page.locator("textarea.board-file").inputValue(), /^ {4}\. \. \. 3 4 # # 6 # \. \. \.$/m);
  await page.waitForSelector(".verdict.good:not(:empty)");
  await page.locator('[data-brush="#"]').click();
  await page.locator('.stage-board [data-point="W"]').click();
  await page.waitForSelector(".verdict.bad");
  assert.match(await page.locator(".verdict.bad").textContent(), /^Ligne \d+\s: la carte doit montrer les cercles de 1 à 8$/);
  await page.goto("/analysis/chevaliers");
  await page.locator(".position textarea").fill("nonsense");
  await page.waitForSelector(".position .fault");
  assert.match(await page.locator(".position .fault").textContent(), /Cette position n'est pas possible\s: .*(rangées|attendu)/);
  await page.goto("/replay");
  await page.locator("form textarea").fill("nonsense");
  await page.locator("form button[type=submit]").click();
  await page.waitForSelector(".notice[role=alert]");
  assert.match(await page.locator(".notice[role=alert]").textContent(), /illisible\s: ligne 1\s: une partie enregistrée commence/);
  assert.deepEqual(faults, []);
  await leave();
});

timed("board editor: a map is painted, what is wrong is explained, and it is played on", async () => {
  const { page, faults, leave } = await somebody(launched, at);
  await page.goto("/editor/chevaliers");
  await page.waitForSelector(".verdict.good:not(:empty)");
  await page.locator('[data-brush="~"]').click();
  await page.locator(".sentence input").uncheck();
  await page.locator('.stage-board [data-point="a7"]').click();
  await page.waitForSelector(".verdict.bad");
  assert.match(await page.locator(".verdict.bad").textContent(), /^Line \d+: /);
  assert.equal(await page.locator('[data-do="play"]').isDisabled(), true);
  assert.deepEqual(await axe(page), []);
  // With the opposite square it is a board again, and it is still there when one comes back.
  await page.locator('.stage-board [data-point="a7"]').click();
  await page.locator('[data-brush="."]').click();
  await page.locator('.stage-board [data-point="a7"]').click();
  await page.waitForSelector(".verdict.good:not(:empty)");
  await page.locator(".row input[type=text]").fill("mine");
  await page.reload();
  await page.waitForSelector(".verdict.good:not(:empty)");
  assert.match(await page.locator("textarea.board-file").inputValue(), /^name mine$/m);
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator(".doors button").click()]);
  assert.equal(file.suggestedFilename(), "chevaliers-mine.board");
  await page.locator('[data-do="play"]').click();
  await page.waitForSelector(".stage .board");
  assert.deepEqual(faults, []);
  await leave();
});
