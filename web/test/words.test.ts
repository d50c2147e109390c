/** Every sentence of the server is in both languages, is used, and comes from the catalogues. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gameIds, games } from "../src/games";
import { editors } from "../src/games/editors";
import { en as englishServer } from "../src/words/en";
import { board as englishBoard } from "../src/words/en-board";
import { analysis as englishAnalysis } from "../src/words/en-analysis";
import { correspondence as englishCorrespondence } from "../src/words/en-correspondence";
import { tournaments as englishTournaments } from "../src/words/en-tournaments";
import { admin as englishAdmin } from "../src/words/en-admin";
import { learning as englishLearning } from "../src/words/en-learning";
import { online as englishOnline } from "../src/words/en-online";
import { offline as englishOffline } from "../src/words/en-offline";
import { reminders as englishReminders } from "../src/words/en-reminders";
import { people as englishPeople } from "../src/words/en-people";
import { replaying as englishReplay } from "../src/words/en-replay";
import { fill } from "../src/words/fill";
import { fr as frenchServer } from "../src/words/fr";
import { board as frenchBoard } from "../src/words/fr-board";
import { analysis as frenchAnalysis } from "../src/words/fr-analysis";
import { correspondence as frenchCorrespondence } from "../src/words/fr-correspondence";
import { tournaments as frenchTournaments } from "../src/words/fr-tournaments";
import { admin as frenchAdmin } from "../src/words/fr-admin";
import { learning as frenchLearning } from "../src/words/fr-learning";
import { online as frenchOnline } from "../src/words/fr-online";
import { offline as frenchOffline } from "../src/words/fr-offline";
import { reminders as frenchReminders } from "../src/words/fr-reminders";
import { people as frenchPeople } from "../src/words/fr-people";
import { replaying as frenchReplay } from "../src/words/fr-replay";

const fr = { ...frenchServer, ...frenchAnalysis, ...frenchCorrespondence, ...frenchTournaments, ...frenchAdmin, ...frenchLearning, ...frenchOnline, ...frenchOffline, ...frenchPeople, ...frenchReminders, ...frenchReplay };
const en = { ...englishServer, ...englishAnalysis, ...englishCorrespondence, ...englishTournaments, ...englishAdmin, ...englishLearning, ...englishOnline, ...englishOffline, ...englishPeople, ...englishReminders, ...englishReplay };

/** Catalogues that come with a folder of pages. */
const later = { analysis: frenchAnalysis, correspondence: frenchCorrespondence, tournaments: frenchTournaments, admin: frenchAdmin, learn: frenchLearning, online: frenchOnline, offline: frenchOffline, people: frenchPeople, reminders: frenchReminders, replay: frenchReplay };

const root = process.cwd().endsWith("web") ? process.cwd() : join(process.cwd(), "web");
/** The sources below a folder, named from there. */
function sourcesBelow(folder: string): { name: string; text: string }[] {
  const names = readdirSync(join(root, "src", folder), { recursive: true }).map(String);
  return names.filter((name) => /\.tsx?$/.test(name)).map((name) => ({ name, text: readFileSync(join(root, "src", folder, name), "utf8") }));
}

const files = [...sourcesBelow("pages"), ...sourcesBelow("stage")];

/** Keys that are put together: `level.${n}`. */
const made = [
  /^theme\.(system|light|dark|contrast)$/,
  /^level\.[1-8](\.hint)?$/,
  /^presence\.(here|slow)$/,
  /^seek\.pace\.(live|correspondence)$/,
  /^box\.against\.(computer|screen)$/,
  /^connection\.(connecting|lost|elsewhere|gone)$/,
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
  /^reminders\.quiet-(from|to)$/,
];

/** What a sentence is filled with. The `number` that a verb agrees with is a matter of one language. */
const holes = (sentence: string) => [...sentence.matchAll(/\{(?!number\|)(\w+)/g)].map((one) => one[1]).sort();

test("both languages have the same keys and fill the same holes", () => {
  assert.deepEqual(Object.keys(en).sort(), Object.keys(fr).sort());
  for (const key of Object.keys(fr) as (keyof typeof fr)[]) {
    assert.notEqual(fr[key].trim(), "", key);
    assert.deepEqual([...new Set(holes(en[key]))], [...new Set(holes(fr[key]))], key);
  }
});

const sourcesOf = (folder: string) => sourcesBelow(folder).map(({ name, text }) => ({ name: join(folder, name), text }));

test("the board says only what is in its catalogue, in both languages alike", () => {
  assert.deepEqual(Object.keys(englishBoard).sort(), Object.keys(frenchBoard).sort());
  for (const key of Object.keys(frenchBoard) as (keyof typeof frenchBoard)[]) assert.deepEqual(holes(englishBoard[key]), holes(frenchBoard[key]), key);
  const sources = sourcesOf("board");
  assert.deepEqual(sources.filter(({ text }) => /\bsay\(\s*["`]|\bfr: ["`]/.test(text)).map(({ name }) => name), []);
  const used = new Set(sources.flatMap(({ text }) => [...text.matchAll(/"([a-z][\w.-]*)"/g)].map((one) => one[1] ?? "")));
  assert.deepEqual(Object.keys(frenchBoard).filter((key) => !used.has(key) && !/^light\./.test(key)), []);
});

test("what a game's folder says inline is in both languages, and the French is spaced as French is", () => {
  const said = sourcesOf("games").flatMap(({ name, text }) => [...text.matchAll(/\bsay\(\s*"((?:[^"\\]|\\.)*)",\s*"((?:[^"\\]|\\.)*)",?\s*\)/g)].map(([, fr = "", en = ""]) => ({ name, fr, en })));
  assert.ok(said.length > 150, `${said.length} found`);
  for (const { name, fr, en } of said) {
    assert.notEqual(fr.trim(), "", `${name}: ${en}`);
    assert.notEqual(en.trim(), "", `${name}: ${fr}`);
    assert.doesNotMatch(fr, /[^\s][!?;](\s|$)/, `${name}: ${fr}`);
    assert.deepEqual(holes(en), holes(fr), name);
  }
});

/** The folders that a folder of sources may import from, besides itself and the files of the root. `words` and `board` know no page. */
const mayImport: Record<string, string[]> = {
  words: ["."],
  engine: ["."],
  games: [".", "board", "words"],
  board: [".", "engine", "games", "words"],
  session: [".", "engine", "games"],
  books: [".", "engine", "games", "words"],
  offline: ["."],
};

test("no folder imports from one that imports from it", () => {
  const wrong = Object.entries(mayImport).flatMap(([folder, allowed]) =>
    sourcesOf(folder).flatMap(({ name, text }) =>
      [...text.matchAll(/^(?:import|export) (?!type )[^;]*?from "((?:\.\.\/)+[^"]+)"/gm)].flatMap(([, path = ""]) => {
        const target = join(name, "..", path);
        const to = target.includes("/") ? (target.split("/")[0] ?? "") : ".";
        return to === folder || allowed.includes(to) || to.startsWith("..") ? [] : [`${name} imports ${target}`];
      }),
    ),
  );
  assert.deepEqual(wrong, []);
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
