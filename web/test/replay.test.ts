/** A game looked at again: records are read as the program reads them, dice thrown again, evaluations judged, lines kept. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Refusal, usualTerms } from "../src/engine/engine";
import { readRoute } from "../src/pages/route";
import { Appraiser, fallsOf, questionsOf, type Evaluation } from "../src/session/appraise";
import { courseOf, notesOf } from "../src/session/lines";
import { newLocalGame, openLocalGame } from "../src/session/local";
import { readNoted, writeNoted } from "../src/session/notes";
import { writeRecord } from "../src/session/record";
import { Replay } from "../src/session/replay";
import { EVERYBODY } from "../src/session/sandbox";
import { memoryItems, plainGames } from "../src/session/saved-games";
import { verdictOf } from "../src/session/verdict";
import { bivouac, root, testEngine } from "./world";

const engine = testEngine();
const golden = (game: string) => readFileSync(join(root, `tests/golden/dice-${game}.record`), "utf8");
const withDice = ["belligerants", "chars", "kriegspiel"];

for (const game of withDice)
  test(`the record of ${game} is read, and written again it is the same game`, async () => {
    const text = golden(game);
    const read = await engine.readRecord(text);
    assert.equal(read.terms.game, game);
    assert.equal(read.steps.length, Number(/^tokens (\d+)$/m.exec(text)?.[1]));
    assert.equal(read.result, /^result (.*)$/m.exec(text)?.[1]);
    const again = await engine.readRecord(await writeRecord(engine, read));
    assert.deepEqual({ ...again, dice: undefined }, { ...read, dice: undefined });
  });

test("a board of one's own, a start, players and dates are read", async () => {
  const facts = await engine.factsOf("chevaliers");
  const board = await engine.board(usualTerms(facts));
  const terms = { ...usualTerms(facts), board };
  const start = (await engine.start(terms)).split("\n")[0] ?? "";
  const players = [{ seat: "S", name: "Ada" }];
  const read = await engine.readRecord(await writeRecord(engine, { terms, start, players, begun: 0, ended: 60_000, steps: [] }));
  assert.deepEqual(read, { terms: { ...terms, board: board.endsWith("\n") ? board : `${board}\n` }, start, players, begun: 0, ended: 60_000, steps: [] });
});

test("whatever is not a record is refused with its line", async () => {
  const text = golden("chars");
  const tokens = text.split("\n").findIndex((line) => line.startsWith("tokens")) + 1;
  const wrong: [string, RegExp][] = [
    ["", /^line 1: /],
    ["hello", /^line 1: /],
    [text.replace("bivouac record 1", "bivouac record 2"), /^line 1: /],
    [text.replace(/^game chars/m, "game checkers"), /^line 2: /],
    [text.replace(/^seed .*$/m, "seed 12"), /^line \d+: /],
    [text.replace(/^tokens .*$/m, "tokens 3"), new RegExp(`^line ${tokens + 4}: `)],
    [text.replace(/^[VG] .*$/m, "V Z=999"), new RegExp(`^line ${tokens + 1}: `)],
    [text.replace(/^result .*\n/m, ""), /^line \d+: /],
    [text.replace(/^result .*$/m, "result V 1 G 1 elimination"), /^line \d+: /],
    [text + "more\n", /^line \d+: /],
    [text.replaceAll("\n", "\r\n"), /^line 1: /],
    [`bivouac record 1\n${"x".repeat(10_000_000)}`, /too long/],
  ];
  for (const [given, why] of wrong) await assert.rejects(engine.readRecord(given), (error) => error instanceof Refusal && why.test(error.message), given.slice(0, 80));
  assert.ok(await engine.readRecord(text), "and the next one is read all the same");
});

for (const game of withDice)
  test(`the dice of ${game}: what the browser finds is what the program finds`, async () => {
    const text = golden(game);
    const read = await engine.readRecord(text);
    const throws = read.steps.filter(({ seat }) => seat === "#").length;
    assert.deepEqual(verdictOf(read), { kind: "right", throws });
    assert.equal(read.dice?.throws.length, throws);
    assert.equal((JSON.parse(bivouac(["verify", "--json", "-"], text)) as { verdict: string }).verdict, "right");
    for (const { hash, drawn, below } of read.dice?.throws ?? []) {
      assert.match(hash, /^[0-9a-f]{16}$/);
      assert.equal(parseInt(hash.slice(0, 8), 16) % below, drawn);
    }
    const seed = await engine.readRecord(text.replace(/^seed ../m, (line) => line.slice(0, 5) + (line.endsWith("00") ? "01" : "00")));
    assert.deepEqual(verdictOf(seed), { kind: "wrong", why: "seed" });
    const word = await engine.readRecord(text.replace(/^(word .*)$/m, "$1!"));
    assert.equal(verdictOf(word).kind, "wrong");
    const unrevealed = await engine.readRecord(text.replace(/^seed .*\n/m, ""));
    assert.deepEqual(verdictOf(unrevealed), { kind: "wrong", why: "unrevealed" });
    const without = await engine.readRecord(text.replace(/^(seed|word|dice) .*\n/gm, ""));
    assert.deepEqual(verdictOf(without), { kind: "unchecked", why: "no-dice" });
  });

test("one goes through a game, and every place is where the rules put it", async () => {
  const read = await engine.readRecord(golden("kriegspiel"));
  const replay = await Replay.open(engine, { record: read });
  assert.equal(replay.index.value, 0);
  await replay.seek(7);
  const { standing } = await engine.replay(read.terms, read.start, read.steps.slice(0, 7), []);
  assert.equal(replay.position, standing.split("\n")[0]);
  assert.equal(replay.scene.value.position, replay.position);
  assert.ok(replay.log.value.every((one) => one.drafted), "a jump is not seen to happen");
  await replay.seek(8);
  assert.ok(!replay.log.value.at(-1)?.drafted, "a step is");
  await replay.seek(1e9);
  assert.equal(replay.index.value, read.steps.length);
  assert.equal(replay.moment.result, read.result);
  await replay.seek(-5);
  assert.equal(replay.index.value, 0);
});

test("with one side's eyes nothing is shown that it did not know", async () => {
  const read = await engine.readRecord(golden("chars"));
  const replay = await Replay.open(engine, { record: read });
  assert.deepEqual(replay.eyes, [EVERYBODY, "V", "G", "watcher"]);
  const setUp = read.steps.findIndex(({ token }) => !token.includes("="));
  await replay.seek(setUp - 1);
  const truth = replay.scene.value.position;
  for (const eyes of ["V", "G", "watcher"]) {
    await replay.lookAs(eyes);
    assert.equal(replay.scene.value.position, (await engine.look(read.terms, replay.moment.standing, eyes)).position);
    assert.notEqual(replay.scene.value.position, truth);
    for (const { seat, token } of replay.log.value) if (seat !== eyes) assert.equal(token, undefined);
  }
  await replay.lookAs("nobody");
  assert.equal(replay.as.value, "watcher");
});

test("other moves branch off, are commented, kept, sent and read again; the game stays as it was", async () => {
  const read = await engine.readRecord(golden("kriegspiel"));
  const replay = await Replay.open(engine, { record: read });
  const at = read.steps.findIndex(({ seat }, i) => i > 3 && seat !== "#");
  await replay.seek(at);
  await replay.setFree(true);
  const [seat = ""] = Object.keys(replay.scene.value.legal);
  const other = (replay.scene.value.legal[seat] ?? []).find((token) => token !== read.steps[at]?.token) ?? "";
  await replay.choose(seat, read.steps[at]?.token ?? "");
  assert.equal(replay.spot.value.line, replay.game, "the game's own move leads along the game");
  await replay.seek(at);
  await replay.choose(seat, other);
  const { line } = replay.spot.value;
  assert.notEqual(line, replay.game);
  assert.deepEqual([line.parent, line.after, line.steps[0]], [replay.game, at, { seat, token: other }]);
  assert.equal(courseOf(line).length, at + line.steps.length + 1);
  replay.comment(replay.spot.value, "Bolder.");
  assert.deepEqual(replay.game.steps, read.steps);

  const sent = readNoted(writeNoted({ record: golden("kriegspiel"), notes: replay.notes }));
  assert.equal(sent.record, golden("kriegspiel"));
  const again = await Replay.open(engine, { record: await engine.readRecord(sent.record), notes: sent.notes });
  assert.deepEqual(notesOf(again.game), replay.notes);
  await again.forget(again.game.lines[0] ?? again.game);
  assert.deepEqual(again.notes, { comments: {}, lines: [] });

  const spoilt = { comments: { 0: "Hello", 99999: "nowhere" }, lines: [{ after: 0, steps: [{ seat: "F", token: "nonsense" }], comments: {}, lines: [] }] };
  const careful = await Replay.open(engine, { record: read, notes: spoilt });
  assert.deepEqual(careful.notes, { comments: { 0: "Hello" }, lines: [] });
  assert.deepEqual(readNoted('{"format":"bivouac notes 1","record":"x","notes":{"comments":{"a":1},"lines":[]}}').notes, { comments: {}, lines: [] });
});

test("a side's steps in a row are one question; where both choose there is none", () => {
  const one = [["A"], ["A"], [""], ["A"], ["B"], ["A", "B"], ["A", "B"]];
  assert.deepEqual(questionsOf(["A", "A", "", "A", "B", "A", "B"], one), [
    { at: 0, side: "A" },
    { at: 3, side: "A" },
    { at: 4, side: "B" },
  ]);
});

test("a mistake is what a side threw away itself; what the dice took is not", () => {
  const evaluations: Evaluation[] = [
    { at: 0, side: "A", score: 600 },
    { at: 2, side: "B", score: 600 }, // A has lost 200 of its 600
    { at: 3, side: "A", score: 900 }, // B has lost 500
    { at: 5, side: "B", score: 600 }, // a die fell in between
  ];
  const sides = ["A", "A", "B", "A", "", "B"];
  assert.deepEqual(fallsOf(evaluations, sides, false, { A: 1000, B: 0 }), [
    { from: 0, to: 2, side: "A", loss: 200, kind: "mistake" },
    { from: 2, to: 3, side: "B", loss: 500, kind: "blunder" },
    { from: 5, to: 6, side: "B", loss: 600, kind: "blunder" },
  ]);
  assert.deepEqual(fallsOf(evaluations, sides, false).map(({ from }) => from), [0, 2]);
  assert.deepEqual(fallsOf(evaluations, sides, true).map(({ kind, from }) => [kind, from]), []);
  const better = { token: "a1-a2", why: { fr: "Ce coup prend une pièce.", en: "It captures a piece." } };
  assert.deepEqual(fallsOf([{ at: 0, side: "A", score: 800, better }, { at: 1, side: "B", score: 500 }], ["A", "B"], false), [{ from: 0, to: 1, side: "A", loss: 300, kind: "blunder", better }]);
  assert.deepEqual(fallsOf([{ at: 0, side: "A", score: 800 }, { at: 2, side: "A", score: 500 }], ["A", "", "A"], true), [{ from: 0, to: 2, side: "A", loss: 300, kind: "fall" }]);
});

test("what a mind always thinks of whoever is to move is no mistake", () => {
  const sides = Array.from({ length: 12 }, (_, at) => (at % 2 ? "B" : "A"));
  const evaluations = sides.map((side, at): Evaluation => ({ at, side, score: 600 }));
  assert.deepEqual(fallsOf(evaluations, sides, false), []);
  const worse = evaluations.map((evaluation) => (evaluation.at === 6 ? { ...evaluation, score: 950 } : evaluation));
  assert.deepEqual(fallsOf(worse, sides, false), [
    { from: 5, to: 6, side: "B", loss: 350, kind: "blunder" },
    { from: 6, to: 7, side: "A", loss: 350, kind: "blunder" },
  ]);
});

test("the computer judges a game from what each side knew, and stops when told to", async () => {
  const read = await engine.readRecord(golden("belligerants"));
  const { terms, steps } = read;
  const sideOf = (seat: string) => (seat === "#" ? "" : seat);
  const replay = await Replay.open(engine, { record: read });
  const questions = questionsOf(steps.map(({ seat }) => sideOf(seat)), replay.game.moments.map(({ toAct }) => [...new Set(toAct.map(sideOf))]));
  assert.ok(questions.length > 10);
  const evaluations: Evaluation[] = [];
  const asked = { terms, steps, questions: questions.slice(0, 6), seatsOf: (side: string) => [side] };
  assert.equal(await new Appraiser(engine, asked).run((evaluation) => evaluations.push(evaluation)), true);
  assert.deepEqual(evaluations.map(({ at, side }) => ({ at, side })), asked.questions);
  assert.ok(evaluations.every(({ score }) => score >= 0 && score <= 1000));
  const stopped = new Appraiser(engine, asked);
  assert.equal(await stopped.run(() => stopped.stop()), false);
});

test("a game is gone on with from any of its places", async () => {
  const read = await engine.readRecord(golden("kriegspiel"));
  const world = { engine, savedGames: plainGames(memoryItems()), nodes: 20 };
  const steps = read.steps.slice(0, 5);
  const people = { F: { name: "Ada" }, A: { name: "Bob" } };
  const session = await openLocalGame(await newLocalGame({ terms: read.terms, occupants: people, start: read.start, steps }, world), world);
  await session?.settled();
  const { standing } = await engine.replay(read.terms, read.start, steps, []);
  assert.equal(session?.scene.value.position, standing.split("\n")[0]);
  await assert.rejects(newLocalGame({ terms: read.terms, occupants: people, steps: [{ seat: "F", token: "nonsense" }] }, world));
});

test("the addresses of games to look at", () => {
  assert.deepEqual(readRoute("/replay", ""), { page: "replay" });
  assert.deepEqual(readRoute("/replay/abc", ""), { page: "replay", id: "abc", from: "server" });
  assert.deepEqual(readRoute("/replay/here/abc", ""), { page: "replay", id: "abc", from: "here" });
  for (const path of ["/replay/here/", "/replay/a/b", "/replay/here/a/b"]) assert.deepEqual(readRoute(path, ""), { page: "not-found" });
});
