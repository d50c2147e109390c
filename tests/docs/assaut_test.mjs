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
  const [commands, ...shown] = blocks;
  assert.match(commands, /^tests\/sixth_game /);
  assert.ok(shown.length > 10);
  for (const block of shown) assert.ok(files.some((text) => text.includes(block)), `not in examples/assaut:\n${block}`);
});
