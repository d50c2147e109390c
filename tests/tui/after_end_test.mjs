/** After the end: who has won and how, looking at it again, playing again; and what is kept, deleted and renamed. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Terminal, bivouac, program, readRecord } from "./terminal.mjs";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";

async function open(t, options, ...words) {
  const terminal = new Terminal(options);
  t.after(() => terminal.close());
  return terminal.run("play", ...words, "--lang", "en");
}

async function resign(terminal) {
  await terminal.keys("F8");
  await terminal.until("Resign the game?");
  await terminal.keys("Down", "Enter");
  await terminal.until("The game is over");
}

describe("after the end", { concurrency: 3 }, () => {
  test("it is said who has won; the game is seen again, move by move", { timeout: 60_000 }, async (t) => {
    const terminal = await open(t, {}, "chevaliers", "--against", "person", "--ascii");
    await terminal.until("Your move: Silver");
    const start = (await terminal.screen()).split("\n").slice(1, 17).map((line) => line.slice(0, 29).replaceAll("*", " "));
    for (const token of ["d2~f2", "d13~f13"]) await terminal.type(token);
    await terminal.until("O d13~f13");
    await resign(terminal);
    const over = await terminal.until("Victory, Gold: resignation.");
    assert.match(over, /Look at the game again[^]*Play again[^]*Another game[^]*Leave/);
    assert.doesNotMatch(over, /sides exchanged/, "both sides sit here");
    await terminal.keys("Enter");
    const first = await terminal.until("Move 0 of 2");
    assert.deepEqual(first.split("\n").slice(1, 17).map((line) => line.slice(0, 29)), start);
    await terminal.keys("Right");
    const second = await terminal.until("Move 1 of 2: Silver d2~f2");
    assert.notDeepEqual(second.split("\n").slice(1, 17).map((line) => line.slice(0, 29)), start);
    await terminal.keys("End");
    await terminal.until((screen) => !screen.includes("The game is over") && screen.includes("Victory, Gold"));
    await terminal.keys("Home");
    await terminal.until("Move 0 of 2");
    // Enter offers what comes next again.
    await terminal.keys("Enter");
    await terminal.until("The game is over");
    await terminal.keys("Down", "Enter");
    await terminal.until((screen) => screen.includes("Your move: Silver") && !screen.includes("d2~f2"));
    assert.equal(terminal.kept("finished").length, 1);
    assert.deepEqual(terminal.kept(), []);
  });

  test("against the computer sides are exchanged, and another game is chosen", { timeout: 60_000 }, async (t) => {
    const terminal = await open(t, {}, "paris", "--against", "level:1");
    await terminal.until("Your move: Garrison");
    await resign(terminal);
    await terminal.until("You have lost. Victory, Besiegers: resignation.");
    await terminal.keys("Down", "Down", "Enter");
    await terminal.until(/Garrison: computer, level 1/);
    await terminal.until("Your move: White");
    await resign(terminal);
    await terminal.keys("Down", "Down", "Down", "Enter");
    await terminal.until("five French war games");
    await terminal.keys("q");
    await terminal.until("ended with 0");
  });
});

describe("what is kept", { concurrency: 3 }, () => {
  test("a game that was only opened is not", { timeout: 60_000 }, async (t) => {
    const terminal = await open(t, {}, "kriegspiel", "--against", "level:1", "--side", "A", "--seed", "4");
    await terminal.until("Your move");
    await terminal.keys("F10");
    const screen = await terminal.until("ended with 0");
    assert.doesNotMatch(screen, /saved/);
    assert.deepEqual(terminal.kept(), []);
  });

  test("games are renamed, resumed by their name, and deleted", { timeout: 60_000 }, async (t) => {
    const terminal = await open(t, {}, "chevaliers", "--against", "level:1");
    await terminal.until("Your move");
    await terminal.type("d2~f2");
    await terminal.until(/O \S+/);
    await terminal.keys("F10");
    await terminal.until("ended with 0");
    const again = new Terminal({ state: terminal.state });
    t.after(() => again.close());
    await again.run("play", "--lang", "en");
    await again.until("Resume");
    await again.keys("r");
    await again.until("The name of the game");
    await again.text("../evil");
    await again.keys("Enter");
    await again.until("Another name: a name without");
    for (let i = 0; i < 7; i++) await again.keys("BSpace");
    await again.text("Sunday");
    await again.keys("Enter");
    await again.until(/Resume Sunday, .*computer, level 1/);
    assert.deepEqual(again.kept().map((file) => file.split("/").at(-1)), ["Sunday.record"]);
    await again.keys("Enter");
    await again.until((screen) => screen.includes("Silver> ") || /S> /.test(screen));
    await again.keys("F10");
    await again.until("ended with 0");
    const third = new Terminal({ state: terminal.state });
    t.after(() => third.close());
    await third.run("play", "--lang", "en");
    await third.until("Resume Sunday");
    await third.keys("d");
    await third.until("Delete this game?");
    await third.keys("Enter");
    await third.until("Resume Sunday");
    await third.keys("d");
    await third.until("Delete this game?");
    await third.keys("Down", "Enter");
    await third.until((screen) => screen.includes("five French war games") && !screen.includes("Resume"));
    assert.deepEqual(third.kept(), []);
  });

  test("both armies of a side are played by one, and resumed", { timeout: 60_000 }, async (t) => {
    const terminal = await open(t, {}, "paris", "--against", "level:1", "--side", "BN");
    await terminal.until("Your move: White");
    await terminal.type("b3-a4");
    await terminal.until(/B b3-a4/);
    await terminal.keys("F10");
    await terminal.until("ended with 0");
    const [file] = terminal.kept();
    assert.deepEqual(readFileSync(file, "utf8").match(/^player \S+ level:1$/gm), ["player G level:1"]);
    const again = new Terminal({ state: terminal.state });
    t.after(() => again.close());
    await again.run("play", "paris", "--lang", "en");
    await again.until(/Resume .*computer, level 1/);
    await again.keys("Enter");
    await again.until(/Garrison: computer, level 1/);
    for (const [side, why] of [["X", /--side names sides or seats, with commas: G BN B N, not 'X'/], ["B", /one whole side/]])
      assert.throws(() => bivouac("play", "paris", "--plain", "--against", "level:1", "--side", side), why);
  });
});

describe("bivouac rules", () => {
  const books = new URL("../../web/books/", import.meta.url).pathname;
  for (const game of readdirSync(books))
    for (const lang of ["fr", "en"])
      test(`${game}, ${lang}: every heading, every diagram with its caption, no line too long`, () => {
        const printed = execFileSync(program, ["rules", game, "--lang", lang, "--ascii"], { encoding: "utf8", maxBuffer: 1 << 22 });
        const source = readFileSync(`${books}${game}/rules.${lang}.md`, "utf8");
        const diagrams = JSON.parse(readFileSync(`${books}${game}/diagrams.json`, "utf8"));
        const flat = printed.replace(/\s+/g, " ");
        for (const [, heading] of source.matchAll(/^#+ (.*)$/gm)) assert.ok(printed.split("\n").includes(heading), heading);
        for (const [, name] of source.matchAll(/^!\[\[(.*)\]\]$/gm)) assert.ok(flat.includes(diagrams[name].caption[lang].replace(/\s+/g, " ")), name);
        assert.doesNotMatch(printed, /\[[A-Z]\d+|!\[\[|`/);
        for (const line of printed.split("\n")) assert.ok([...line].length <= 80, line);
        // As many boards are drawn as there are diagrams: each is the drawing of its position.
        for (const { position, seats, options, as } of Object.values(diagrams)) {
          const words = [...(position ? ["--position", position] : []), ...(seats ? ["--seats", String(seats)] : []), ...Object.entries(options ?? {}).flatMap(([name, value]) => ["--set", `${name}=${value}`]), ...(as ? ["--seat", as] : [])];
          const drawn = bivouac("show", game, ...words, "--ascii").split("\n").slice(0, 10).join("\n");
          assert.ok(printed.includes(drawn), drawn);
        }
      });
});
