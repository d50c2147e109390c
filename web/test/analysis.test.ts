/** Analysis and the board editor: what is changed by hand is what the rules read. */
import "./page";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { placesOf, turnOf, withCell, withTurn } from "../src/board/cells";
import { boardTextOf, pictureOf } from "../src/board/games";
import { readBoard, readPosition, type BoardText } from "../src/board/geometry";
import { mapOf, painted, valueOf, withLine, withValue } from "../src/board/map-text";
import { groundSample, pieceSample } from "../src/board/samples";
import { Engine, Refusal, usualTerms } from "../src/engine/engine";
import { gameIds, games as known } from "../src/games";
import { editors } from "../src/games/editors";
import type { GameId } from "../src/model";
import { readLink, writeLink } from "../src/pages/analysis/link";
import { ownCopy, paintable, paintPoint, pictureOfFile } from "../src/pages/analysis/board-editor";
import { Analyst } from "../src/session/analyst";
import { EVERYBODY, Sandbox } from "../src/session/sandbox";
import { chooser, deskLine, program, testEngine } from "./world";

const engine = testEngine();
const games = gameIds;
const termsOf = async (game: GameId) => usualTerms(await engine.factsOf(game));

/** The text of one point in a position. */
function cellAt(game: GameId, board: BoardText, position: string, point: string): string {
  const place = placesOf(game, board).get(point);
  const row = readPosition(position).rows[place?.row ?? -1];
  return row === undefined ? "" : (editors[game].cells(row)[place?.index ?? -1] ?? "");
}

/** Positions of a game played by lot, one in so many. */
async function positionsOf(game: GameId, seed: number): Promise<string[]> {
  const sandbox = await Sandbox.open(engine, { terms: await termsOf(game) }, () => choose(1000) / 1000);
  const choose = chooser(seed);
  const found: string[] = [];
  for (let i = 0; i < 120 && sandbox.result.value === null; i++) {
    const moves = Object.entries(sandbox.scene.value.legal).flatMap(([seat, tokens]) => tokens.map((token) => ({ seat, token })));
    const move = moves[choose(moves.length)];
    if (!move) await sandbox.throw();
    else await sandbox.choose(move.seat, move.token);
    if (i % 20 === 19) found.push(sandbox.position);
  }
  return found;
}

for (const game of games)
  test(`${game}: a position is changed a point at a time, and nothing else moves`, async () => {
    const terms = await termsOf(game);
    const board = readBoard(boardTextOf(terms));
    const positions = await positionsOf(game, 7);
    assert.ok(positions.length > 0);
    for (const position of positions) {
      const picture = pictureOf({ terms, as: EVERYBODY }, position);
      for (const { name } of picture.points) {
        const cell = cellAt(game, board, position, name);
        assert.notEqual(cell, "", name);
        const standing = picture.pieces.filter((piece) => piece.at === name);
        assert.equal(withCell(game, board, position, name, cell), position);
        if (!standing.length) continue;
        const without = withCell(game, board, position, name, editors[game].bareCell(name));
        const left = pictureOf({ terms, as: EVERYBODY }, without);
        assert.deepEqual(left.pieces, picture.pieces.filter((piece) => piece.at !== name));
        assert.equal(withCell(game, board, without, name, cell), position);
      }
    }
  });

for (const game of games)
  test(`${game}: pieces put down and turns given are read by the rules`, async () => {
    const terms = await termsOf(game);
    const board = readBoard(boardTextOf(terms));
    const reads = (position: string) => engine.start(terms, position).then((standing) => standing.split("\n")[0], (error: Error) => `${position}: ${error.message}`);
    const [position = ""] = (await positionsOf(game, 3)).slice(-1);
    // Taking a piece away and putting the same down elsewhere makes a position like another.
    const picture = pictureOf({ terms, as: EVERYBODY }, position);
    const free = picture.points.filter(({ name, terrain }) => terrain !== "pond" && !picture.pieces.some((piece) => piece.at === name));
    let moved = 0;
    for (const piece of picture.pieces.slice(0, 8)) {
      const to = free[(7 * moved + 3) % free.length]?.name ?? "";
      const cell = cellAt(game, board, position, piece.at);
      const other = withCell(game, board, withCell(game, board, position, piece.at, editors[game].bareCell(piece.at)), to, cell);
      // The rules may refuse it, but then they say why.
      const read = await engine.start(terms, other).then((standing) => standing.split("\n")[0], (error: Error) => error);
      if (read instanceof Error) assert.ok(read instanceof Refusal && read.message.length > 5);
      else assert.equal(read, other);
      if (!(read instanceof Error)) moved++;
    }
    assert.ok(moved > 0, "some of them were read");
    for (const [i, { text }] of editors[game].turns.entries()) {
      const given = withTurn(game, position, text);
      assert.equal(await reads(given), given);
      assert.equal(turnOf(game, given), i);
    }
  });

test("every sign to put down looks like something, and is written as the rules write it", async () => {
  for (const game of games) {
    const board = readBoard(boardTextOf(await termsOf(game)));
    for (const { id, sign } of editors[game].pieces) {
      const first = Object.fromEntries(editors[game].pieceDials(board).map((dial) => [dial.name, dial.values.at(-1)?.value ?? ""]));
      for (const dials of [{}, first]) assert.equal(pieceSample(game, board, sign(dials)).pieces.length, 1, `${game} ${id}`);
    }
    for (const { sign } of editors[game].grounds) assert.ok(sign({}) === editors[game].gap || groundSample(game, board, sign({})).points.length === 1, sign({}));
    for (const { sign } of editors[game].grounds) assert.equal(editors[game].exchanged(editors[game].exchanged(sign({}))), sign({}));
  }
});

test("positions that cannot be are explained", async () => {
  const terms = await termsOf("chevaliers");
  await assert.rejects(engine.start(terms, "nonsense"), (error: Error) => error instanceof Refusal && /expected/.test(error.message));
});

test("every built-in board goes through the editor unchanged", async () => {
  for (const game of games)
    for (const file of Object.values(known[game].boards.files)) {
      const map = mapOf(file);
      assert.deepEqual(map.map((row) => row.join(" ")), readBoard(file).block("map").map((row) => row.split(/\s+/).join(" ")));
      assert.equal(await engine.checkBoard(file), null);
      assert.equal(await engine.checkBoard(ownCopy(file)), null);
      assert.equal(withValue(ownCopy(file), "name", valueOf(file, "name")), file);
      for (const [row, line] of map.entries())
        for (const [index, sign] of line.entries()) {
          assert.equal(painted(file, row, index, sign), file);
          for (const { sign: other } of editors[game].grounds) {
            const there = painted(file, row, index, other({}));
            assert.equal(mapOf(there)[row]?.[index], other({}));
            assert.equal(painted(there, row, index, sign), file);
          }
        }
      const picture = pictureOfFile(game, file);
      assert.ok(picture);
      for (const { name } of picture.points) assert.notEqual(paintPoint(game, file, name, "Q"), file, name);
      const { gap, plainGround } = editors[game];
      const point = picture.points.find(({ terrain }) => terrain !== "circle")?.name ?? "";
      if (gap === undefined) continue;
      const walled = paintPoint(game, file, point, gap);
      assert.ok(!pictureOfFile(game, walled)?.points.some(({ name }) => name === point), "a gap is no point");
      assert.ok(paintable(game, walled)?.points.some(({ name }) => name === point), "a gap can be painted over");
      assert.ok(pictureOfFile(game, paintPoint(game, walled, point, plainGround))?.points.some(({ name }) => name === point));
    }
});

test("every number of a board file has a field in the editor", () => {
  const drawnElsewhere = ["game", "name"];
  for (const game of games)
    for (const file of Object.values(known[game].boards.files)) {
      const keys = [...file.matchAll(/^([a-z0-9-]+)[ \t]/gm)].map(([, key = ""]) => key).filter((key) => !drawnElsewhere.includes(key));
      assert.deepEqual(editors[game].numbers.map(({ key }) => key).sort(), keys.sort(), game);
      for (const key of keys) assert.equal(valueOf(withValue(file, key, "7"), key), "7");
    }
});

test("lines of the fortress are drawn and wiped out, and an exit can be led elsewhere", async () => {
  const file = known.paris.boards.files["portes"] ?? "";
  const open = withLine(file, "E", "W");
  assert.ok(!/^ +W E$/m.test(open));
  assert.match(withLine(open, "W", "E"), /^ {4}W E$/m);
  const parted = withLine(file, "W", "NW");
  assert.match(parted, /^ {4}S SW W\n {4}NW N NE E SE S$/m);
  assert.equal(await engine.checkBoard(withLine(parted, "NW", "W")), null);
  const shut = withLine(file, "S", "f5");
  assert.notEqual(await engine.checkBoard(shut), null, "an exit is missing");
  const moved = withLine(shut, "S", "d5");
  assert.equal(await engine.checkBoard(moved), null);
  assert.ok(pictureOfFile("paris", moved));
  assert.equal(withLine(file, "S", "S"), file);
  assert.equal(withLine(known.chars.boards.files["1975"] ?? "", "1", "2"), known.chars.boards.files["1975"], "no lines there");
});

test("a circle and a castle move where they are painted, and circles with other names are touched", async () => {
  const file = known.paris.boards.files["portes"] ?? "";
  const where = (board: string, name: string) => pictureOfFile("paris", board)?.points.find((point) => point.name === name);
  const moved = paintPoint("paris", file, "d10", "3");
  assert.equal(await engine.checkBoard(moved), null);
  assert.ok((where(moved, "W")?.y ?? 0) < (where(file, "W")?.y ?? 0) - 40, "the picture shows it");
  assert.equal(where(moved, "E")?.y, where(file, "E")?.y, "and nothing else moves");
  const walled = paintPoint("paris", file, "a8", "#");
  assert.equal(where(walled, "S")?.x, where(file, "S")?.x, "a wall elsewhere does not shift the fortress");
  assert.equal(await engine.checkBoard(paintPoint("chevaliers", known.chevaliers.boards.files["1969"] ?? "", "a1", "C")), null);
  assert.equal(known.paris.steps("A-f5").length, 2);
  assert.equal(known.paris.steps("G=QX").length, 1);
});

test("what is wrong with a board is what `bivouac board check` says", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bivouac-boards-"));
  try {
    for (const game of games)
      for (const file of Object.values(known[game].boards.files))
        for (const bad of [painted(file, 1, 1, "Q"), file.replace(/^map:$/m, "maps:"), withValue(file, "game", "chess"), "", painted(painted(file, 0, 0, "~"), 2, 0, "C")]) {
          const path = join(folder, "board");
          writeFileSync(path, bad);
          const { status, stderr } = spawnSync(program, ["board", "check", path], { encoding: "utf8" });
          const fault = await engine.checkBoard(bad);
          if (status === 0) assert.equal(fault, null);
          else assert.equal(stderr.trim(), `bivouac: ${path}:${fault?.line}: ${fault?.reason}`);
        }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a board of one's own is played on", async () => {
  const file = ownCopy(known.belligerants.boards.files["riviere"] ?? "");
  const terms = { ...(await termsOf("belligerants")), board: paintPoint("belligerants", file, "g8", ".") };
  const sandbox = await Sandbox.open(engine, { terms });
  assert.ok((sandbox.scene.value.legal["J"] ?? []).length > 0);
  assert.equal(await engine.board(terms), terms.board);
});

test("dice wait in analysis, and what was taken back is played again", async () => {
  const sandbox = await Sandbox.open(engine, { terms: await termsOf("kriegspiel"), diceWait: true });
  assert.deepEqual(sandbox.toAct, ["#"]);
  await sandbox.follow([{ seat: "#", token: "#A" }]);
  assert.deepEqual(sandbox.toAct, ["A"]);
  const [token = ""] = sandbox.scene.value.legal["A"] ?? [];
  await sandbox.choose("A", token);
  const after = sandbox.position;
  await sandbox.undo();
  await sandbox.undo();
  assert.deepEqual(sandbox.toAct, ["#"]);
  await sandbox.redo();
  await sandbox.redo();
  assert.equal(sandbox.position, after);
  assert.equal(sandbox.canRedo, false);
  await sandbox.undo();
  await sandbox.choose("A", token);
  assert.equal(sandbox.canRedo, false, "another move forgets what was taken back");
  await sandbox.back(1);
  assert.deepEqual([sandbox.toAct, sandbox.steps.length], [["A"], 1]);
});

test("the analyst tells the best moves first, all of them legal, alike every time", async () => {
  for (const game of games) {
    const facts = await engine.factsOf(game);
    const terms = await termsOf(game);
    for (const position of (await positionsOf(game, 5)).slice(-2)) {
      const sandbox = await Sandbox.open(engine, { terms, position, diceWait: true });
      const question = { facts, terms, standing: sandbox.standing, toAct: sandbox.toAct };
      const told = [];
      for (let i = 0; i < 2; i++) {
        const analyst = new Analyst(engine, [200, 400]);
        await analyst.look(question);
        told.push(analyst.finding.value);
        assert.equal(analyst.busy.value, false);
      }
      assert.deepEqual(told[0], told[1]);
      const thought = told[0]?.thought;
      if (!sandbox.toAct.some((seat) => seat !== "#")) {
        assert.equal(thought, undefined);
        continue;
      }
      assert.ok(thought?.choices?.length);
      assert.deepEqual([thought.choices[0]?.token, thought.choices[0]?.score], [thought.token, thought.score]);
      assert.equal(thought.line?.[0], thought.token);
      for (const { seat, token } of thought.choices) assert.ok(sandbox.scene.value.legal[seat]?.includes(token), `${game} ${token}`);
    }
  }
});

test("every position is a link", async () => {
  for (const game of games) {
    const facts = await engine.factsOf(game);
    const usual = usualTerms(facts);
    assert.equal(writeLink(facts, { terms: usual }), "");
    assert.deepEqual(readLink(facts, ""), { terms: usual, position: undefined });
    const options = Object.fromEntries(facts.options.map(({ name, values }) => [name, values.at(-1)?.name ?? ""]));
    for (const position of await positionsOf(game, 2)) {
      const wanted = { terms: { ...usual, options, seats: facts.forms.at(-1)?.seats ?? 2 }, position };
      assert.deepEqual(readLink(facts, writeLink(facts, wanted)), wanted);
      assert.equal(readPosition(position).rows.length > 1, true);
    }
  }
});

test("an analyst that is closed ends its Worker, also one that rests", async () => {
  let open = 0;
  const counted = new Engine(() => {
    const line = deskLine();
    open++;
    return { ...line, end: () => (open--, line.end()) };
  });
  const facts = await counted.factsOf("chevaliers");
  const terms = usualTerms(facts);
  const standing = await counted.start(terms);
  const others = open;
  const analyst = new Analyst(counted, [50]);
  await analyst.look({ facts, terms, standing, toAct: ["S"] });
  assert.equal(open, others + 1);
  analyst.close();
  assert.equal(open, others);
});
