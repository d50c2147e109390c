/** Pages stand above everything else: what they are made of takes nothing from them. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const root = join(process.env.BIVOUAC_ROOT ?? "..", "web/src");
const below = ["words", "engine", "session", "board", "games", "books", "offline"];

test("no part below the pages imports from them", () => {
  for (const folder of below)
    for (const name of readdirSync(join(root, folder), { recursive: true }).map(String).filter((one) => /\.tsx?$/.test(one)))
      assert.doesNotMatch(readFileSync(join(root, folder, name), "utf8"), /^(import|export) [^(]*from "[./]*\/(pages|stage)\//m, `${folder}/${name}`);
});
