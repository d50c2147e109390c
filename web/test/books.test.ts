/** Books: the format, every diagram, every lesson and every note, held against the real rules. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { BookError, readBook } from "../src/books/book";
import { judge, pointedAfter } from "../src/books/lesson";
import { termsOf, type Diagram, type Diagrams, type Lesson, type LessonStep, type OptionNotes } from "../src/books/shapes";
import type { GameId, Text } from "../src/model";
import { Sandbox } from "../src/session/sandbox";
import { root, testEngine } from "./world";

const engine = testEngine();
const games: GameId[] = ["kriegspiel", "chevaliers", "chars", "paris", "belligerants"];
const read = (game: GameId, name: string) => readFileSync(join(root, "web/books", game, name), "utf8");
const json = <Value>(game: GameId, name: string) => JSON.parse(read(game, name)) as Value;

function assertBoth(text: Text | undefined, what: string): void {
  assert.ok(text && text.fr.trim() && text.en.trim(), `${what} is said in both languages`);
  assert.notEqual(text.fr, text.en, `${what} is translated`);
}

test("a book is read strictly", () => {
  const book = readBook("# T\n\n## One\nA *b* **c** `d`. [E1 E2b]\n\n- x [E3]\n- y\n  goes on\n\n![[start]]\n");
  assert.equal(book.title, "T");
  assert.deepEqual(book.blocks, [
    { kind: "heading", depth: 2, id: "one", text: "One" },
    {
      kind: "paragraph",
      clauses: ["E1", "E2b"],
      inline: [
        { kind: "text", text: "A " },
        { kind: "em", text: "b" },
        { kind: "text", text: " " },
        { kind: "strong", text: "c" },
        { kind: "text", text: " " },
        { kind: "code", text: "d" },
        { kind: "text", text: "." },
      ],
    },
    {
      kind: "list",
      numbered: false,
      items: [
        { clauses: ["E3"], inline: [{ kind: "text", text: "x" }] },
        { clauses: [], inline: [{ kind: "text", text: "y goes on" }] },
      ],
    },
    { kind: "diagram", name: "start" },
  ]);
  for (const bad of ["", "no title", "# T\n\n#### Four", "# T\n\n![[A b]]", "# T\n\n- a\n1. b", "# T\n\n- a\nb"])
    assert.throws(() => readBook(bad), BookError, bad);
});

/** A diagram as the page opens it; what it points at and plays must be legal. */
async function checkDiagram(game: GameId, name: string, diagram: Diagram): Promise<void> {
  const facts = await engine.factsOf(game);
  const { position, as, hands, pointed, play = [] } = diagram;
  const where = `${game} ${name}`;
  assertBoth(diagram.caption, where);
  const sandbox = await Sandbox.open(engine, { terms: termsOf(facts, diagram), position, as });
  if (position !== undefined) assert.equal(sandbox.position, position, `${where}: the position is written as the rules write it`);
  const legal = Object.values(sandbox.scene.value.legal).flat();
  if (pointed !== undefined) assert.ok(legal.includes(pointed), `${where}: ${pointed} is not legal`);
  for (const seat of hands ?? []) assert.ok(sandbox.scene.value.legal[seat]?.length, `${where}: ${seat} has nothing to play`);
  for (const step of play) await assert.doesNotReject(sandbox.follow([step]), `${where}: ${step.seat} ${step.token}`);
}

/** The token that a pupil would be shown, or one that fits the goal. */
function tokenFor(step: LessonStep, legal: string[]): string | undefined {
  if (step.pointed !== undefined && legal.includes(step.pointed)) return step.pointed;
  if (step.goal && "tokens" in step.goal) return step.goal.tokens.find((token) => legal.includes(token));
  return step.goal && "any" in step.goal ? legal[0] : undefined;
}

async function playStep(game: GameId, number: number, step: LessonStep): Promise<void> {
  const facts = await engine.factsOf(game);
  const where = `${game}, step ${number + 1}`;
  assertBoth(step.title, where);
  assertBoth(step.text, where);
  const { position, as, seat } = step;
  const sandbox = await Sandbox.open(engine, { terms: termsOf(facts, step), position, as });
  if (!step.goal) return;
  assert.ok(seat, `${where}: somebody is to move`);
  assertBoth(step.right, `${where}, praise`);
  assertBoth(step.hint, `${where}, hint`);
  let verdict: string = "going";
  for (let i = 0; verdict === "going"; i++) {
    const legal = sandbox.scene.value.legal[seat] ?? [];
    const token = step.line?.[i] ?? tokenFor(step, legal);
    assert.ok(token !== undefined && legal.includes(token), `${where}: ${token ?? "nothing"} is not legal: ${legal.join(" ")}`);
    await sandbox.follow([{ seat, token }, ...(step.dice?.[i] ?? [])]);
    verdict = judge(step, {
      steps: sandbox.steps.filter((one) => one.seat !== "#"),
      events: sandbox.log.value.flatMap((one) => one.events),
      result: sandbox.result.value,
      toMove: sandbox.toAct.includes(seat),
    });
  }
  assert.equal(verdict, "reached", where);
  if (step.replies) await assert.doesNotReject(sandbox.follow(step.replies), `${where}: the teacher's answer`);
}

test("who spends the turn in vain may try again", () => {
  const words = { fr: "x", en: "y" };
  const step: LessonStep = { title: words, text: words, seat: "F", goal: { result: "F 1" }, within: 9 };
  const tried = { steps: [{ seat: "F", token: "." }], events: [], result: null };
  assert.equal(judge(step, { ...tried, toMove: true }), "going");
  assert.equal(judge(step, { ...tried, toMove: false }), "missed");
});

test("a hint follows whoever follows it, and is silent for others", () => {
  const words = { fr: "x", en: "y" };
  const step: LessonStep = { title: words, text: words, seat: "F", line: ["a", "b"], pointed: "a" };
  const played = (...tokens: string[]) => tokens.map((token) => ({ seat: "F", token }));
  assert.equal(pointedAfter(step, played()), "a");
  assert.equal(pointedAfter(step, played("a")), "b");
  assert.equal(pointedAfter(step, played("b")), undefined);
  assert.equal(pointedAfter(step, played("a", "b")), undefined);
  assert.equal(pointedAfter({ ...step, line: undefined }, played()), "a");
  assert.equal(pointedAfter({ ...step, line: undefined }, played("a")), undefined);
});

for (const game of games) {
  test(`${game}: every diagram is a position of the real rules`, async () => {
    const diagrams = json<Diagrams>(game, "diagrams.json");
    assert.ok(Object.keys(diagrams).length >= 5);
    for (const [name, diagram] of Object.entries(diagrams)) await checkDiagram(game, name, diagram);
  });

  test(`${game}: the lesson can be played through`, async () => {
    const { steps } = json<Lesson>(game, "lesson.json");
    assert.ok(steps.length >= 8 && steps.length <= 14, `${steps.length} steps`);
    assert.ok(steps.filter((step) => step.goal).length >= 6);
    for (const [i, step] of steps.entries()) await playStep(game, i, step);
  });

  test(`${game}: an option that the book names is called so in the chooser`, async () => {
    const facts = await engine.factsOf(game);
    for (const language of ["fr", "en"] as const) {
      const choices = facts.options.flatMap(({ values }) => values.map(({ what }) => what[language].toLowerCase()));
      const book = read(game, `rules.${language}.md`);
      // After the word `option`, and in lists of which one is the usual.
      const lists = book.split("\n\n").filter((block) => /^- \*[^*]+\* \((?:l'habituel|the usual)/m.test(block));
      const named = [...book.matchAll(/option \*([^*]+)\*/g), ...lists.flatMap((list) => [...list.matchAll(/^- \*([^*]+)\*/gm)])].map(([, name = ""]) => name);
      assert.ok(named.length > 0, `${language}: no option is named`);
      for (const name of named) assert.ok(choices.some((choice) => choice.startsWith(name.toLowerCase())), `${language}: ${name}`);
    }
  });

  test(`${game}: a note for every rule option that has a choice`, async () => {
    const notes = json<OptionNotes>(game, "options.json");
    const facts = await engine.factsOf(game);
    const open = facts.options.filter((option) => option.values.length > 1).map((option) => option.name);
    assert.deepEqual(Object.keys(notes).sort(), open.sort());
    for (const [name, note] of Object.entries(notes)) assertBoth(note, name);
    assert.ok(existsSync(join(root, "docs/studies", `${game}.txt`)));
  });
}
