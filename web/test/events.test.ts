// What just happened: the trace on the board, what is worth a card, the turn in signs.
import "./page";
import assert from "node:assert/strict";
import { test } from "node:test";
import { traceOf } from "../src/board/trace";
import type { GameEvent, Happening } from "../src/model";
import { weightyOf } from "../src/pages/weighty";

const event = (kind: GameEvent["kind"], from?: string, to?: string): GameEvent => ({ kind, side: "S", piece: 0, from, to, amount: 1 });
const happening = (seat: string, ...events: GameEvent[]): Happening => ({ before: "", after: "", seat, events, said: events.map(({ kind }) => ({ fr: kind, en: kind })) });

test("the steps of one piece are one way, and what it took is marked", () => {
  const { ways, hits } = traceOf([happening("O", event("moved", "a1", "a2")), happening("S", event("moved", "d4", "d6"), event("taken", undefined, "d5")), happening("S", event("moved", "d6", "f6"))]);
  assert.deepEqual(ways, [{ look: "way", points: ["d4", "d6", "f6"] }]);
  assert.deepEqual(hits, ["d5"]);
});

test("a die and a passed phase leave the last turn on the board", () => {
  const { ways } = traceOf([happening("S", event("fired", "a1", "c3")), happening("#", event("rolled"), event("lost", undefined, "c3")), happening("O", event("turn"))]);
  assert.deepEqual(ways, [{ look: "shot", points: ["a1", "c3"] }]);
});

test("nothing has happened yet: nothing is drawn", () => assert.deepEqual(traceOf([]), { ways: [], hits: [], points: [] }));

test("losses have a card, a die only where it decided, a move never", () => {
  const said = (...events: GameEvent[]): string[] => weightyOf("chevaliers", [happening("S", ...events)]);
  assert.deepEqual(said(event("moved", "a1", "a2"), event("taken", undefined, "a2")), ["Taken"]);
  assert.deepEqual(said(event("rolled")), []);
  assert.deepEqual(said(event("rolled"), event("destroyed", undefined, "a2")), ["Rolled", "Destroyed"]);
});
