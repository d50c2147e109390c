/** What the pages for clubs, tournaments and admins reckon by themselves. */
import "./page";
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { nextWords } from "../src/pages/people/next-opponent";
import { figure } from "../src/pages/tournaments/figure";
import { actionsOf } from "../src/pages/tournaments/roles";
import { endOf } from "../src/pages/admin/term";
import { readRoute } from "../src/pages/route";
import { language } from "../src/pages/settings";
import { announced } from "../src/session/announced";
import { tableFrom } from "../src/session/fold";
import type { Message } from "../src/protocol";
import { Link, type LinkWorld, type Socket } from "../src/session/link";
import { tableMessage } from "./table-message";

afterEach(() => {
  announced.value = null;
});

test("the addresses of clubs, tournaments and the admins' pages", () => {
  assert.deepEqual(readRoute("/clubs", ""), { page: "clubs" });
  assert.deepEqual(readRoute("/clubs/abc", ""), { page: "club", id: "abc" });
  assert.deepEqual(readRoute("/tournaments/abc", ""), { page: "tournament", id: "abc" });
  assert.deepEqual(readRoute("/tournaments/new", "?club=c1"), { page: "new-tournament", club: "c1" });
  assert.deepEqual(readRoute("/new/chars", "?club=c1"), { page: "new", game: "chars", to: undefined, club: "c1" });
  assert.deepEqual(readRoute("/admin", ""), { page: "admin" });
  assert.deepEqual(readRoute("/admin/reports", ""), { page: "admin", tab: "reports" });
  assert.deepEqual(readRoute("/privacy", ""), { page: "privacy" });
  for (const path of ["/admin/cellar", "/privacy/x", "/clubs/a/b"]) assert.equal(readRoute(path, "").page, "not-found", path);
});

test("officers let people in and send them away; only whoever leads a club makes officers; nobody touches the leader", () => {
  assert.deepEqual(actionsOf("officer", "asking"), ["admit", "refuse"]);
  assert.deepEqual(actionsOf("officer", "member"), ["dismiss"]);
  assert.deepEqual(actionsOf("officer", "officer"), []);
  assert.deepEqual(actionsOf("owner", "officer"), ["demote", "hand-over", "dismiss"]);
  assert.deepEqual(actionsOf("owner", "owner"), []);
  for (const role of ["member", "asking", null, undefined] as const) assert.deepEqual(actionsOf(role, "asking"), []);
});

test("points are written with halves, other measures with decimals of the language", () => {
  language.value = "fr";
  assert.deepEqual([0, 0.5, 3, 3.5, 2.25].map(figure), ["0", "½", "3", "3½", "2,25"]);
  language.value = "en";
  assert.equal(figure(2.25), "2.25");
});

test("the next opponent is named, with one's side and the time until the table opens", () => {
  const next = { round: 2, name: "Bob", side: "Green", opens: Date.now() + 24_500 };
  const plain = (text: string) => text.replace(/[\u2068\u2069]/g, "");
  language.value = "en";
  assert.equal(plain(nextWords(next)), "Round 2. Next: Bob. You play Green. Your table opens in 25 s.");
  assert.equal(plain(nextWords({ ...next, opens: Date.now() - 1 })), "Round 2. Next: Bob. You play Green. Your table opens now.");
});

test("a ban or an announcement ends after its term, or never", () => {
  assert.equal(endOf("week", 1000), 1000 + 7 * 86_400_000);
  assert.equal(endOf("ever", 1000), null);
});

test("a table says which tournament it belongs to", () => {
  assert.equal(tableFrom(tableMessage({ tournament: "e1" }), "ada", 0).tournament, "e1");
  assert.equal(tableFrom(tableMessage(), "ada", 0).tournament, undefined);
});

test("an announcement is heard on every line, and is no news of the table", () => {
  const socket: Socket = { onopen: null, onmessage: null, onclose: null, onerror: null, send: () => {}, close: () => {} };
  const world: LinkWorld = { connect: () => socket, now: () => 0, onWake: () => () => {} };
  const heard: Message[] = [];
  const link = new Link(world, { arrived: () => {}, heard: (message) => heard.push(message), lost: () => {} });
  const tell = (message: unknown) => socket.onmessage?.({ data: JSON.stringify(message) });
  tell({ type: "announcement", announcement: { fr: "Ce soir", en: "Tonight" } });
  assert.deepEqual(announced.value, { fr: "Ce soir", en: "Tonight" });
  tell({ type: "announcement", announcement: null });
  assert.equal(announced.value, null);
  assert.deepEqual(heard, []);
  link.close();
});

test("clocks are shown by the server's clock, also when that is set", () => {
  const socket: Socket = { onopen: null, onmessage: null, onclose: null, onerror: null, send: () => {}, close: () => {} };
  const world: LinkWorld = { connect: () => socket, now: () => 5000, onWake: () => () => {} };
  const heard: Message[] = [];
  const link = new Link(world, { arrived: () => {}, heard: (message) => heard.push(message), lost: () => {} });
  const tell = (message: unknown) => socket.onmessage?.({ data: JSON.stringify(message) });
  tell({ type: "hello", version: 1, person: null, now: 6000 });
  assert.equal(link.skew, 1000);
  tell({ type: "now", now: 3_606_000 });
  assert.equal(link.skew, 3_601_000);
  assert.deepEqual(heard, []);
  link.close();
});
