// Pieces and terms have the names that the leaflets give them, one in each language, in the rules' own texts, the pages, the rule books and the lessons. names.json
// is the table: the name, and the spellings that stood somewhere else before.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const root = new URL("../..", import.meta.url);
const table = JSON.parse(readFileSync(new URL("names.json", import.meta.url), "utf8"));

/** The texts of both languages in a file: what is written as {"fr", "en"}, say("fr", "en"), "fr": … or a whole book. */
function texts(file, source) {
  const prose = source.replace(/!\[\[.*?\]\]/g, "");
  if (/\.fr\.md$/.test(file)) return { fr: [prose], en: [] };
  if (/\.en\.md$/.test(file)) return { fr: [], en: [prose] };
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
  const folders = [`src/games/${game}`, `src/search/${game}`, `web/src/games/${game}`, `web/books/${game}`];
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
      for (const language of ["fr", "en"]) {
        assert.ok(all[language].toLowerCase().includes(name[language].toLowerCase()), `nothing says ${name[language]}`);
      }
    }
  });
}

/** What the pages and the program say of every game: names that only one of them has. */
test("the catalogues of all games", () => {
  const words = readdirSync(new URL("web/src/words/", root)).map((name) => [name.slice(0, 2), `web/src/words/${name}`]);
  const files = [...words, ["fr", "data/rule-errors.fr.txt"], ["fr", "data/errors.fr.txt"], ["fr", "docs/jouer.md"], ["en", "docs/playing.md"], ["fr", "LISEZMOI.md"], ["en", "README.md"]];
  const names = Object.values(table).flat().filter(({ everywhere }) => everywhere);
  assert.ok(names.length > 5);
  for (const [language, file] of files) {
    const said = readFileSync(new URL(file, root), "utf8");
    for (const name of names) {
      const wrong = name.not[language] && new RegExp(`.{0,40}(?:${name.not[language]}).{0,20}`, "u").exec(said);
      assert.ok(!wrong, `${file}: “${wrong?.[0]}” should speak of ${name[language]}`);
    }
  }
});

test("a wrong name is found", () => {
  assert.deepEqual(texts("a.c", '{"le dépôt", "the dump"}'), { fr: ["le dépôt"], en: ["the dump"] });
  assert.deepEqual(texts("a.json", '{"x":{"fr":"le dépôt","en":"the dump"}}'), { fr: ["le dépôt"], en: ["the dump"] });
});
