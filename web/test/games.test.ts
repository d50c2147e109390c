/** A game is its folder: nothing else in the client names one. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gameIds, games } from "../src/games";
import { editors } from "../src/games/editors";

const root = join(process.env.BIVOUAC_ROOT ?? "..", "web/src");
const registries = ["games/index.ts", "games/editors.ts", "games/styles.css"];

/** Ids and names of the games as words of their own, small letters or large. */
const names = [...new Set(gameIds.flatMap((id) => [id, games[id].words.name.fr, games[id].words.name.en, games[id].lid.title]))];
const named = new RegExp(`(?<![\\p{L}\\p{N}])(${names.join("|")})(?![\\p{L}\\p{N}])`, "iu");

function namesIn(path: string, text: string): string[] {
  return text.split("\n").flatMap((line, i) => (named.test(line) ? [`${path}:${i + 1}: ${line.trim()}`] : []));
}

test("no file outside the folders of the games names a game", () => {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath ?? one.path, one.name).slice(root.length + 1));
  const shared = files.filter((path) => !registries.includes(path) && !gameIds.some((id) => path.startsWith(`games/${id}/`)));
  assert.ok(shared.length > 150 && shared.length < files.length - 30, `${shared.length} of ${files.length} files`);
  assert.deepEqual(shared.flatMap((path) => namesIn(path, readFileSync(join(root, path), "utf8"))), []);
});

test("a name is found wherever it stands", () => {
  const [id] = gameIds;
  for (const line of [`if (game === "${id}") return;`, `.board-${id} .glyph {}`, `/** As in ${games[id].words.name.fr}. */`, `  ${id}: 3,`, `t("phase.${id}.move")`])
    assert.equal(namesIn("a", line).length, 1, line);
  assert.deepEqual(namesIn("a", `${id}x comparison un${id}`), []);
});

test("no game takes from the folder of another", () => {
  for (const id of gameIds)
    for (const name of readdirSync(join(root, "games", id)).filter((one) => /\.tsx?$/.test(one)))
      for (const [, from = ""] of readFileSync(join(root, "games", id, name), "utf8").matchAll(/from "(\.\.\/[^"]+)"/g))
        assert.ok(/^\.\.\/(game|editor)$|^\.\.\/\.\.\/(board|words|model)/.test(from) || from.includes(`boards/${id}/`), `${id}/${name}: ${from}`);
});

test("every game has a folder, an editor and a board", () => {
  for (const id of gameIds) {
    const { boards, lid } = games[id];
    assert.equal(games[id].id, id);
    assert.ok(editors[id].pieces.length > 0 && lid.title === lid.title.toUpperCase());
    assert.ok(boards.files[boards.usual]?.includes(`game ${id}`));
  }
});

test("the styles of every game are in the list", () => {
  const listed = [...readFileSync(join(root, "games/styles.css"), "utf8").matchAll(/"\.\/(\w+)\/style\.css"/g)].map((one) => one[1]);
  assert.deepEqual(listed, gameIds);
});
