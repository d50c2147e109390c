/** Every sentence of the server is in both languages, is used, and comes from the catalogues. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gameIds, games } from "../src/games";
import { editors } from "../src/games/editors";
import { en as englishServer } from "../src/words/en";
import { analysis as englishAnalysis } from "../src/words/en-analysis";
import { tournaments as englishTournaments } from "../src/words/en-tournaments";
import { admin as englishAdmin } from "../src/words/en-admin";
import { learning as englishLearning } from "../src/words/en-learning";
import { offline as englishOffline } from "../src/words/en-offline";
import { people as englishPeople } from "../src/words/en-people";
import { replaying as englishReplay } from "../src/words/en-replay";
import { fill } from "../src/words/fill";
import { fr as frenchServer } from "../src/words/fr";
import { analysis as frenchAnalysis } from "../src/words/fr-analysis";
import { tournaments as frenchTournaments } from "../src/words/fr-tournaments";
import { admin as frenchAdmin } from "../src/words/fr-admin";
import { learning as frenchLearning } from "../src/words/fr-learning";
import { offline as frenchOffline } from "../src/words/fr-offline";
import { people as frenchPeople } from "../src/words/fr-people";
import { replaying as frenchReplay } from "../src/words/fr-replay";

const fr = { ...frenchServer, ...frenchAnalysis, ...frenchTournaments, ...frenchAdmin, ...frenchLearning, ...frenchOffline, ...frenchPeople, ...frenchReplay };
const en = { ...englishServer, ...englishAnalysis, ...englishTournaments, ...englishAdmin, ...englishLearning, ...englishOffline, ...englishPeople, ...englishReplay };

/** Catalogues that come with a folder of pages. */
const later = { analysis: frenchAnalysis, tournaments: frenchTournaments, admin: frenchAdmin, learn: frenchLearning, offline: frenchOffline, people: frenchPeople, replay: frenchReplay };

const root = process.cwd().endsWith("web") ? process.cwd() : join(process.cwd(), "web");
const pages = join(root, "src/pages");
const files = readdirSync(pages, { recursive: true })
  .map(String)
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(pages, name), "utf8") }));

/** Keys that are put together: `level.${n}`. */
const made = [
  /^theme\.(system|light|dark|contrast)$/,
  /^level\.[1-8](\.hint)?$/,
  /^box\.against\.(computer|screen)$/,
  /^connection\.(connecting|lost|closed|gone)$/,
  /^reason\./,
  /^report\.reason\./,
  /^puzzles\.(grade|kind|ask)\./,
  /^puzzles\.(wrong|onward|right|shown)$/,
  /^replay\.(pace|fall)\./,
  /^analysis\.score\./,
  /^kind\.(swiss|round-robin|arena)(\.text)?$/,
  /^measure\./,
  /^admin\.(figures|people|tables|reports|bans|invitations|announcement|audit)$/,
  /^term\.(day|week|month|year|ever)$/,
  /^audit\./,
];

const holes = (sentence: string) => [...sentence.matchAll(/\{(\w+)/g)].map((one) => one[1]).sort();

test("both languages have the same keys and fill the same holes", () => {
  assert.deepEqual(Object.keys(en).sort(), Object.keys(fr).sort());
  for (const key of Object.keys(fr) as (keyof typeof fr)[]) {
    assert.notEqual(fr[key].trim(), "", key);
    assert.deepEqual([...new Set(holes(en[key]))], [...new Set(holes(fr[key]))], key);
  }
});

/** The texts of every game, by where they stand. */
const ofGames = gameIds.flatMap((id) => [
  ...Object.entries({ ...games[id].words, ...games[id].reasons }).map(([key, text]) => ({ key: `${id} ${key}`, text })),
  ...editors[id].turns.map(({ text: key, title: text }) => ({ key: `${id} ${key}`, text })),
]);

test("the texts of a game are in both languages and fill the same holes", () => {
  for (const { key, text } of ofGames) {
    assert.notEqual(text.fr.trim(), "", key);
    assert.notEqual(text.en.trim(), "", key);
    assert.deepEqual([...new Set(holes(text.en))], [...new Set(holes(text.fr))], key);
    assert.doesNotMatch(text.fr, /[^\s][!?;](\s|$)/, key);
  }
});

test("no key is unused, and none is missing", () => {
  const used = new Set(files.flatMap(({ text }) => [...text.matchAll(/"([a-z][\w.-]*)"/g)].map((one) => one[1] ?? "")));
  const unused = Object.keys(fr).filter((key) => !used.has(key) && !made.some((pattern) => pattern.test(key)));
  assert.deepEqual(unused, []);
  const asked = files.flatMap(({ text }) => [...text.matchAll(/\b(?:t|bothOf)\("([^"]+)"/g)].map((one) => one[1] ?? ""));
  assert.deepEqual(asked.filter((key) => !(key in fr)), []);
});

test("words that come later are said only on pages that bring them", () => {
  for (const [folder, catalogue] of Object.entries(later)) {
    assert.deepEqual(Object.keys(catalogue).filter((key) => key in frenchServer), []);
    const others = files.filter(({ name }) => !name.startsWith(`${folder}/`));
    const said = others.flatMap(({ name, text }) => [...text.matchAll(/"([a-z][\w-]*\.[\w.-]*)"/g)].map((one) => ({ name, key: one[1] ?? "" })));
    assert.deepEqual(said.filter(({ key }) => key in catalogue), []);
  }
});

test("no page says anything that is not in the catalogues", () => {
  const attribute = /\s(?:aria-label|title|placeholder|alt|aria-description)="[^"]*\p{L}/u;
  const found: string[] = [];
  for (const { name, text } of files.filter((one) => one.name.endsWith(".tsx"))) {
    const code = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/\/\/.*$/gm, "").replaceAll("=>", "");
    if (attribute.test(code)) found.push(`${name}: ${attribute.exec(code)?.[0]}`);
    // Letters between a closing and an opening bracket of JSX; what stands in braces is code.
    for (const [, between = ""] of code.matchAll(/>\s*([^<>{}=;()]*\p{L}{2,}[^<>{}=;()]*)\s*</gu))
      if (!/[|&?:]|=>|\bextends\b/.test(between)) found.push(`${name}: ${between.trim()}`);
  }
  assert.deepEqual(found, []);
});

test("French puts a space before its double signs, and no line breaks there", () => {
  for (const [key, sentence] of Object.entries(fr)) assert.doesNotMatch(sentence, /[^\s][!?;](\s|$)/, key);
  assert.equal(fill("fr", "Un conseil ?", {}), "Un conseil\u00a0?");
  assert.equal(fill("en", "{n} {n|day|days}", { n: 0 }) + fill("fr", "{n} {n|jour|jours}", { n: 0 }), "0 days0 jour");
});
