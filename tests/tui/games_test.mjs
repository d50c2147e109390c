/** A whole game of each of the five, token by token in a real terminal, until the rules end it; and one at a server. */
// runs: release
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { describe, test } from "node:test";
import { Server } from "./server.mjs";
import { Adviser, Terminal, bivouac, boardLines, pause, readRecord } from "./terminal.mjs";

/** A game that nobody has played in yet is not kept; it can be saved elsewhere, to see what chance and the computer did. */
async function begun(terminal) {
  const file = `${terminal.state}/begun.record`;
  if (!/(Your move|vous) ?:/.test(await terminal.screen())) return null;
  if (!existsSync(file)) await terminal.type(`save ${file}`);
  return existsSync(file) ? file : null;
}

/** Plays our side with an adviser against the computer of the screen; returns the record of the finished game. */
async function playToTheEnd(terminal, game, seat, nodes) {
  const own = (record) => record.tokens.filter((token) => token.startsWith(`${seat}:`)).length;
  let adviser = null;
  let played = 0;
  let asked = Date.now();
  try {
    for (;;) {
      const [finished] = terminal.kept("finished");
      if (finished) return finished;
      const file = terminal.kept()[0] ?? (await begun(terminal));
      const record = file && readRecord(file);
      // Our turn: what we wrote last was played, and nobody else is to act.
      if (record && own(record) === played && isOurTurn(record, seat)) {
        adviser ??= new Adviser(record.game);
        await terminal.type(await adviser.move(seat, record.tokens, nodes));
        played++;
        asked = Date.now();
      } else {
        // A move that costs a piece is asked for twice.
        if (/> (No|Non) /.test(await terminal.screen())) await terminal.keys("Down", "Enter");
        assert.ok(Date.now() - asked < 30_000, `${game} stands still:\n${await terminal.screen()}`);
        await pause(4);
      }
    }
  } finally {
    adviser?.close();
  }
}

/** Whether this seat alone is to act after these tokens: in a set-up that both make at once the computer is let before us. */
function isOurTurn(record, seat) {
  try {
    const legal = bivouac("legal", record.game.split(" ")[0], ...record.tokens).trimEnd().split("\n");
    return legal.every((line) => line.startsWith(`${seat} `));
  } catch {
    return false; // the file was replaced while it was read
  }
}

/** `width` and `height` are those of the drawn board. */
const games = [
  { game: "kriegspiel", seat: "F", nodes: 300, columns: 80, rows: 24, width: 58, height: 34, lang: "en" },
  { game: "chevaliers", seat: "S", nodes: 300, columns: 100, rows: 30, width: 29, height: 16, lang: "fr" },
  { game: "chars", seat: "V", nodes: 60, columns: 120, rows: 40, width: 50, height: 21, lang: "en" },
  { game: "paris", seat: "G", nodes: 300, columns: 90, rows: 28, width: 42, height: 18, lang: "fr" },
  { game: "belligerants", seat: "J", nodes: 60, columns: 80, rows: 24, width: 68, height: 16, lang: "en" },
];
const ended = { fr: /Victoire, |Partie nulle : /, en: /Victory, |Drawn: / };

describe("whole games against level 1", { concurrency: games.length + 1 }, () => {
  for (const { game, seat, nodes, columns, rows, width, height, lang } of games)
    test(game, { timeout: 240_000 }, async (t) => {
      const terminal = new Terminal({ columns, rows });
      t.after(() => terminal.close());
      await terminal.run("play", game, "--against", "level:1", "--seed", "7", "--lang", lang, "--ascii");
      const record = await playToTheEnd(terminal, game, seat, nodes);
      await terminal.until(ended[lang]);
      await terminal.keys("Escape"); // what comes next is offered
      await pause(200); // the terminal may still be drawing
      const screen = await terminal.screen();
      // The record is complete, the rules agree with its result, and nothing is left to be resumed.
      assert.match(bivouac("verify", record), /every token is legal|everything is correct/);
      assert.notEqual(readRecord(record).result, "*");
      assert.doesNotMatch(readRecord(record).result, /resigned|agreed/);
      assert.deepEqual(terminal.kept(), []);
      // The screen shows the board as it stands at the end: every line of it that fits.
      const shown = screen.split("\n").slice(1, 1 + Math.min(height, rows - 7)).map((line) => line.slice(0, width).trimEnd());
      const board = new Set(boardLines(record, width));
      for (const line of shown) assert.ok(board.has(line), `'${line}' is not on the board:\n${screen}`);
      await terminal.keys("F10");
      await terminal.until("ended with 0");
      t.diagnostic(`${readRecord(record).tokens.length} tokens, ${readRecord(record).result}`);
    });

  test("kriegspiel at a server, its turns sent when they are complete", { timeout: 240_000 }, async (t) => {
    const server = await new Server().open();
    t.after(() => server.close());
    const table = await server.table("kriegspiel", { A: "computer:1" });
    const terminal = new Terminal();
    t.after(() => terminal.close());
    await terminal.run("play", "--server", server.url, table, "--name", "Ada", "--lang", "en");
    await terminal.until("All players are there");
    await terminal.keys("F5");
    const adviser = new Adviser(bivouac("transcript", "kriegspiel", "--seed", "1").split("\n")[0].slice("game ".length));
    t.after(() => adviser.close());
    const typed = [];
    let asked = Date.now();
    for (;;) {
      const { tokens, result } = await server.history(table);
      if (result) break;
      const told = tokens.filter((token) => token.startsWith("F:")).length;
      const all = [...tokens, ...typed.slice(told).map((token) => `F:${token}`)];
      const waiting = typed.length > told && !isOurTurn({ game: "kriegspiel", tokens: all }, "F");
      const screen = await terminal.screen();
      if (!waiting && /Your move|Your turn is not complete/.test(screen) && isOurTurn({ game: "kriegspiel", tokens: all }, "F")) {
        const token = await adviser.move("F", all, 60);
        await terminal.type(token);
        typed.push(token);
        asked = Date.now();
      } else {
        assert.ok(Date.now() - asked < 30_000, `it stands still:\n${screen}`);
        await pause(5);
      }
    }
    await terminal.until(/Victory, |Drawn: /);
    const { tokens, result } = await server.history(table);
    assert.match(result, /^F (0|1|1\/2) A (0|1|1\/2) /);
    assert.doesNotMatch(result, /resigned|agreed|time|abandoned/);
    assert.deepEqual(tokens.filter((token) => token.startsWith("F:")), typed.map((token) => `F:${token}`));
    t.diagnostic(`${tokens.length} tokens, ${result}`);
  });
});
