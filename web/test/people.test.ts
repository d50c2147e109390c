/** What the pages for people reckon by themselves. */
import "./page";
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { request, Refused } from "../src/pages/api";
import { timed, timeOf } from "../src/pages/clock-field";
import { isBot } from "../src/pages/name";
import { begun, challenges, over } from "../src/pages/people/challenges";
import { ratingWords } from "../src/pages/people/rating";
import { readRoute } from "../src/pages/route";
import { tableAfter, tableFrom } from "../src/session/fold";
import { isolated } from "../src/words/words";
import type { Challenge } from "../src/protocol";
import { tableMessage } from "./table-message";

const ada = { id: "ada", name: "Ada", account: true };
const bob = { id: "bob", name: "Bob", account: true };

function challenge(table: string, from = ada, to = bob): Challenge {
  return { table, stage: "open", game: "chars", seats: 2, options: {}, public: false, chat: true, agreement: false, rated: false, time: null, occupants: [], from, to, at: 0 };
}

afterEach(() => {
  challenges.value = null;
});

test("the addresses of people", () => {
  assert.deepEqual(readRoute("/account", ""), { page: "account" });
  assert.deepEqual(readRoute("/friends", ""), { page: "friends" });
  assert.deepEqual(readRoute("/leaders", ""), { page: "leaders" });
  assert.deepEqual(readRoute("/leaders/chars", ""), { page: "leaders", game: "chars" });
  assert.deepEqual(readRoute("/people/bot_1", ""), { page: "person", id: "bot_1" });
  assert.deepEqual(readRoute("/new/chars", "?to=bob"), { page: "new", game: "chars", to: "bob", club: undefined });
  assert.deepEqual(readRoute("/new/chars", ""), { page: "new", game: "chars", to: undefined, club: undefined });
  for (const path of ["/leaders/go", "/people", "/friends/bob", "/account/x"]) assert.equal(readRoute(path, "").page, "not-found", path);
});

test("challenges: told twice they are one, and once over they are gone from both lists", () => {
  begun(challenge("t1"), false);
  begun(challenge("t1"), false);
  begun(challenge("t2", bob, ada), true);
  assert.deepEqual(challenges.value?.received.map((one) => one.table), ["t1"]);
  assert.deepEqual(challenges.value?.sent.map((one) => one.table), ["t2"]);
  assert.equal(over("t2")?.to.name, "Ada");
  assert.equal(over("t1")?.from.name, "Ada");
  assert.equal(over("t1"), undefined);
  assert.deepEqual(challenges.value, { received: [], sent: [] });
});

test("a rating and its deviation stay on one line", () => {
  assert.equal(ratingWords({ rating: 1511.6, deviation: 59.7 }), "1512\u00a0±\u00a060");
});

test("where there must be a clock there is one; who wanted one keeps it", () => {
  assert.notEqual(timeOf(timed("none")), null);
  assert.equal(timed("day-3"), "day-3");
});

test("programs are known by their ids, and a name turns nothing around it", () => {
  assert.ok(isBot("bot_a1") && !isBot("robot_a1"));
  assert.equal(isolated("\u202eAda"), "\u2068\u202eAda\u2069");
});

test("what a rated game was worth is told when it is over, and again to who comes later", () => {
  const ratings = { V: { before: 1500, after: 1512 }, G: { before: 1500, after: 1488 } };
  const before = tableFrom(tableMessage({ rated: true }), "ada", 0);
  assert.deepEqual([before.rated, before.ratings], [true, undefined]);
  const after = tableAfter(before, { type: "rated", as: "watcher", table: "t1", n: 2, at: 0, ratings, result: "V 1 G 0 resigned" }, "ada", 0);
  assert.deepEqual([after.stage, after.ratings], ["over", ratings]);
  assert.deepEqual(tableFrom(tableMessage({ stage: "over", ratings }), "ada", 0).ratings, ratings);
});

test("who has to wait is told for how long", async () => {
  const text = { fr: "Attendez.", en: "Wait." };
  const told = async (wait?: number) => {
    const answer = { ok: false, json: async () => ({ code: "too-many", text, wait }) } as Response;
    globalThis.fetch = async () => answer;
    return request("POST", "/login", {}).then(
      () => assert.fail("it is refused"),
      (error: Refused) => error.text,
    );
  };
  const { fetch } = globalThis;
  try {
    assert.deepEqual(await told(), text);
    assert.deepEqual(await told(1), { fr: "Attendez. Réessayez dans 1 seconde.", en: "Wait. Try again in 1 second." });
    assert.deepEqual(await told(36), { fr: "Attendez. Réessayez dans 36 secondes.", en: "Wait. Try again in 36 seconds." });
    assert.deepEqual(await told(601), { fr: "Attendez. Réessayez dans 11 minutes.", en: "Wait. Try again in 11 minutes." });
  } finally {
    globalThis.fetch = fetch;
  }
});
