/** Set-ups arranged in any order become drafts that the engine accepts. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { arrangementOf, fillAround, groupOf, placesFor, settle, settleArrangement, sorted, tokensOf, type ArrangementDraft } from "../src/board/arrange";
import { boardTextOf } from "../src/board/games";
import { readBoard } from "../src/board/geometry";
import { games } from "../src/games";
import { inOrder } from "../src/games/chars/plot";
import type { SetupGame, Thing } from "../src/games/game";
import type { GameId, Scene, Session } from "../src/model";

const program = ["build/bivouac", "../build/bivouac"].find((path) => existsSync(path)) ?? "bivouac";

/** A session whose engine is the program itself. */
function sessionOf(game: GameId, seat: string): ArrangementDraft {
  const draft: string[] = [];
  const look = (): Scene => {
    const lines = execFileSync(program, ["legal", game, "-"], { encoding: "utf8", input: draft.map((token) => `${seat}:${token}\n`).join("") });
    const legal = lines.split("\n").filter((line) => line.startsWith(`${seat} `)).map((line) => line.slice(seat.length + 1));
    const terms = { game, seats: 2, options: {} };
    return { terms, as: seat, position: "", toAct: [seat], legal: { [seat]: legal }, draft: draft.map((token) => ({ seat, token })), complete: false };
  };
  const scene = { value: look() };
  return {
    scene: scene as Session["scene"],
    choose: (_seat, token) => {
      draft.push(token);
      scene.value = look();
      return Promise.resolve();
    },
    undo: () => {
      draft.pop();
      scene.value = look();
      return Promise.resolve();
    },
  };
}

const setupOf = (game: GameId): { setup: SetupGame; things: Thing[] } => {
  const setup = games[game].setup as SetupGame;
  return { setup, things: setup.things(readBoard(boardTextOf({ game, seats: 2, options: {} }))) };
};
const draft = (session: ArrangementDraft): string[] => session.scene.value.draft.map((one) => one.token);

const chars = ["A=12", "B=23", "C=34", "1=1", "2=2", "3=3", "4=4", "5=5", "6=6", "G=41", "G=42", "G=43", "G=44", "G=45", "M=49", "M=50"];

test("a whole set-up is settled, but for the token that may reveal it", async () => {
  const session = sessionOf("chars", "V");
  const { things } = setupOf("chars");
  const { arrangement, refused } = await settleArrangement(session, "V", things, arrangementOf(things, chars));
  assert.deepEqual(refused, []);
  assert.deepEqual(draft(session), chars.slice(0, -1));
  assert.deepEqual(tokensOf(things, arrangement), chars);
});

test("guns may be placed highest first, and wait for the others", async () => {
  const session = sessionOf("chars", "V");
  const { setup, things } = setupOf("chars");
  const some = sorted(things, arrangementOf(things, [...chars.slice(0, 9), "G=50"]), setup.order);
  const settled = await settleArrangement(session, "V", things, some);
  assert.deepEqual(settled.refused, []);
  assert.deepEqual(draft(session), chars.slice(0, 9));
  const places = await placesFor(session, "V", things, settled.arrangement, 10);
  assert(places.includes("50") && places.includes("7"), "highest and lowest free squares are open");
  assert(!places.includes("1") && !places.includes("12"), "squares that are taken are not");
});

test("a place that makes another impossible sends that one back to the tray", async () => {
  const session = sessionOf("chars", "V");
  const { things } = setupOf("chars");
  const moved = arrangementOf(things, ["A=13", "B=23", ...chars.slice(2)]);
  const { refused, arrangement } = await settleArrangement(session, "V", things, moved);
  assert.deepEqual(refused.map((thing) => thing.thing), ["B"]);
  assert.deepEqual(arrangement.slice(0, 3), ["13", null, "34"]);
});

test("the draft is taken back only as far as needed", async () => {
  const session = sessionOf("belligerants", "J");
  await settle(session, "J", ["EM=m1", "BO=m2", "AC=m3"]);
  assert.deepEqual(await settle(session, "J", ["EM=m1", "BO=l1", "AC=m3"]), []);
  assert.deepEqual(draft(session), ["EM=m1", "BO=l1", "AC=m3"]);
});

test("mirrors and turns stay in the camp", () => {
  for (const [game, points] of [["chars", ["1", "10", "47"]], ["belligerants", ["m1", "i1", "m5", "l3"]], ["paris", ["NE", "W"]]] as const) {
    const { setup } = setupOf(game);
    const board = readBoard(boardTextOf({ game, seats: 2, options: {} }));
    for (const point of points) {
      assert.equal(setup.mirror(setup.mirror(point, board), board), point);
      assert.equal(setup.turn(setup.turn(point, board), board), point);
    }
  }
  const riviere = readBoard(boardTextOf({ game: "belligerants", seats: 2, options: {} }));
  const { setup } = setupOf("belligerants");
  assert.equal(setup.mirror("i1", riviere), "m5");
  assert.equal(setup.mirror("e15", riviere), "a11");
  assert.equal(setup.turn("m1", riviere), "a15");
});

test("things alike form one group", () => {
  const { things } = setupOf("chars");
  assert.deepEqual(groupOf(things, 11), [9, 14]);
  assert.deepEqual(groupOf(things, 3), [3, 4]);
});

test("shots are told reds first, each colour from the lowest square on", () => {
  assert.deepEqual(inOrder(["?9", "!47", "!5", "?3"]), ["!5", "!47", "?3", "?9"]);
});

test("a suggestion leaves what stands already where it stands, whatever it would prefer", async () => {
  const session = sessionOf("chars", "V");
  const { setup, things } = setupOf("chars");
  const placed = ["C=34", "6=1", "G=43", "M=49"];
  // The adviser always wants the first place that is left.
  const tokens = await fillAround(session, "V", things, arrangementOf(things, placed), setup.order, (legal) => Promise.resolve(legal[0] ?? null));
  for (const token of placed) assert.ok(tokens.includes(token), `${token} among ${tokens.join(" ")}`);
  assert.equal(tokens.length, things.length);
  assert.equal(new Set(tokens.map((token) => token.split("=")[1])).size, things.length);
  assert.deepEqual(draft(session), tokens.slice(0, -1), "the last may reveal everything");
});
