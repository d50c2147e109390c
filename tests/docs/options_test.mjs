// A rule book names an option in the words of its language, never by its code: no `reach` in a sentence that a player reads.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const root = new URL("../..", import.meta.url);
const read = (path) => readFileSync(new URL(path, root), "utf8");
const games = readdirSync(new URL("src/games/", root), { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : []));

/** The codes of options, their values and reasons, each of which stands before its words in both languages. */
const codesOf = (game) => new Set([...read(`src/games/${game}/game.c`).matchAll(/"([a-z0-9][a-z0-9-]+)",\s*\{"/g)].map(([, code]) => code));

for (const game of games) {
  test(`${game}: no code of an option in the rule book`, () => {
    const codes = codesOf(game);
    assert.ok(codes.size > 2, `${game} has options`);
    for (const name of ["rules.fr.md", "rules.en.md", "options.json", "lesson.json", "diagrams.json"]) {
      const file = `web/books/${game}/${name}`;
      const texts = name.endsWith(".md") ? read(file) : [...read(file).matchAll(/"(?:fr|en)": ?"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text).join("\n");
      for (const [, quoted] of texts.matchAll(/`([^`]+)`/g))
        assert.ok(!codes.has(quoted.split("=").at(-1) ?? ""), `${file} says \`${quoted}\``);
    }
  });
}

/** What the chooser says of the values of a game's options, in one language. */
const valuesOf = (game, language) => {
  const literal = String.raw`"((?:[^"\\]|\\.)*(?:"\s*"(?:[^"\\]|\\.)*)*)"`;
  const found = [...read(`src/games/${game}/game.c`).matchAll(new RegExp(`"[a-z0-9-]+",\\s*\\{${literal},\\s*${literal}\\}`, "g"))];
  return found.map((match) => (match[language === "fr" ? 1 : 2] ?? "").replace(/"\s*"/g, "").toLowerCase());
};

for (const game of games) {
  test(`${game}: the rule book names its options as the chooser does`, () => {
    for (const [language, word] of [["fr", "l'option"], ["en", "the rule option"]]) {
      const values = valuesOf(game, language);
      const book = read(`web/books/${game}/rules.${language}.md`);
      const named = [...book.matchAll(new RegExp(`${word} \\*([^*]+)\\*`, "gi")), ...(game === "paris" ? book.matchAll(/^- \*([^*]+)\*(?: \([^)]*\))? ?:/gm) : [])];
      assert.ok(named.length > 0, `${game} names no option`);
      for (const [, name] of named) assert.ok(values.some((value) => value.includes(name.toLowerCase())), `${game} (${language}): nothing in the chooser says “${name}”`);
    }
  });
}

test("the French pages name no code of a reading of Siège de Paris", () => {
  for (const file of ["docs/jouer.md", "docs/heberger.md"])
    for (const code of ["reach", "either", "orthogonal", "adjacent"]) assert.ok(!read(file).includes(`\`${code}\``), `${file} says ${code}`);
});
