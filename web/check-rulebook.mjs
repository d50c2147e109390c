// Lists every clause of the rule sheets that no paragraph of the rule book covers, for each game and language, clauses that
// no sheet has, and diagrams that are missing or that nobody shows. Fails if there are any.
//   node web/check-rulebook.mjs [GAME…]
import { build } from "esbuild";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const web = dirname(fileURLToPath(import.meta.url));
const sheets = join(web, "../docs/rules");
const out = join(web, "../build/web-tests");
mkdirSync(out, { recursive: true });
const reader = join(out, `book-${process.pid}.mjs`);
await build({ entryPoints: [join(web, "src/books/book.ts")], outfile: reader, format: "esm", logLevel: "warning" });
const { readBook, clausesOf, diagramsOf } = await import(pathToFileURL(reader));

/** The clauses of a sheet, as tools/clauses finds them. */
function clausesOfSheet(game) {
  const text = readFileSync(join(sheets, `${game}.md`), "utf8");
  const letter = text.match(/^- ([A-Z])\d+/m)[1];
  const found = [...text.matchAll(new RegExp(`(?:^- |\\. )(${letter}\\d+b?)(?= \\[)|^- (${letter}\\d+b?)`, "gm"))];
  return new Set(found.map((match) => match[1] ?? match[2]));
}

const wanted = process.argv.slice(2);
const games = readdirSync(sheets)
  .filter((name) => name.endsWith(".md") && name !== "README.md")
  .map((name) => name.slice(0, -3))
  .filter((game) => !wanted.length || wanted.includes(game));
const wrong = [];
let covered = 0;
for (const game of games) {
  const clauses = clausesOfSheet(game);
  const drawn = join(web, `books/${game}/diagrams.json`);
  const diagrams = existsSync(drawn) ? Object.keys(JSON.parse(readFileSync(drawn, "utf8"))) : [];
  for (const language of ["fr", "en"]) {
    const name = `${game}/rules.${language}.md`;
    const file = join(web, "books", name);
    if (!existsSync(file)) {
      wrong.push(`${name}: there is no such book`);
      continue;
    }
    const book = readBook(readFileSync(file, "utf8"), name);
    const said = clausesOf(book);
    const shown = diagramsOf(book);
    for (const clause of clauses) if (!said.has(clause)) wrong.push(`${name}: ${clause} has no paragraph`);
    for (const clause of said) if (!clauses.has(clause)) wrong.push(`${name}: the sheet has no ${clause}`);
    for (const one of shown) if (!diagrams.includes(one)) wrong.push(`${name}: there is no diagram ${one}`);
    for (const one of diagrams) if (!shown.includes(one)) wrong.push(`${name}: the diagram ${one} is not shown`);
    covered += [...clauses].filter((clause) => said.has(clause)).length;
  }
}
for (const line of wrong) console.log(line);
console.log(wrong.length ? `${wrong.length} to mend` : `all clauses are covered in both languages: ${covered} paragraphs or more`);
process.exit(wrong.length ? 1 : 0);
