/** No help against people. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Occupant } from "../src/model";
import { newLocalGame, openLocalGame } from "../src/session/local";
import { usualTerms } from "../src/engine/engine";
import { isHelpAllowed } from "../src/session/help";
import { testEngine } from "./world";
import { memoryGames } from "./world-games";

const seat = (side: string, level: number, ...people: string[]): Occupant => ({ seat: side, side, level, reserved: false, invited: 0, people: people.map((person) => ({ person, name: person })) });

test("hints are given against the computer, and at training tables", () => {
  const people = [seat("S", 0, "ada"), seat("O", 0, "bob")];
  assert.ok(isHelpAllowed({ occupants: [seat("S", 0, "ada"), seat("O", 3)] }));
  assert.ok(isHelpAllowed({ occupants: [seat("S", 0, "ada"), seat("O", 0, "ada")] }), "who plays with oneself has no opponent");
  assert.ok(!isHelpAllowed({ occupants: people }));
  assert.ok(!isHelpAllowed({ occupants: [seat("S", 0, "ada", "eve"), seat("O", 3)] }), "nor beside a partner");
  assert.ok(isHelpAllowed({ occupants: people, training: true }));
  assert.ok(!isHelpAllowed({ occupants: people, rated: true }));
});

test("a session against a person gives no hint, one against the computer does", async () => {
  const engine = testEngine();
  const terms = usualTerms(await engine.factsOf("chevaliers"));
  const world = { engine, savedGames: memoryGames(), nodes: 50 };
  const open = async (other: { level: number } | { name: string }) => openLocalGame(await newLocalGame({ terms, occupants: { S: { name: "" }, O: other } }, world), world);
  const [alone, together] = [await open({ level: 1 }), await open({ name: "" })];
  assert.ok(await alone?.hint());
  assert.equal(await together?.hint(), null);
  alone?.close();
  together?.close();
});
