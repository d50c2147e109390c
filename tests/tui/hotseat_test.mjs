/** Several people before one screen: each sees and plays their own side alone, and what is kept can always be read. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import path from "node:path";
import { describe, test } from "node:test";
import { Terminal, bivouac, pause, program, readRecord } from "./terminal.mjs";

const together = { concurrency: 3 };
const secret = [
  { game: "chars", seats: ["V", "G"], titles: ["Green", "Grey"], alien: "A=78" },
  { game: "belligerants", seats: ["J", "R"], titles: ["Yellow", "Pink"], alien: "EM=a13" },
];

async function open(t, options, ...words) {
  const terminal = new Terminal({ columns: 120, rows: 45, ...options });
  t.after(() => terminal.close());
  await terminal.run("play", ...words, "--lang", "en");
  return terminal;
}

const sitTogether = (t, game, options = {}) => open(t, options, game, "--against", "person", "--seed", "3", "--ascii");
const verified = (file) => assert.match(bivouac("verify", file), /every token is legal|everything is correct/);

/** The whole set-up of a seat; `share` says which of the legal tokens it takes. */
function setUp(game, seat, share, before = []) {
  const tokens = [];
  for (;;) {
    const legal = bivouac("legal", game, ...before, ...tokens).match(new RegExp(`^${seat} \\S+=\\S+$`, "gm"));
    if (!legal) return tokens;
    tokens.push(legal[Math.floor((legal.length - 1) * share)].replace(" ", ":"));
  }
}

async function typeAll(terminal, tokens) {
  for (const token of tokens) await terminal.type(token.split(":")[1]);
}

/** Until so many tokens are kept. */
async function untilKept(terminal, count) {
  for (let i = 0; terminal.tokens().length < count; i++) {
    assert.ok(i < 3000, `${terminal.tokens().length} of ${count} tokens are kept`);
    await pause(10);
  }
}

describe("a secret phase on one device", together, () => {
  for (const { game, seats, titles, alien } of secret) {
    test(`${game}: keys and words play one's own side alone`, async (t) => {
      const terminal = await sitTogether(t, game);
      await terminal.until(`Your move: ${titles[0]}`);
      for (let i = 0; i < 8; i++) await terminal.keys("Tab", "Enter");
      await terminal.type(`${seats[1]} ${alien}`);
      await terminal.until(`'${seats[1]} ${alien}' is not legal here`);
      await terminal.keys("Escape");
      await terminal.type(alien);
      await terminal.until(`'${alien}' is not legal here`);
      await terminal.keys("Escape");
      await terminal.until((screen) => !screen.includes(alien));
      await terminal.keys("F4");
      assert.ok(!(await terminal.until("Legal moves")).includes(alien));
      const [file] = terminal.kept();
      const { tokens } = readRecord(file);
      assert.ok(tokens.length > 0 && tokens.every((token) => token.startsWith(`${seats[0]}:`)), tokens.join(" "));
      verified(file);
    });

    test(`${game}: the second sees the same, whatever the first has done`, async (t) => {
      const screens = [];
      for (const share of [0.2, 0.9]) {
        const terminal = await sitTogether(t, game);
        await terminal.until(`Your move: ${titles[0]}`);
        const tokens = setUp(game, seats[0], share);
        await typeAll(terminal, tokens);
        await untilKept(terminal, tokens.length);
        const [file] = terminal.kept();
        const curtain = await terminal.until("Other players look away");
        await terminal.keys("Enter");
        await terminal.until(`Your move: ${titles[1]}`);
        await pause(300); // the terminal may still be drawing
        screens.push([curtain, await terminal.colours()]);
        verified(file);
      }
      assert.deepEqual(screens[0], screens[1]);
    });

    test(`${game}: killed while the second sets up, the second is asked for, and both set-ups are whole`, async (t) => {
      const terminal = await sitTogether(t, game);
      await terminal.until(`Your move: ${titles[0]}`);
      const first = setUp(game, seats[0], 0.5);
      const second = setUp(game, seats[1], 0.5, first);
      await typeAll(terminal, first);
      await terminal.until("Other players look away");
      await terminal.keys("Enter");
      await terminal.until(`Your move: ${titles[1]}`);
      await typeAll(terminal, second.slice(0, 3));
      await untilKept(terminal, first.length + 3);
      const [file] = terminal.kept();
      await terminal.signal("SIGKILL");
      await terminal.until("ended with 137");
      const again = await open(t, { state: terminal.state }, game, "--ascii");
      assert.doesNotMatch(await again.until("on one device"), /\d+ moves/);
      await again.keys("Enter");
      await again.until(new RegExp(`${titles[1]} to play[^]*Other players look away`));
      await again.keys("F2", "Tab", "Space");
      await again.keys("Enter");
      await again.until(`Your move: ${titles[1]}`);
      await again.keys("F2");
      await again.until("Nothing to take back");
      assert.deepEqual(readRecord(file).tokens, [...first, ...second.slice(0, 3)]);
      await typeAll(again, second.slice(3));
      await untilKept(again, first.length + second.length);
      const { tokens } = readRecord(file);
      assert.deepEqual(tokens.slice(0, first.length + second.length), [...first, ...second]);
      verified(file);
    });

    test(`${game}: line by line it is the same`, (t) => {
      const place = new Terminal();
      t.after(() => place.close());
      const record = path.join(place.state, "one.record");
      const play = (lines, ...words) => {
        const { stdout, status } = spawnSync(program, ["play", ...words, "--plain", "--against", "person", "--lang", "en", "--ascii"], { input: `${lines.join("\n")}\n`, encoding: "utf8" });
        assert.equal(status, 0);
        return stdout;
      };
      const first = setUp(game, seats[0], 0.5).map((token) => token.split(":")[1]);
      const told = play([`${seats[1]} ${alien}`, alien, "list", `save ${record}`, "quit"], game);
      assert.match(told, /That seat is not to act now/);
      assert.match(told, new RegExp(`'${alien}' is not legal here`));
      assert.doesNotMatch(told, new RegExp(`^${seats[1]}:`, "m"));
      assert.deepEqual(readRecord(record).tokens, []);
      const handed = play([...first, "", "undo", "hint", `save ${record}`, "quit"], game);
      assert.match(handed, new RegExp(`${titles[1]} to play: other players look away`));
      assert.match(handed, /Nothing to take back/);
      assert.match(handed, new RegExp(`^.*${titles[1]} \\(${seats[1]}\\) > ${seats[1]} \\S+=`, "m"));
      assert.deepEqual(readRecord(record).tokens, first.map((token) => `${seats[0]}:${token}`));
      verified(record);
      const again = play(["", "quit"], "--resume", record);
      const curtain = again.indexOf(`${titles[1]} to play: other players look away`);
      assert.ok(curtain >= 0 && curtain < again.indexOf(`${titles[1]} (${seats[1]}) >`), "who comes back is asked first");
    });
  }
});

/* ---- Whatever keys are pressed ------------------------------------------------------------------------------------ */

/** What people do with their fingers, and what nobody would. */
const gestures = [
  (draw) => [...Array(draw(6)).fill("Tab"), "Enter", "Tab", "Enter"],
  (draw) => [...Array(draw(6)).fill("BTab"), "Enter", "Enter"],
  (draw) => ["F4", ...Array(draw(9)).fill("Down"), "Enter"],
  () => ["Space", "Enter"],
  () => ["F2"],
  () => ["F1", "Down", "Escape"],
  (draw) => ["Up", "Down", "Left", "Right", "PPage", "NPage"].slice(draw(6)),
  (draw) => [..."G A=78 R EM=a13 1-2.".slice(draw(12))].map((letter) => (letter === " " ? "Space" : letter)).concat("Enter", "C-u", ...Array(20).fill("BSpace")),
  (draw) => Array.from({ length: 8 }, () => ["Enter", "Escape", "Tab", "BSpace", ".", "e"][draw(6)]),
];

/** Numbers that are the same every time. */
function lots(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A screen that asks one seat shows no token of the other side of a game with secrets. */
function expectNoSecrets(screen, record, seats) {
  const prompt = /^ (\S+)> /m.exec(screen)?.[1];
  if (!seats.includes(prompt) && !/Other players look away/.test(screen)) return;
  for (const one of record.tokens) {
    const [seat, token] = one.split(":");
    if (!seats.includes(seat) || seat === prompt || token.length < 3) continue;
    assert.ok(!screen.includes(`${seat} ${token}`), `${prompt ?? "the curtain"} sees '${seat} ${token}':\n${screen}`);
  }
}

describe("any keys in any order", together, () => {
  for (const [seed, game] of ["kriegspiel", "chevaliers", "chars", "paris", "belligerants"].entries())
    test(game, { timeout: 120_000 }, async (t) => {
      const terminal = await sitTogether(t, game, { environment: { TERM: "xterm-256color" } });
      await terminal.until("Your move");
      // After the end any key may begin another game: what was played is the finished one.
      const file = () => terminal.kept("finished")[0] ?? terminal.kept()[0];
      const seats = secret.find((one) => one.game === game)?.seats ?? [];
      const draw = lots(seed + 1);
      for (let i = 0; i < 150 && !terminal.kept("finished").length; i++) {
        if (draw(4) === 0) await terminal.click(draw(70), 1 + draw(32));
        await terminal.keys(...gestures[draw(gestures.length)](draw), ...gestures[draw(gestures.length)](draw));
        // What is on the screen was kept before: the tokens of both sides are known.
        const screen = await terminal.screen();
        if (!file()) continue;
        expectNoSecrets(screen, readRecord(file()), seats);
        if (i % 30 === 29) verified(file());
      }
      await terminal.signal("SIGKILL");
      await terminal.until("ended with 137");
      const { tokens } = readRecord(file());
      assert.ok(tokens.length > 5, tokens.join(" "));
      verified(file());
      t.diagnostic(`${tokens.length} tokens`);
    });
});
