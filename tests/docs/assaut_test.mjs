// The worked example of docs/adding-a-game.md shows what is in examples/assaut, line for line.
import { test } from "node:test";
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../web/docs/site.mjs";

const folder = join(root, "examples/assaut");
const files = ["", "search", "web"]
  .flatMap((part) => readdirSync(join(folder, part), { withFileTypes: true }).filter((one) => one.isFile()).map((one) => join(folder, part, one.name)))
  .map((path) => readFileSync(path, "utf8"));
const blocks = [...readFileSync(join(root, "docs/adding-a-game.md"), "utf8").matchAll(/^```\w*\n(.*?)^```/gms)].map(([, block]) => block);

test("what the page shows is in the example as it stands", () => {
  const [commands, ...shown] = blocks.filter((block) => !block.includes(" ID_"));
  assert.match(commands, /^tests\/sixth_game /);
  assert.ok(shown.length > 10);
  for (const block of shown) assert.ok(files.some((text) => text.includes(block)), `not in examples/assaut:\n${block}`);
});

test("the functions of a game are those of core/game.h, all of them", () => {
  const plain = (text) => text.replaceAll(/\s+/g, " ");
  const header = readFileSync(join(root, "src/core/game.h"), "utf8");
  const [, struct] = /^struct bv_game \{\n(.*?)^\};/ms.exec(header);
  const declared = [...plain(struct.replaceAll(/\/\*.*?\*\//gs, "")).matchAll(/(?<=[;}] ?|^ )([\w *]+?)\(\*(\w+)\)(\([^;]*\));/g)].map(([, type, name, rest]) => plain(`${type}ID_${name}${rest};`).trim());
  const listed = blocks.filter((block) => block.includes(" ID_") || block.includes("*ID_")).flatMap((block) => plain(block).split(/(?<=;) /).map((one) => one.trim()).filter(Boolean));
  assert.ok(declared.length > 15);
  assert.deepEqual(listed.sort(), declared.sort());
});

test("the table says how many lines the example has", () => {
  const page = readFileSync(join(root, "docs/adding-a-game.md"), "utf8");
  const lines = (...paths) => paths.reduce((sum, path) => sum + readFileSync(join(folder, path), "utf8").split("\n").length - 1, 0);
  const all = (part) => readdirSync(join(folder, part)).filter((name) => !name.endsWith(".patch")).map((name) => join(part, name));
  const rules = ["state.h", "board.c", "rules.c", "text.c", "draw.c", "events.c", "facts.c", "game.c"];
  const said = [...page.matchAll(/^\| [^|]*\| [^|]*\| (\d+) \|/gm)].map(([, number]) => Number(number));
  assert.deepEqual(said, [lines("rules.md"), lines("classic.board"), lines(...rules), lines(...all("search")), lines("clauses.c"), lines(...all("web")), lines(...all("books"))]);
});
