/** The full screen as people use it: sizes, colours, keys, mouse, taking back, secrets, leaving and coming back. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, test } from "node:test";
import { Terminal, bivouac, boardLines, pause, program, readRecord } from "./terminal.mjs";

/** A terminal for a test, gone with it. */
async function open(t, options, ...words) {
  const terminal = new Terminal(options);
  t.after(() => terminal.close());
  await terminal.run("play", ...words);
  return terminal;
}

const together = { concurrency: 3 };
const brackets = /\x1b\[([0-9;]*)m/g;
const codes = (text) => [...text.matchAll(brackets)].map(([, code]) => code);

describe("looks", together, () => {
  test("eighty by twenty-four holds everything, in both languages", async (t) => {
    const french = await open(t, {}, "belligerants", "--against", "level:1", "--lang", "fr");
    const screen = await french.until("À vous : Jaune");
    assert.match(screen, /F1 Règles.*F10 Sortir/);
    assert.match(screen, /^15 R/m);
    assert.match(screen, /a {4}b {4}c.*m/);
    const english = await open(t, {}, "belligerants", "--against", "level:1", "--lang", "en");
    assert.match(await english.until("Your move: Yellow"), /F1 Rules.*F10 Leave/);
  });

  test("a larger window shows the whole board with facts and log beside it", async (t) => {
    const terminal = await open(t, { columns: 120, rows: 40 }, "kriegspiel", "--against", "person", "--seed", "3", "--ascii");
    const screen = await terminal.until("Your move");
    assert.match(screen, /a11 .*\n[^]*a1 /);
    assert.match(screen, /the French: 48 figures/);
  });

  test("a window that is too small says so, and the game goes on when it grows", async (t) => {
    const terminal = await open(t, {}, "paris", "--against", "person", "--lang", "en");
    await terminal.until("Your move");
    await terminal.resize(20, 7);
    await terminal.until(/too\s+small:\s+24×8\s+are\s+needed/);
    await terminal.resize(130, 45);
    await terminal.until((screen) => screen.includes("Your move") && screen.split("\n")[0].length > 20);
    await terminal.type("G=S");
    await terminal.until(/G G=S/);
    await terminal.resize(80, 24);
    await terminal.until((screen) => /G G=S/.test(screen) && /F10 Leave/.test(screen.split("\n")[23]));
  });

  test("no colour where none is wanted, and what matters is seen all the same", async (t) => {
    for (const [environment, words] of [[{ NO_COLOR: "1" }, []], [{}, ["--no-colour"]], [{ TERM: "vt100" }, []]]) {
      const terminal = await open(t, { environment }, "chevaliers", "--against", "person", "--lang", "en", ...words);
      await terminal.until("Your move");
      await terminal.keys("Tab", "Enter");
      const screen = await terminal.until(/[▸>][KM]/);
      assert.match(screen, /[•*]\./);
      for (const code of codes(await terminal.colours())) assert.match(code, /^((0|1|4|7|22|24|27|39|49);?)*$/, `a colour: ${code}`);
    }
  });

  test("sixteen colours are enough", async (t) => {
    // A terminal like xterm's, but of sixteen colours.
    const folder = mkdtempSync(path.join(tmpdir(), "bivouac-terminfo-"));
    t.after(() => rmSync(folder, { recursive: true }));
    const known = execFileSync("infocmp", ["xterm-256color"], { encoding: "utf8" });
    const source = known.replace(/^xterm-256color\|[^,]*/m, "sixteen|a terminal of sixteen colours").replace(/colors#[^,]*/, "colors#16").replace(/pairs#[^,]*/, "pairs#256");
    execFileSync("tic", ["-o", folder, "-"], { input: source });
    const terminal = await open(t, { environment: { TERM: "sixteen", TERMINFO: folder } }, "belligerants", "--against", "person", "--lang", "en");
    await terminal.until("Your move");
    const used = codes(await terminal.colours());
    assert.ok(used.some((code) => /(^|;)(4[0-7]|10[0-7])(;|$)/.test(code)), "there is colour");
    assert.ok(!used.some((code) => /[34]8;5;/.test(code)), "and none beyond sixteen");
  });

  test("plain ASCII, by command or by locale, for every game", async (t) => {
    for (const [environment, words] of [[{}, ["--ascii"]], [{ LC_ALL: "C" }, []]])
      for (const game of ["kriegspiel", "chevaliers", "chars", "paris", "belligerants"]) {
        const terminal = await open(t, { environment }, game, "--against", "person", "--lang", "fr", ...words);
        const screen = await terminal.until("A vous");
        assert.match(screen, /^[\x00-\x7f]*$/, `${game} shows more than ASCII`);
        await terminal.close();
      }
  });

  test("where there is no screen it is played line by line", async (t) => {
    const piped = spawnSync(program, ["play", "chevaliers"], { input: "d2~f2\nquit\n", encoding: "utf8", env: { ...process.env, LC_ALL: "C" } });
    assert.equal(piped.status, 0);
    assert.match(piped.stdout, /Silver: Knight from d2 to f2/i);
    const dumb = await open(t, { rows: 50, environment: { TERM: "dumb" } }, "chevaliers", "--lang", "en");
    await dumb.until(/the terminal 'dumb' cannot show a full screen; playing line by line/);
    await dumb.until("Silver (S) >");
    const wished = await open(t, { rows: 50 }, "chevaliers", "--plain", "--lang", "en");
    await wished.until(/Write a token as in the rules/);
    await wished.type("quit");
    await wished.until("ended with 0");
  });
});

describe("playing", together, () => {
  test("cursor: what may move is taken up, where it may go is marked, and it goes there", async (t) => {
    const terminal = await open(t, { columns: 100, rows: 30 }, "chevaliers", "--against", "person", "--lang", "en");
    await terminal.until("Your move: Silver");
    await terminal.keys("Tab", "Enter");
    const held = await terminal.until(/▸/);
    assert.match(held, /•/);
    await terminal.keys("Escape");
    await terminal.until((screen) => !screen.includes("▸"));
    await terminal.keys("Enter");
    await terminal.until(/▸/);
    await terminal.keys("Tab", "Enter");
    await terminal.until("Your move: Gold");
    assert.equal(readRecord(terminal.kept()[0]).tokens.length, 1);
  });

  test("mouse: a click takes up, another sets down; the bar below can be clicked", async (t) => {
    const environment = { TERM: "xterm-256color" };
    const terminal = await open(t, { environment }, "chevaliers", "--against", "person", "--lang", "en");
    await terminal.until("Your move: Silver");
    // d4: column 4 + 3 × 3 + 1, line 1 + 1 + 14 - 4.
    await terminal.click(14, 12);
    await terminal.until(/▸/);
    await terminal.click(14, 11);
    await terminal.until("Your move: Gold");
    assert.deepEqual(readRecord(terminal.kept()[0]).tokens, ["S:d4-d5"]);
    const bar = (await terminal.screen()).split("\n")[23];
    await terminal.click(bar.indexOf("Undo"), 23);
    await terminal.until("Taken back.");
    assert.deepEqual(terminal.kept(), [], "nothing is left of it");
  });

  test("several meanings of one touch are offered with words", async (t) => {
    const terminal = await open(t, { columns: 100, rows: 40 }, "kriegspiel", "--against", "person", "--seed", "3", "--lang", "en");
    await terminal.until("Your move");
    await terminal.keys("Enter");
    const offered = await terminal.until("Which one?");
    assert.match(offered, /\^[NS]/);
    assert.match(offered, /new facing/);
    await terminal.keys("Down", "Enter");
    await terminal.until(/[FA] [a-i]\d+\^/);
  });

  test("written: completion, what is wrong, help, the list", async (t) => {
    const terminal = await open(t, {}, "chevaliers", "--against", "person", "--lang", "fr");
    await terminal.until("À vous");
    await terminal.text("d2");
    await terminal.until(/d2 +d2-c1 +d2-d1/);
    await terminal.text("~f");
    await terminal.keys("Tab");
    await terminal.until("S> d2~f2");
    await terminal.keys("Enter");
    await terminal.until("À vous : Dorés");
    await terminal.type("d2-d9");
    await terminal.until(/« d2-d9 » n'est pas permis ici. Au plus près : /);
    await terminal.keys("Escape", "F7");
    await terminal.until(/Signes du plateau[^]*Chevalier argenté/);
    await terminal.keys("Escape", "F4");
    await terminal.until("Coups permis");
    await terminal.keys("Enter");
    await terminal.until("À vous : Argentés");
    assert.deepEqual(readRecord(terminal.kept()[0]).tokens, ["S:d2~f2", "O:a11-a10"]);
  });

  test("a turn of several steps is taken back step by step, until the die is thrown", async (t) => {
    const terminal = await open(t, { columns: 100, rows: 40 }, "kriegspiel", "--against", "person", "--seed", "3", "--lang", "en");
    await terminal.until("Your move");
    const throwOfLots = `#${/lot: ([FA])/.exec((await terminal.screen()).split("\n")[0])[1]}`;
    const moves = bivouac("legal", "kriegspiel", throwOfLots).trim().split("\n")[0].split(" ")[1];
    await terminal.type(moves);
    await terminal.until(` ${moves}`);
    assert.deepEqual(terminal.tokens().map((token) => token.split(":")[1]), [throwOfLots, moves]);
    await terminal.keys("F2");
    await terminal.until("Taken back.");
    assert.deepEqual(terminal.kept(), []);
    await terminal.keys("F2");
    await terminal.until("Nothing to take back");
  });

  test("advice comes while the screen stays loaded", async (t) => {
    const terminal = await open(t, {}, "chevaliers", "--against", "person", "--lang", "en");
    await terminal.until("Your move");
    await terminal.keys("F3");
    await terminal.text("a");
    await terminal.until("S> a");
    await terminal.until(/Advice: [a-g]\d/);
    await terminal.until("The reply to fear: ");
    assert.match(await terminal.screen(), /!/, "where it would go is marked");
  });

  test("a game is resigned only when one means it", async (t) => {
    const terminal = await open(t, {}, "paris", "--against", "level:1", "--lang", "en");
    await terminal.until("Your move");
    await terminal.keys("F8");
    await terminal.until("Resign the game?");
    await terminal.keys("Enter");
    await terminal.until((screen) => !screen.includes("Resign the game?"));
    assert.equal(terminal.kept("finished").length, 0);
    await terminal.keys("F8");
    await terminal.until("Resign the game?");
    await terminal.keys("Down", "Enter");
    await terminal.until(/You have lost. Victory, Besiegers: resignation\./);
    assert.equal(readRecord(terminal.kept("finished")[0]).result, "G 0 BN 1 resigned");
  });
});

describe("secrets on one device", together, () => {
  for (const { game, first, second, curtain, width } of [
    { game: "chars", first: "V", second: "G", curtain: /Grey to play[^]*Other players look away/, width: 50 },
    { game: "belligerants", first: "J", second: "R", curtain: /Pink to play[^]*Other players look away/, width: 68 },
  ])
    test(game, async (t) => {
      const terminal = await open(t, { columns: 120, rows: 45 }, game, "--against", "person", "--lang", "en", "--ascii");
      await terminal.until("Your move");
      const placed = [];
      // The first side sets up everything: always its first legal token.
      for (;;) {
        const legal = bivouac("legal", game, ...terminal.tokens()).trim().split("\n").filter((line) => line.startsWith(`${first} `));
        if (!legal.length) break;
        const token = legal[Math.floor(legal.length / 2)].split(" ")[1];
        placed.push(token);
        await terminal.type(token);
        for (let i = 0; terminal.tokens().length < placed.length; i++) {
          assert.ok(i < 2000, "the token was not played");
          await pause(5);
        }
      }
      // Nothing of it on the curtain, nor on the other's screen.
      const hidden = await terminal.until(curtain);
      for (const token of placed) assert.ok(!hidden.includes(token), `${token} is on the curtain`);
      assert.doesNotMatch(hidden, /placed|\d+\/\d+/);
      await terminal.type("");
      await terminal.until(/Your move: (Grey|Pink)/);
      // The second sits across: the board is turned back, to be compared with the drawing.
      const turned = (await terminal.screen()).split("\n");
      await terminal.keys("C-t");
      const screen = await terminal.until((now) => now.split("\n")[1] !== turned[1]);
      const [file] = terminal.kept();
      for (const token of placed) assert.ok(!screen.includes(`${first} ${token}`), `${token} is on the other's screen`);
      assert.doesNotMatch(screen, /Green: .*placed|Yellow: .*placed/);
      const seen = boardLines(file, width, "--seat", second);
      const truth = boardLines(file, width);
      assert.notDeepEqual(seen, truth);
      // Stars mark where one may set something down, and mines: a line with a mine must not stand there as it is.
      const bare = (line) => line.replaceAll("*", " ").trimEnd();
      const shown = screen.split("\n").slice(1, 32).map((line) => line.slice(0, width).trimEnd());
      const allowed = seen.map(bare);
      for (const line of truth.filter((one) => !seen.includes(one))) {
        assert.ok(!shown.includes(line), `the other sees '${line}'`);
        if (!allowed.includes(bare(line))) assert.ok(!shown.map(bare).includes(bare(line)), `the other sees '${line}'`);
      }
      // Taking back would take back what the other has done: there is nothing to take back.
      await terminal.keys("F2");
      await terminal.until("Nothing to take back");
      assert.equal(terminal.tokens().length, placed.length);
    });

  test("a resumed game first asks who sits there", async (t) => {
    const terminal = await open(t, {}, "chars", "--against", "person", "--lang", "en");
    await terminal.until("Your move: Green");
    await terminal.type("A=45");
    await terminal.until("V A=45");
    await terminal.signal("SIGKILL");
    await terminal.until("ended with 137");
    const again = new Terminal({ state: terminal.state });
    t.after(() => again.close());
    await again.run("play", "chars", "--lang", "en");
    await again.until("Resume Tank Battle");
    await again.keys("Enter");
    const curtain = await again.until("Other players look away");
    assert.ok(!curtain.includes("A=45"));
    await again.keys("Enter");
    await again.until("V A=45");
  });
});

describe("leaving and coming back", together, () => {
  test("the list of games: a game is chosen, its terms are set, and it begins", async (t) => {
    const terminal = await open(t, {}, "--lang", "fr");
    await terminal.until("cinq jeux de guerre français");
    await terminal.keys("Down", "Down", "Down", "Enter");
    await terminal.until(/Siège de Paris[^]*◂ l'ordinateur, niveau 3 ▸/);
    await terminal.keys("Left", "Left", "Down", "Right");
    await terminal.until(/niveau 1 : un enfant gagne ▸[^]*◂ Assiégeants ▸/);
    await terminal.keys("Enter");
    await terminal.until(/Garnison : ordinateur, niveau 1/);
    await terminal.until("À vous");
    await terminal.type("b3-a4");
    await terminal.until(/[BN] \S+-\S+/);
    await terminal.keys("Escape");
    await terminal.type("quitter");
    await terminal.until("La partie est enregistrée ; « bivouac play » la reprend.");
    await terminal.until("ended with 0");
    await terminal.until("raw modes: 0");
  });

  test("killed in the middle of a game, it goes on where it was", async (t) => {
    const terminal = await open(t, {}, "chevaliers", "--against", "level:1", "--side", "O", "--seed", "5", "--lang", "en", "--ascii");
    await terminal.until("Your move: Gold");
    await terminal.type("d13~f13");
    await terminal.until((screen) => screen.includes("O d13~f13") && screen.includes("Your move"));
    const before = (await terminal.screen()).split("\n").slice(1, 17);
    const [file] = terminal.kept();
    const { tokens } = readRecord(file);
    await terminal.signal("SIGKILL");
    await terminal.until("ended with 137");
    const again = new Terminal({ state: terminal.state });
    t.after(() => again.close());
    await again.run("play", "--lang", "en", "--ascii");
    await again.until(/Resume Check to the Knights|Resume .*computer, level 1/);
    await again.keys("Enter");
    const screen = await again.until("Your move: Gold");
    assert.match(screen, /Silver: computer, level 1/);
    assert.deepEqual(screen.split("\n").slice(1, 17).map((line) => line.slice(0, 29)), before.map((line) => line.slice(0, 29)));
    assert.deepEqual(readRecord(file).tokens, tokens);
    await again.type("d11-d10");
    await again.until((shown) => shown.includes("O d11-d10") && shown.includes("Your move"));
    assert.ok(readRecord(file).tokens.length > tokens.length);
  });

  test("the terminal is given back however the program ends", async (t) => {
    for (const signal of ["SIGTERM", "SIGHUP", "SIGINT", "SIGABRT", "SIGSEGV"]) {
      const terminal = await open(t, {}, "chars", "--against", "level:1", "--lang", "en");
      await terminal.until("Your move");
      await terminal.type("A=45");
      await terminal.until("V A=45");
      await terminal.signal(signal);
      const screen = await terminal.until("raw modes: 0");
      assert.match(screen, /ended with \d+/);
      assert.ok(!screen.includes("F10 Leave"), `${signal} leaves the screen as it was`);
      assert.equal(terminal.kept().length, 1);
      await terminal.close();
    }
  });

  test("put aside with Ctrl-Z it comes back as it was", async (t) => {
    const terminal = new Terminal();
    t.after(() => terminal.close());
    await terminal.shell();
    await terminal.type(`XDG_STATE_HOME=${terminal.state} ${program} play chevaliers --against person --lang en`);
    await terminal.until("Your move: Silver");
    await terminal.keys("C-z");
    await terminal.until((screen) => screen.includes("Stopped") && !screen.includes("F10 Leave"));
    await terminal.type("fg");
    await terminal.until("Your move: Silver");
    await terminal.type("d2~f2");
    await terminal.until("Your move: Gold");
  });

  test("where nothing can be kept, it is said", async (t) => {
    const terminal = await open(t, { environment: { XDG_STATE_HOME: "/proc/nowhere" } }, "chevaliers", "--against", "person", "--lang", "en");
    await terminal.until("This game cannot be saved");
    await terminal.type("d2~f2");
    await terminal.until("Your move: Gold");
  });

  test("a kept game that cannot be read is said to be so, and the list of games stays open", async (t) => {
    const terminal = await open(t, {}, "chevaliers", "--against", "person", "--lang", "en");
    await terminal.until("Your move");
    await terminal.type("d2~f2");
    await terminal.until("Your move: Gold");
    await terminal.signal("SIGKILL");
    await terminal.until("ended with 137");
    const [file] = terminal.kept();
    writeFileSync(file, readFileSync(file, "utf8").replace("d2~f2", "d2~g9"));
    const again = new Terminal({ state: terminal.state });
    t.after(() => again.close());
    await again.run("play", "--lang", "en");
    await again.until("Resume");
    await again.keys("Enter");
    await again.until(/This game cannot be read[^]*d2~g9[^]*not legal/);
    await again.keys("Escape");
    await again.until("five French war games");
    await again.keys("q");
    await again.until("ended with 0");
  });

  test("a record of one's own is taken up and saved elsewhere", async (t) => {
    const place = new Terminal();
    t.after(() => place.close());
    const record = `${place.state}/one.record`;
    execFileSync(program, ["play", "chevaliers"], { input: `d2~f2\nsave ${record}\nquit\n`, env: { ...process.env, LC_ALL: "C" } });
    await place.run("play", "--resume", record, "--save", `${place.state}/two.record`, "--lang", "en");
    await place.until("Your move: Gold");
    await place.type("d13~f13");
    await place.until("Your move: Silver");
    await place.keys("F10");
    await place.until("ended with 0");
    assert.deepEqual(readRecord(`${place.state}/two.record`).tokens, ["S:d2~f2", "O:d13~f13"]);
    assert.deepEqual(readRecord(record).tokens, ["S:d2~f2"]);
  });
});
