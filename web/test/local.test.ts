import assert from "node:assert/strict";
import { test } from "node:test";
import type { GameId, Session } from "../src/model";
import { usualTerms, seatsOf } from "../src/engine/engine";
import { newLocalGame, openLocalGame, listLocalGames, type LocalWorld } from "../src/session/local";
import type { LocalSession } from "../src/session/local-session";
import { memoryItems, plainShelf } from "../src/session/shelf";
import { bivouac, chooser, testEngine } from "./world";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const engine = testEngine();
const games: GameId[] = ["kriegspiel", "chevaliers", "chars", "paris", "belligerants"];

function world(seed = 1): LocalWorld & { shelf: NonNullable<LocalWorld["shelf"]> } {
  const below = chooser(seed);
  return { engine, shelf: plainShelf(memoryItems()), lot: () => below(1 << 30) / 2 ** 30, nodes: 10 };
}

/** A game of the first seat's side against the computer. */
async function against(game: GameId, level: number, at = world()): Promise<LocalSession> {
  const facts = await engine.factsOf(game);
  const terms = usualTerms(facts);
  const own = facts.sides[0]?.side;
  const chairs = Object.fromEntries(
    seatsOf(facts, terms).map(({ seat, side }) => [seat, side === own ? { name: "Ada" } : { level }]),
  );
  const session = await openLocalGame(await newLocalGame({ terms, chairs }, at), at);
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
    if (session.table.value.stage === "playing") await session.wish("resign");
    const folder = mkdtempSync(join(tmpdir(), "bivouac-web-"));
    const file = join(folder, "game.record");
    writeFileSync(file, await session.record());
    const replayed = bivouac(["replay", file]);
    rmSync(folder, { recursive: true });
    assert.match(replayed, new RegExp(session.table.value.result ?? "no result"));
  });
