import assert from "node:assert/strict";
import { test } from "node:test";
import type { GameId, Session } from "../src/model";
import { usualTerms, seatsOf } from "../src/engine/engine";
import { newLocalGame, openLocalGame, forgetLocalGame, listLocalGames, type LocalWorld } from "../src/session/local";
import type { LocalSession } from "../src/session/local-session";
import { memoryItems, plainGames } from "../src/session/saved-games";
import { bivouac, chooser, testEngine } from "./world";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const engine = testEngine();
const games: GameId[] = ["kriegspiel", "chevaliers", "chars", "paris", "belligerants"];

function world(seed = 1): LocalWorld & { savedGames: NonNullable<LocalWorld["savedGames"]> } {
  const below = chooser(seed);
  return { engine, savedGames: plainGames(memoryItems()), lot: () => below(1 << 30) / 2 ** 30, nodes: 10 };
}

/** A game of the first seat's side against the computer. */
async function against(game: GameId, level: number, at = world()): Promise<LocalSession> {
  const facts = await engine.factsOf(game);
  const terms = usualTerms(facts);
  const own = facts.sides[0]?.side;
  const occupants = Object.fromEntries(
    seatsOf(facts, terms).map(({ seat, side }) => [seat, side === own ? { name: "Ada" } : { level }]),
  );
  const session = await openLocalGame(await newLocalGame({ terms, occupants }, at), at);
  assert.ok(session);
  await session.settled();
  return session;
}

/** One choice of a person, at random; a complete draft is confirmed. */
async function act(session: Session & { settled(): Promise<void> }, below: (bound: number) => number): Promise<void> {
  const { complete, legal } = session.scene.value;
  if (complete) await session.confirm();
  else {
    const seats = Object.keys(legal);
    const seat = seats[below(seats.length)] ?? "";
    const tokens = legal[seat] ?? [];
    assert.ok(tokens.length, `nothing to do in ${session.scene.value.position}`);
    await session.choose(seat, tokens[below(tokens.length)] ?? "");
  }
  assert.equal(session.trouble.value, null);
  await session.settled();
}

for (const game of games)
  test(`a whole game of ${game} against the computer; its record is replayed by the program`, async () => {
    const session = await against(game, 2);
    const below = chooser(7);
    for (let choices = 0; session.table.value.stage === "playing" && choices < 6000; choices++) await act(session, below);
    if (session.table.value.stage === "playing") await session.command("resign");
    const folder = mkdtempSync(join(tmpdir(), "bivouac-web-"));
    const file = join(folder, "game.record");
    writeFileSync(file, await session.record());
    const replayed = bivouac(["replay", file]);
    rmSync(folder, { recursive: true });
    assert.match(replayed, new RegExp(session.table.value.result ?? "no result"));
  });

test("a draft is undone step by step, and outlives the page", async () => {
  const at = world(3);
  const facts = await engine.factsOf("chars");
  const terms = usualTerms(facts);
  const id = await newLocalGame({ terms, occupants: { V: { name: "Ada" }, G: { level: 1 } } }, at);
  const session = await openLocalGame(id, at);
  assert.ok(session);
  await session.settled();
  const below = chooser(4);
  const empty = session.scene.value.position;
  for (let i = 0; i < 5; i++) await act(session, below);
  assert.equal(session.scene.value.draft.length, 5);
  assert.equal(session.scene.value.complete, false);
  session.close();
  const again = await openLocalGame(id, at);
  assert.ok(again);
  await again.settled();
  assert.deepEqual(again.scene.value.draft, session.scene.value.draft);
  assert.equal(again.scene.value.position, session.scene.value.position);
  for (let i = 0; i < 5; i++) await again.undo();
  assert.equal(again.scene.value.position, empty);
  assert.equal(again.log.value.length, 0, "the computer's own set-up is nobody's business");
  while (!again.scene.value.complete) await act(again, below);
  const own = again.scene.value.draft.length;
  await again.confirm();
  await again.settled();
  assert.doesNotMatch(again.scene.value.position, / setup/);
  assert.equal(again.log.value.slice(0, own).every(({ drafted, token }) => drafted && token), true);
});

test("a game is kept after every step and goes on where it was", async () => {
  const at = world(5);
  const session = await against("kriegspiel", 1, at);
  const below = chooser(8);
  for (let i = 0; i < 60; i++) await act(session, below);
  session.close();
  const again = await openLocalGame(session.table.value.id, at);
  assert.ok(again);
  await again.settled();
  assert.deepEqual(again.scene.value, session.scene.value);
  assert.deepEqual(
    again.log.value.map(({ after }) => after),
    session.log.value.map(({ after }) => after),
  );
  assert.deepEqual((await listLocalGames(at.savedGames)).map(({ id }) => id), [session.table.value.id]);
  await forgetLocalGame(session.table.value.id, at.savedGames);
  assert.equal(await openLocalGame(session.table.value.id, at), null);
});

test("a turn is taken back, but never across a die", async () => {
  const session = await against("chevaliers", 1);
  const below = chooser(6);
  const start = session.scene.value.position;
  await session.command("ask");
  assert.ok(session.trouble.value, "there was nothing to take back");
  session.dismissTrouble();
  await act(session, below);
  await act(session, below);
  assert.equal(session.log.value.length, 4);
  await session.command("ask");
  await session.settled();
  assert.equal(session.log.value.length, 2);
  await session.command("ask");
  await session.settled();
  assert.equal(session.scene.value.position, start);
  const dice = await against("belligerants", 1);
  for (let i = 0; i < 80 && !dice.log.value.some(({ seat }) => seat === "#"); i++) await act(dice, below);
  await dice.command("ask");
  assert.match(dice.trouble.value?.en ?? "", /taken back across/);
});

test("at one screen: secrets are those of who looks, draws are agreed, sides are exchanged", async () => {
  const at = world(9);
  const terms = usualTerms(await engine.factsOf("chars"));
  const id = await newLocalGame({ terms, occupants: { V: { name: "Ada" }, G: { name: "Bob" } } }, at);
  const session = await openLocalGame(id, at);
  assert.ok(session);
  const below = chooser(1);
  assert.deepEqual(Object.keys(session.scene.value.legal), ["V"]);
  while (!session.scene.value.complete) await act(session, below);
  await session.confirm();
  const placed = session.scene.value.position;
  session.lookAs("G");
  await session.settled();
  assert.equal(session.scene.value.as, "G");
  assert.notEqual(session.scene.value.position, placed);
  assert.equal(session.log.value.length, 0);
  assert.deepEqual(Object.keys(session.scene.value.legal), ["G"]);
  await session.command("offer", { seat: "G" });
  assert.deepEqual(session.table.value.offer, ["G"]);
  await session.command("offer", { seat: "V" });
  assert.equal(session.table.value.result, "V 1/2 G 1/2 agreed");
  assert.match(session.scene.value.position, /V[1-6]/, "at the end there are no secrets");
  await session.command("rematch");
  const next = await openLocalGame(session.table.value.next ?? "", at);
  assert.deepEqual(next?.table.value.occupants.map(({ people }) => people[0]?.name), ["Bob", "Ada"]);
});

for (const game of games)
  test(`at one screen, ${game}: whatever is tried, each plays their own side, and the record is replayed by the program`, async () => {
    const at = world(11);
    const facts = await engine.factsOf(game);
    const terms = usualTerms(facts);
    const seats = seatsOf(facts, terms);
    const occupants = Object.fromEntries(seats.map(({ seat }) => [seat, { name: seat }]));
    const session = await openLocalGame(await newLocalGame({ terms, occupants }, at), at);
    assert.ok(session);
    const sideOf = (wanted: string) => seats.find(({ seat }) => seat === wanted)?.side;
    const below = chooser(5);
    const any = <T>(list: T[]) => list[below(list.length)] as T;
    for (let i = 0; i < 400 && session.table.value.stage === "playing"; i++) {
      const { legal, complete, toAct, as } = session.scene.value;
      const waiting = toAct.filter((seat) => occupants[seat]);
      if (facts.secrets && waiting.length && !waiting.includes(as)) session.lookAs(any(waiting));
      else if (below(12) === 0) await session.undo();
      else if (below(20) === 0) await session.command("ask");
      else if (complete) await session.confirm();
      else await session.choose(any(Object.keys(legal)) ?? "", any(Object.values(legal).flat()) ?? "");
      session.dismissTrouble();
      await session.settled();
      if (!facts.secrets || i % 5 || session.table.value.stage !== "playing") continue;
      // Somebody who is not looking tries, too.
      const before = await at.savedGames.get(session.table.value.id);
      const other = seats.find(({ side }) => side !== sideOf(session.scene.value.as))?.seat ?? "";
      for (const token of ["A=78", "A=45", "EM=a13", "EM=i1", "."]) await session.choose(other, token);
      assert.ok(session.trouble.value, "it is refused");
      session.dismissTrouble();
      assert.deepEqual(await at.savedGames.get(session.table.value.id), before);
    }
    const folder = mkdtempSync(join(tmpdir(), "bivouac-web-"));
    const file = join(folder, "game.record");
    writeFileSync(file, await session.record());
    const verified = bivouac(["verify", file]);
    rmSync(folder, { recursive: true });
    assert.match(verified, /every token is legal|everything is correct/);
  });

test("the computer declines a draw, takes a resignation, gives hints", async () => {
  const session = await against("paris", 1);
  await session.command("offer");
  assert.match(session.trouble.value?.fr ?? "", /refuse la nulle/);
  session.dismissTrouble();
  const hint = await session.hint();
  assert.ok(hint && session.scene.value.legal[hint.seat]?.includes(hint.token));
  assert.ok(hint.why.fr && hint.why.en);
  await session.command("resign");
  assert.match(session.table.value.result ?? "", /resigned$/);
  assert.equal(session.table.value.stage, "over");
});

test("a token that is not legal is refused in words, and a savedGames that is full is told of", async () => {
  const at = world();
  const session = await against("chevaliers", 1, at);
  const before = session.scene.value.position;
  await session.choose("S", "a1-z9");
  assert.match(session.trouble.value?.fr ?? "", /refusé/);
  assert.equal(session.scene.value.position, before);
  session.dismissTrouble();
  at.savedGames.put = () => Promise.reject(new Error("full"));
  await act(session, chooser(1)).catch(() => {});
  assert.match(session.trouble.value?.en ?? "", /does not save/);
});

test("what is pressed twice counts once, and the second press is not called a fault", async () => {
  const session = await against("kriegspiel", 1);
  const below = chooser(4);
  for (let choices = 0, ends = 0; ends < 20 && session.table.value.stage === "playing"; choices++) {
    const { legal, draft } = session.scene.value;
    const seat = Object.keys(legal).find((one) => legal[one]?.includes("."));
    if (choices < 40 || !seat) {
      await act(session, below);
      continue;
    }
    ends++;
    const log = session.log.value.length;
    await Promise.all([session.choose(seat, "."), session.choose(seat, ".")]);
    const ended = session.scene.value.draft.length - draft.length || session.log.value.slice(log).filter((one) => one.seat === seat && !one.drafted).length;
    assert.equal(ended, 1);
    assert.equal(session.trouble.value, null);
    await session.settled();
  }
});

test("a game that is opened in another tab goes on there", async () => {
  const open: (() => void)[] = [];
  const at = {
    ...world(),
    tabs: (_: string, elsewhere: () => void) => {
      for (const other of open.splice(0)) other();
      open.push(elsewhere);
      return () => {};
    },
  };
  const first = await against("chevaliers", 1, at);
  const second = await openLocalGame(first.table.value.id, at);
  assert.equal(first.connection.value, "elsewhere");
  assert.equal(first.trouble.value, null, "the true reason is said, and nothing else");
  assert.equal(second?.connection.value, "here");
  const { legal, position } = first.scene.value;
  await first.choose("S", legal.S?.[0] ?? "");
  assert.equal(first.scene.value.position, position, "what is closed is not played on");
});

test("computers play among themselves, and one watches", async () => {
  const at = world(2);
  const terms = usualTerms(await engine.factsOf("chars"));
  const id = await newLocalGame({ terms, occupants: { V: { level: 1 }, G: { level: 1 } } }, at);
  const session = await openLocalGame(id, at);
  assert.ok(session);
  await session.settled();
  assert.equal(session.table.value.stage, "over");
  assert.ok(session.log.value.length > 10);
});
