/** Prepared replies: which lines stay when another is prepared, and what a move leaves of them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { canPrepare, withLine } from "../src/pages/correspondence/lines";
import { tableAfter, type TableNews } from "../src/session/fold";
import type { Numbered } from "../src/session/channel";
import type { TableState } from "../src/model";

const line = (...tokens: string[]) => tokens.map((token, i) => ({ seat: i % 2 ? "O" : "S", token }));
const mine = ["O"];

test("a new line joins those that answer other moves", () => {
  assert.deepEqual(withLine(["a b"], line("c", "d"), mine), ["a b", "c d"]);
  assert.deepEqual(withLine(["a b c d"], line("a", "b", "e", "f"), mine), ["a b c d", "a b e f"]);
});

test("it replaces another answer to the same move, and what is a part of it", () => {
  assert.deepEqual(withLine(["a b", "c d"], line("a", "e"), mine), ["c d", "a e"]);
  assert.deepEqual(withLine(["a b"], line("a", "b", "c", "d"), mine), ["a b c d"]);
  assert.deepEqual(withLine(["a b"], line("a", "b"), mine), ["a b"]);
});

const table = {
  stage: "playing",
  time: { days: 3 },
  mine,
  occupants: [
    { seat: "S", side: "S", level: 0, reserved: false, invited: 0, people: [{ person: "ada", name: "Ada" }] },
    { seat: "O", side: "O", level: 0, reserved: false, invited: 0, people: [{ person: "bob", name: "Bob" }] },
  ],
} as unknown as TableState;

test("where replies can be prepared", () => {
  const plain = { chance: false, secrets: false };
  assert.ok(canPrepare(table, plain));
  assert.ok(canPrepare({ ...table, time: null }, plain));
  assert.ok(!canPrepare({ ...table, time: { seconds: 600 } }, plain));
  assert.ok(!canPrepare({ ...table, stage: "over" }, plain));
  assert.ok(!canPrepare({ ...table, mine: [] }, plain));
  assert.ok(!canPrepare(table, { chance: true, secrets: false }));
  assert.ok(!canPrepare(table, { chance: false, secrets: true }));
});

/** What concerns the replies of an event; the rest of it stays out. */
const event = (fields: { type: string; [field: string]: unknown }) => fields as unknown as Numbered;

test("a move shortens the lines that begin with it and removes the others", () => {
  const news = { ...table, names: new Map(), chat: [], offer: [], ask: [], rematch: [] } as unknown as TableNews;
  const prepared = tableAfter(news, event({ type: "prepare", side: "O", replies: ["a b c d", "a b", "e f"] }), "bob", 0);
  assert.deepEqual(prepared.replies, ["a b c d", "a b", "e f"]);
  const moved = tableAfter(prepared, event({ type: "play", seat: "S", token: "a" }), "bob", 0);
  assert.deepEqual(moved.replies, ["b c d", "b"]);
  assert.deepEqual(tableAfter(moved, event({ type: "play", seat: "O", token: "b" }), "bob", 0).replies, ["c d"]);
  assert.deepEqual(tableAfter(moved, event({ type: "take-back", side: "S", tokens: 1 }), "bob", 0).replies, []);
});
