// Pieces and terms have the names that the leaflets give them, one in each language, in the rules' own texts, the pages, the rule books and the lessons. names.json
// is the table: the name, and the spellings that stood somewhere else before.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const root = new URL("../..", import.meta.url);
const table = JSON.parse(readFileSync(new URL("names.json", import.meta.url), "utf8"));

/** The texts of both languages in a file: what is written as {"fr", "en"}, say("fr", "en"), "fr": … or a whole book. */
function texts(file, source) {
  if (/\.fr\.md$/.test(file)) return { fr: [source], en: [] };
  if (/\.en\.md$/.test(file)) return { fr: [], en: [source] };
  if (file.endsWith(".json")) {
    const found = { fr: [], en: [] };
    const walk = (value) => {
      if (typeof value !== "object" || value === null) return;
      for (const [key, inner] of Object.entries(value)) {
        if ((key === "fr" || key === "en") && typeof inner === "string") found[key].push(inner);
        else walk(inner);
      }
    };
    walk(JSON.parse(source));
    return found;
  }
  const text = `"((?:[^"\\\\]|\\\\.)*)"(?:\\s*"((?:[^"\\\\]|\\\\.)*)")*`;
  const open = file.endsWith(".c") ? "\\{" : "\\(";
  const found = { fr: [], en: [] };
  for (const [, fr, , en] of source.matchAll(new RegExp(`${open}\\s*${text}\\s*,\\s*${text}`, "g"))) {
    found.fr.push(fr);
    found.en.push(en);
  }
  return found;
}

function catalogues(game) {
  const folders = [`src/games/${game}`, `web/src/games/${game}`, `web/books/${game}`];
  return folders.flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, root), { recursive: true })
      .filter((name) => /\.(c|tsx?|json|md)$/.test(name) && name !== "puzzles.json")
      .map((name) => `${folder}/${name}`),
  );
}

for (const [game, names] of Object.entries(table)) {
  test(`${game}: names as the leaflet has them`, () => {
    const all = { fr: "", en: "" };
    for (const file of catalogues(game)) {
      const said = texts(file, readFileSync(new URL(file, root), "utf8"));
      for (const language of ["fr", "en"]) {
        const words = said[language].join("\n");
        all[language] += `${words}\n`;
        for (const name of names) {
          const wrong = name.not?.[language] && new RegExp(`.{0,40}(?:${name.not[language]}).{0,20}`, "u").exec(words);
          assert.ok(!wrong, `${file}: “${wrong?.[0]}” should speak of ${name[language]}`);
        }
      }
    }
    for (const name of names) {
      if (name.optional) continue;
      for (const language of ["fr", "en"]) {
        assert.ok(all[language].toLowerCase().includes(name[language].toLowerCase()), `nothing says ${name[language]}`);
      }
    }
  });
}

test("a wrong name is found", () => {
  assert.deepEqual(texts("a.c", '{"le dépôt", "the dump"}'), { fr: ["le dépôt"], en: ["the dump"] });
  assert.deepEqual(texts("a.json", '{"x":{"fr":"le dépôt","en":"the dump"}}'), { fr: ["le dépôt"], en: ["the dump"] });
});
