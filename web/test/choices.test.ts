/** What is remembered of games against the computer: the last choices, and wins in a row. */
import "./page";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { GameFacts } from "../src/model";
import { choicesOf, rememberChoices, streakAfter } from "../src/pages/choices";

const kept = new Map<string, string>();
beforeEach(() => kept.clear());
Object.assign(globalThis, { localStorage: { getItem: (name: string) => kept.get(name) ?? null, setItem: (name: string, value: string) => void kept.set(name, value) } });

const word = { fr: "", en: "" };
const facts = {
  id: "chars",
  sides: [{ side: "V" }, { side: "G" }],
  options: [{ name: "own-fire", values: [{ name: "off", what: word }, { name: "on", what: word }] }],
} as unknown as GameFacts;

test("the first time a friendly level, the first side and the default options", () => {
  assert.deepEqual(choicesOf(facts), { level: 2, side: "V", options: { "own-fire": "off" } });
});

test("what was chosen is there again; what the game no longer knows is not", () => {
  rememberChoices("chars", { level: 5, side: "any", options: { "own-fire": "on" } });
  assert.deepEqual(choicesOf(facts), { level: 5, side: "any", options: { "own-fire": "on" } });
  rememberChoices("chars", { level: 9, side: "X", options: { "own-fire": "maybe", gone: "on" } });
  assert.deepEqual(choicesOf(facts), { level: 2, side: "V", options: { "own-fire": "off" } });
});

test("wins in a row count for one level, each game once, and end with a game that is not won", () => {
  assert.equal(streakAfter("chars", 2, "a", true), 1);
  assert.equal(streakAfter("chars", 2, "a", true), 1, "the same end seen again");
  assert.equal(streakAfter("chars", 2, "b", true), 2);
  assert.equal(streakAfter("chars", 3, "c", true), 1, "another level");
  assert.equal(streakAfter("chars", 3, "d", false), 0);
  assert.equal(streakAfter("chars", 3, "e", true), 1);
});
