/** Small windows: every game says what is asked, shows its rules and its legend, and is played, at each of these sizes. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Terminal, bivouac } from "./terminal.mjs";

const sizes = [[80, 24], [80, 23], [60, 20], [40, 15]];
/** What is asked at the start, a first move, and what the log then says of it; the second sits across. */
const games = [
  { game: "kriegspiel", seat: "F", set: ["--seed", "3"], asked: /Movements left: soldiers 4, cavalry 5, cannons 3\./, title: "Kriegspiel", sign: /5S +plate of five French soldiers/ },
  { game: "chevaliers", seat: "S", set: [], asked: /Move a Knight or a Man-at-Arms\./, title: "Échec aux Chevaliers", sign: /♞ +Silver Knight/ },
  { game: "chars", seat: "V", set: [], asked: /Place the headquarters\./, title: "Bataille de Chars|Tank Battle", sign: /V3 +Green tank of rank 3/ },
  { game: "paris", seat: "G", set: [], asked: /Place the General in the fortress\./, title: "Siège de Paris|Siege of Paris", sign: /@ +Garrison General/ },
  { game: "belligerants", seat: "J", set: [], asked: /Place the Staff\./, title: "Les Belligérants", sign: /TK tk +Yellow's pawn, Pink's pawn/ },
];

/** The screen as one line: what is wrapped is whole again. */
const flat = (screen) => screen.replace(/[│╭╮╰╯─]/g, " ").replace(/\s+/g, " ");

async function open(t, columns, rows, ...words) {
  const terminal = new Terminal({ columns, rows });
  t.after(() => terminal.close());
  return terminal.run("play", ...words);
}

for (const [columns, rows] of sizes)
  describe(`${columns}×${rows}`, { concurrency: 3 }, () => {
    for (const { game, seat, set, asked, title, sign } of games)
      test(game, { timeout: 120_000 }, async (t) => {
        const terminal = await open(t, columns, rows, game, "--against", "person", "--lang", "en", ...set);
        const screen = await terminal.until((now) => asked.test(flat(now)));
        const lines = screen.split("\n").slice(0, rows);
        // The bars are whole: the game above, keys with their whole names below, the writing line between.
        assert.match(lines[0], new RegExp(title));
        assert.match(lines[rows - 1], /^ F1 Rules (F\d \w+( back)? )*F7 Legend (F\d \w+ )*F10 Leave *$/);
        assert.match(lines[rows - 2], /^ [A-Z]> /);

        // What is written is seen at once.
        await terminal.text("zz9");
        await terminal.until(/^ [A-Z]> zz9/m);
        await terminal.keys("Escape");

        // The rules, from the first page to the last.
        await terminal.keys("F1");
        const first = await terminal.until(/ page 1\/\d+/);
        const pages = Number(/page 1\/(\d+)/.exec(first)[1]);
        assert.ok(pages > 5, first);
        await terminal.keys("Space");
        await terminal.until("page 2/");
        await terminal.keys("End");
        await terminal.until(new RegExp(`page (${pages - 1}|${pages})/${pages}`));
        await terminal.keys("q");
        await terminal.until((now) => asked.test(flat(now)));

        // The legend explains the signs; nothing in it is cut off.
        await terminal.keys("F7");
        await terminal.until((now) => /Signs of the board/.test(now) && sign.test(flat(now)));
        await terminal.keys("Escape");
        await terminal.until((now) => asked.test(flat(now)));

        // A first move with the keys alone: its mark is in view, whatever part of the board the window holds.
        await terminal.keys("Tab");
        for (let i = 0; i < 4 && !terminal.tokens().some((token) => token.startsWith(`${seat}:`)); i++) {
          await terminal.keys("Enter");
          await new Promise((resolve) => setTimeout(resolve, 250));
          if (/Which one\?/.test(await terminal.screen())) await terminal.keys("Enter");
          else if (/Touch a marked point/.test(flat(await terminal.screen()))) await terminal.keys("Tab");
          await new Promise((resolve) => setTimeout(resolve, 250));
        }
        const played = terminal.tokens();
        assert.ok(played.length > 0, await terminal.screen());

        // The log has it, beside the board or on its page.
        await terminal.keys("F6");
        await terminal.until((now) => flat(now).includes(played.at(-1).replace(":", " ")));
        await terminal.keys("Escape");
        assert.match(bivouac("verify", terminal.kept()[0]), /every token is legal|everything is correct/);
      });

    test("no page of the legend loses a word", { timeout: 60_000 }, async (t) => {
      const terminal = await open(t, columns, rows, "chevaliers", "--against", "person", "--lang", "fr");
      await terminal.until("À vous");
      await terminal.keys("F7");
      await terminal.until("Signes du plateau");
      const text = [];
      for (let i = 0; i < 60; i++) {
        const page = (await terminal.screen()).split("\n").slice(1, rows - 2).map(flat).filter((line) => line.trim());
        const seen = page.lastIndexOf(text.at(-1) ?? "");
        const fresh = page.slice(seen + 1);
        if (!fresh.length) break;
        text.push(...fresh);
        await terminal.keys("NPage");
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
      for (const sentence of ["toucher la même case encore : s'y arrêter, ou choisir", "rejoindre PLACE (demander à la partager), admettre", "Un camp qui tient le château adverse jusqu'à son tour suivant gagne"])
        assert.ok(flat(text.join(" ")).includes(sentence), `'${sentence}' is not in\n${text.join("\n")}`);
    });
  });

test("who sits across sees the own side below, and Ctrl-T turns the board", { timeout: 60_000 }, async (t) => {
  const terminal = await open(t, 80, 24, "chevaliers", "--against", "level:1", "--side", "O", "--seed", "3", "--lang", "en", "--ascii");
  const above = (screen) => screen.split("\n").slice(1, 17).map((line) => line.slice(0, 29));
  const screen = above(await terminal.until("Your move: Gold"));
  assert.match(screen[1], /^ ?1 .*1 *$/);
  assert.match(screen[14], /^ ?14 .*14 *$/);
  assert.match(screen[0], /g {2}f {2}e {2}d {2}c {2}b {2}a/);
  await terminal.keys("C-t");
  const turned = above(await terminal.until((now) => /^ ?14 /m.test(now.split("\n")[2])));
  assert.match(turned[0], /a {2}b {2}c {2}d {2}e {2}f {2}g/);
  // A click touches the point that is seen there.
  await terminal.keys("C-t");
  await terminal.until((now) => /g {2}f {2}e/.test(now.split("\n")[1]));
  await terminal.type("d11-d10");
  await terminal.until((now) => now.includes("O d11-d10"));
});

test("a touch that does nothing says why", { timeout: 60_000 }, async (t) => {
  const terminal = await open(t, 80, 24, "chevaliers", "--against", "person", "--lang", "en", "--ascii");
  await terminal.until("Your move: Silver");
  await terminal.keys("Tab", "Up", "Up", "Up", "Up", "Enter");
  await terminal.until(/[a-g]\d+: [a-z' ]+\./);
});
