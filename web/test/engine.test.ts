import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Engine, Refusal, seatsOf, usualTerms, type Standing } from "../src/engine/engine";
import { Module } from "../src/engine/module";
import { gameOf, RequestHandler } from "../src/engine/requests";
import type { GameId, Terms } from "../src/model";
import { bivouac, deskLine, root, testEngine } from "./world";

const engine = testEngine();
const games: GameId[] = ["kriegspiel", "chevaliers", "chars", "paris", "belligerants"];

/** The lines of a native game at random. */
function transcript(terms: Terms, seed: number): string[] {
  const settings = Object.entries(terms.options).flatMap(([name, value]) => ["--set", `${name}=${value}`]);
  const seats = ["--seats", String(terms.seats)];
  return bivouac(["transcript", terms.game, "--seed", String(seed), ...seats, ...settings]).trimEnd().split("\n");
}

/** Plays the answers of a transcript and holds every question against what the engine says. */
async function follow(asked: Engine, terms: Terms, lines: string[]): Promise<void> {
  assert.equal(await asked.header(terms), lines[0]);
  let standing: Standing = await asked.start(terms);
  for (const line of lines.slice(1)) {
    const [mark, seat = "", ...words] = line.split(" ");
    if (mark === "?" && seat === "#") {
      const tokens = (await asked.outcomes(terms, standing)).map(({ token }) => token);
      assert.deepEqual(tokens, words.slice(1).map((word) => word.split(":")[0]));
    } else if (mark === "?") assert.deepEqual(await asked.legal(terms, standing, seat), words.slice(1));
    else if (mark === ">") {
      const step = { seat, token: words[0] ?? "" };
      standing = (await asked.play(terms, standing, [step], ["watcher"])).standing;
    } else assert.equal((await asked.play(terms, standing, [], [])).result, line.slice(2));
  }
}

for (const game of games)
  test(`whole games of ${game} are those of the program`, async () => {
    const facts = await engine.factsOf(game);
    for (const [i, form] of facts.forms.entries())
      await follow(engine, { ...usualTerms(facts), seats: form.seats }, transcript({ ...usualTerms(facts), seats: form.seats }, i + 1));
  });

test("a view has the same choices for its seat as the truth, and no secrets in what is told", async () => {
  for (const game of ["chars", "belligerants"] as const) {
    const facts = await engine.factsOf(game);
    const terms = usualTerms(facts);
    const seats = seatsOf(facts, terms).map(({ seat }) => seat);
    let standing = await engine.start(terms);
    for (const line of transcript(terms, 4).filter((one) => one.startsWith("> "))) {
      const [, seat = "", token = ""] = line.split(" ");
      const told = await engine.play(terms, standing, [{ seat, token }], seats);
      for (const viewer of seats) {
        const sight = await engine.look(terms, standing, viewer);
        if (sight.toAct.includes(viewer))
          assert.deepEqual(await engine.legal(terms, sight.position, viewer), await engine.legal(terms, standing, viewer));
        const heard = told.told[0]?.[viewer];
        if (heard) assert.equal(heard.said.length, heard.events.length);
        const private_ = / setup/.test(sight.position) && seat !== viewer && seat !== "#" && told.toAct.includes(seat);
        if (private_) assert.equal(heard, null, `${viewer} is told of ${line}`);
      }
      standing = told.standing;
    }
  }
});

test("what the server's events are called is said in the same words", async () => {
  const terms = usualTerms(await engine.factsOf("kriegspiel"));
  let standing = await engine.start(terms);
  for (const line of transcript(terms, 2).filter((one) => one.startsWith("> ")).slice(0, 200)) {
    const [, seat = "", token = ""] = line.split(" ");
    const played = await engine.play(terms, standing, [{ seat, token }], ["watcher"]);
    const told = played.told[0]?.watcher;
    assert.deepEqual(await engine.say(terms, told?.events ?? []), told?.said);
    standing = played.standing;
  }
});

test("a step that may show something is known beforehand; one's own secrets and open moves show nothing", async () => {
  const facts = await engine.factsOf("chars");
  const terms = usualTerms(facts);
  let standing = await engine.start(terms);
  const kinds = { shown: 0, hidden: 0 };
  for (const line of transcript(terms, 6).filter((one) => one.startsWith("> "))) {
    const [, seat = "", token = ""] = line.split(" ");
    if (seat !== "#") {
      const { position } = await engine.look(terms, standing, seat);
      const { reveals } = await engine.attempt(terms, position, seat, [seat], [{ seat, token }]);
      if (/ (setup|plot)/.test(position) && token !== ".") assert.equal(reveals, false, `${token} in ${position}`);
      kinds[reveals ? "shown" : "hidden"]++;
    }
    standing = (await engine.play(terms, standing, [{ seat, token }], [])).standing;
  }
  assert.ok(kinds.shown > 0 && kinds.hidden > 0, JSON.stringify(kinds));
});

test("a board of one's own, a position of one's own, and what is refused", async () => {
  const terms = usualTerms(await engine.factsOf("chevaliers"));
  const board = (await engine.board(terms)).replace(/^name .*$/m, "name mine");
  const own = { ...terms, board };
  assert.match(await engine.header(own), /board=mine/);
  assert.equal(await engine.board(own), board);
  const { position } = await engine.look(own, await engine.start(own), "S");
  const [token = ""] = await engine.legal(own, position, "S");
  const after = await engine.play(own, position, [{ seat: "S", token }], []);
  assert.equal((await engine.start(own, after.standing.split("\n")[0])).split("\n")[0], after.standing.split("\n")[0]);
  await assert.rejects(engine.play(terms, position, [{ seat: "S", token: "nonsense" }], []), Refusal);
  await assert.rejects(engine.start({ ...terms, board: "not a board" }), Refusal);
  await assert.rejects(engine.start(terms, "no position"), Refusal);
  assert.ok((await engine.legal(terms, await engine.start(terms), "S")).length > 0, "a refusal spoils nothing");
});

test("an opponent's answer depends on its seed alone, however it came to know the game", async () => {
  const terms = usualTerms(await engine.factsOf("chevaliers"));
  const lines = transcript(terms, 3).filter((one) => one.startsWith("> S") || one.startsWith("> O")).slice(0, 8);
  const past = lines.map((line) => ({ seat: line.split(" ")[1] ?? "", token: line.split(" ")[2] ?? "" }));
  const ask = { terms, seats: ["S"], level: 6, seed: 9, nodes: 200 };
  const steady = engine.thinker();
  await steady.think({ ...ask, past: past.slice(0, 4) });
  const fresh = engine.thinker();
  const first = await fresh.think({ ...ask, past, explain: true });
  assert.ok(first?.why?.fr && first.why.en);
  const again = engine.thinker();
  assert.deepEqual(await again.think({ ...ask, past, explain: true }), first);
  const followed = await steady.think({ ...ask, past });
  assert.equal(followed?.seat, "S");
  const stopped = steady.think({ ...ask, past });
  steady.stop();
  await assert.rejects(stopped, Refusal);
  assert.ok(await steady.think({ ...ask, past }), "it thinks again after it was stopped");
});

test("a question is about the game of its terms or its text", () => {
  const gameOfQuestion = (...about: unknown[]) => gameOf({ id: 0, ask: "", about });
  const terms: Terms = { game: "chars", seats: 2, options: {} };
  assert.equal(gameOfQuestion(terms, "standing"), "chars");
  assert.equal(gameOfQuestion({ terms, past: [] }), "chars");
  assert.equal(gameOfQuestion("bivouac record 1\ngame paris seats=2\n"), "paris");
  assert.equal(gameOfQuestion("# game chars\n\ngame  kriegspiel\nname mine\n"), "kriegspiel");
  assert.equal(gameOfQuestion("nonsense"), null);
});

for (const game of games)
  test(`the module of ${game} answers for it like the module of all games, and knows no other`, async () => {
    const one = new RequestHandler(await Module.from(readFileSync(join(root, `build/wasm/games/${game}.wasm`))));
    const facts = await engine.factsOf(game);
    const terms = usualTerms(facts);
    assert.deepEqual(one.answer({ id: 1, ask: "facts", about: [] }), { id: 1, value: [facts] });
    assert.deepEqual(one.answer({ id: 2, ask: "legend", about: [terms] }), { id: 2, value: await engine.legend(terms) });
    const request = { terms, past: [], seats: seatsOf(facts, terms).map(({ seat }) => seat).slice(0, 1), level: 8, seed: 1, nodes: 200 };
    assert.deepEqual(one.answer({ id: 3, ask: "think", about: [request] }), { id: 3, value: await engine.thinker().think(request) });
    const fault = { line: 1, reason: "there is no game 'bridge'" };
    assert.deepEqual(one.answer({ id: 4, ask: "checkBoard", about: ["game bridge\nname mine\n"] }), { id: 4, value: fault });
  });

test("a line that breaks refuses what was asked, and the next question gets another", async () => {
  let lines = 0;
  const asked = new Engine(() => {
    const line = deskLine();
    if (lines++) return line;
    let broken: (reason: string) => void = () => {};
    return { ...line, send: () => setTimeout(() => broken("the Worker died")), hear: (_, fail) => (broken = fail) };
  });
  await assert.rejects(asked.facts(), /the Worker died/);
  assert.equal((await asked.facts()).length, 5);
});

test("the rules say what things are, why a touch does nothing, and what a move costs", async () => {
  for (const game of games) {
    const terms = usualTerms(await engine.factsOf(game));
    const things = await engine.legend(terms);
    assert.ok(things.length >= 4, game);
    assert.equal(new Set(things.map(({ id, side }) => `${id} ${side ?? ""}`)).size, things.length, game);
  }
  const joust = usualTerms(await engine.factsOf("chevaliers"));
  const start = await engine.start(joust);
  assert.deepEqual((await engine.about(joust, start, "S", "d2")).map(({ id }) => id), ["knight"]);
  assert.deepEqual(await engine.about(joust, start, "S", "z9"), []);
  assert.equal((await engine.whyNot(joust, start, ["S"], undefined, "c3"))?.en, "no move for this piece");
  assert.equal((await engine.whyNot(joust, start, ["S"], "b4", "b7"))?.en, "out of reach");
  assert.equal(await engine.warning(joust, start, "S", "d2-d1"), null);
  const pairs = { ...joust, seats: 4 };
  assert.equal((await engine.whyNot(pairs, start, ["S.men"], undefined, "d2"))?.en, "your partner's piece");
  assert.equal((await engine.whyNot(pairs, start, ["S.men", "S.knights"], undefined, "c5"))?.en, "a pond");
});
