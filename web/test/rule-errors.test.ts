/** What the rules report, in French. */
import assert from "node:assert/strict";
import { test } from "node:test";
import file from "../../data/rule-errors.fr.txt" with { type: "text" };
import { inFrench, readSentences } from "../src/engine/rule-errors";

const french = (text: string) => inFrench(readSentences(file), text);

test("an error of a board is said in French", () => {
  assert.equal(french("'a1' is white or black"), "« a1 » est white ou black");
  assert.equal(french("'guns' must be a number from 0 to 9"), "« guns » doit être un nombre de 0 à 9");
  assert.equal(french("d5 draws a circle for the second time"), "d5 dessine un cercle pour la deuxième fois");
});

test("an error within an error, and one behind a place, are translated too", () => {
  assert.equal(french("line 3: expected 'SEAT TOKEN'"), "ligne 3 : « PLACE COUP » était attendu");
  assert.equal(french("mine.board:9: 'name' is missing"), "mine.board:9: « name » manque");
});

test("what is not known stays as it is", () => assert.equal(french("something else: or other"), "something else: or other"));
