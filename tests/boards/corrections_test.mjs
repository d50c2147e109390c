// The owner of a box corrects a board: what a picture could show is accepted and played, and what is wrong is named, with its line, in both languages.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

const program = process.env.BIVOUAC ?? "build/bivouac";
const folder = mkdtempSync(join(tmpdir(), "bivouac-boards-"));
const path = join(folder, "mine.board");
after(() => rmSync(folder, { recursive: true }));

const builtIn = (game, name) => execFileSync(program, ["board", "print", game, name], { encoding: "utf8" });
const check = (language) => spawnSync(program, ["board", "check", path, "--lang", language], { encoding: "utf8" });

/** The file with other signs on its map, each as row from the top, column, sign. */
function painted(file, ...signs) {
  const lines = file.split("\n");
  const top = lines.indexOf("map:") + 1;
  for (const [row, column, sign] of signs) {
    const line = lines[top + row];
    const cells = line.trim().split(/ +/);
    cells[column] = sign;
    lines[top + row] = /^ */.exec(line)[0] + cells.join(" ");
  }
  return lines.join("\n");
}

const set = (file, key, value) => file.replace(new RegExp(`^(${key} +).*$`, "m"), `$1${value}`);

const paris = builtIn("paris", "portes");
const chevaliers = builtIn("chevaliers", "1969");
const chars = builtIn("chars", "1975");
const kriegspiel = builtIn("kriegspiel", "standard");
const belligerants = builtIn("belligerants", "riviere");

const good = {
  paris: [
    painted(paris, [8, 3, "#"], [7, 3, "3"]), // a circle elsewhere
    painted(paris, [8, 0, "#"]), // a wall more
    painted(paris, [10, 3, "."], [10, 2, "#"]), // a wall elsewhere
    paris.replace("f5 S h5", "f5 SW h5"),
    paris.replace("f5 S h5", "f5 S\n    SE h5").replace("f12 N h12", "f12 N\n    NE h12"),
    paris.replace("    W E\n", ""),
    paris.replace("    W E\n", "    W E\n    N S\n"),
    painted(paris, [15, 1, "G"], [15, 11, "C"]), // starting places
    painted(paris, [13, 1, "."], [12, 2, "S"]),
    set(paris, "officers", "9"),
    set(paris, "lift-moves", "30"),
    set(paris, "storm-officers", "3"),
  ],
  chevaliers: [
    painted(chevaliers, [4, 2, "."], [4, 4, "."], [9, 1, "~"], [9, 5, "~"]), // four ponds on one line
    painted(chevaliers, [13, 3, "."], [13, 0, "C"]),
    painted(chevaliers, [10, 0, "M"], [10, 1, "K"]),
    set(chevaliers, "quiet", "50"),
  ],
  chars: [
    chars.replace("    G G G G G G G G G G\n    V V V V V V V V V V", "    . . . . . . . . . .\n    . . . . . . . . . ."),
    painted(chars, [5, 0, "G"], [4, 9, "V"]),
    set(chars, "guns", "4"),
    set(set(chars, "die-red", "2"), "die-black", "4"),
    set(chars, "white-shots", "0"),
  ],
  kriegspiel: [
    painted(kriegspiel, [10, 3, ".."], [10, 2, "4C"]),
    painted(kriegspiel, [5, 3, "--"]),
    painted(kriegspiel, [9, 1, "4S"], [1, 6, "4s"]),
    set(kriegspiel, "range", "3 1 4"),
  ],
  belligerants: [
    painted(belligerants, [7, 1, "~"], [7, 2, "."]), // a bridge elsewhere
    painted(belligerants, [8, 1, "."], [8, 2, ".*"]),
    painted(belligerants, [10, 12, "."], [13, 8, "Y"]),
    belligerants.replace("EM 1 1000", "EM 1 2000"),
    belligerants.replace("CN TK\n\nquiet", "CN\n\nquiet"),
  ],
};

for (const [game, files] of Object.entries(good))
  test(`${game}: corrections are accepted and played`, () => {
    for (const file of files) {
      writeFileSync(path, set(file, "name", "mine"));
      const { status, stderr } = check("en");
      assert.equal(status, 0, stderr);
      assert.match(execFileSync(program, ["transcript", game, "--seed", "3", "--board", path], { encoding: "utf8" }), /^= /m);
    }
  });

/** Each with what the program says of it. */
const bad = [
  [set(paris, "a1", "blue"), "'a1' is white or black"],
  [painted(paris, [5, 3, "."]), "must take at least 36"],
  [paris.replace("    . g . k", "    . g k"), "fewer than 12 squares"],
  [painted(paris, [3, 3, "x"]), "d13 must be one of"],
  [painted(paris, [7, 3, "3"]), "draws a circle for the second time"],
  [painted(paris, [8, 3, "#"]), "must show the circles 1 to 8"],
  [painted(paris, [11, 1, "S"]), "must show 12 of S"],
  [painted(paris, [13, 1, "."], [12, 1, "S"]), "not of the colour of the army"],
  [paris.replace("f5 S h5", "e5 S g5"), "two white and two black squares"],
  [paris.replace("f5 S h5", "f5 S c4"), "an exit is beside a wall or at the edge"],
  [paris.replace("W E", "W X"), "from circle to circle or square"],
  [paris.replace("W E", "a5 b5"), "joins two squares"],
  [paris.replace("    S SW W NW N NE", "    S SW W\n    N NE"), "join all circles"],
  [set(paris, "circles", "s SW W NW N NE E SE"), "one or two capital letters"],
  [set(paris, "officers", "13"), "a number from 1 to 12"],
  [paris.replace(/^lift-moves.*\n/m, ""), "'lift-moves' is missing"],
  [painted(chevaliers, [6, 3, "~"]), "needs 4 ponds (~) and has 5"],
  [painted(chevaliers, [13, 0, "C"]), "needs 1 castle of Silver (C) and has 2"],
  [painted(chevaliers, [10, 1, "."]), "needs 12 Men-at-Arms of Silver (M) and has 11"],
  [painted(chevaliers, [0, 6, ". ."]), "more than 7 squares"],
  [painted(chars, [5, 0, "."]), "both are equally large"],
  [painted(chars, [3, 3, "v"]), "cannot be G below v"],
  [painted(chars, [5, 5, "Z"]), "is g, G, ., V or v"],
  [set(chars, "guns", "40"), "a number from 1 to 9"],
  [painted(kriegspiel, [9, 1, "4S"]), "the same plates"],
  [painted(kriegspiel, [9, 1, "6S"]), "a plate holds 1 to 5 soldiers"],
  [painted(kriegspiel, [9, 0, "5S"]), "at most 6 soldier"],
  [set(kriegspiel, "hexagons", "square"), "'rows' or 'columns'"],
  [set(kriegspiel, "range", "3 1"), "three numbers"],
  [painted(belligerants, [8, 1, "."]), "has 17 crossroads, not 18"],
  [painted(belligerants, [14, 12, "Y*"]), "cannot be in a camp"],
  [painted(belligerants, [14, 12, "."]), "the yellow camp has 14 squares, not 15"],
  [painted(belligerants, [7, 1, "~"], [7, 4, "~"], [7, 8, "~"], [7, 11, "~"]), "no walker can reach"],
  [painted(belligerants, [5, 5, "q"]), "a square is one of"],
  [belligerants.replace("SO 3", "SO 4"), "16 pawns, not 15"],
  [belligerants.replace("TK MI SO", "TK MI SO AM"), "the ambulance is taken by nobody"],
];

test("what is wrong is named, in both languages", () => {
  for (const [file, words] of bad) {
    writeFileSync(path, file);
    const english = check("en");
    const french = check("fr").stderr;
    assert.equal(english.status, 1, words);
    assert.ok(english.stderr.includes(words), `${english.stderr} should say: ${words}`);
    assert.match(english.stderr, /mine\.board:\d+: /);
    assert.match(french, /mine\.board:\d+: /);
    assert.doesNotMatch(french.replaceAll(path, ""), /\b(the|and|has|have|must|needs|squares|of)\b/, "is in French");
  }
});
