// Command lines in documents: every `bivouac …` names a command that exists, with options that it has; the table of settings is
// that of the program.
import { test } from "node:test";
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../web/docs/site.mjs";

const program = process.env.BIVOUAC ?? join(root, "build/bivouac");
const documents = execFileSync("git", ["ls-files", "*.md"], { cwd: root, encoding: "utf8" }).trim().split("\n");
const said = (...words) => spawnSync(program, words, { encoding: "utf8", env: { ...process.env, LC_ALL: "C.UTF-8" } }).stdout;

/** The command lines of a document, in blocks and in running text, a line that goes on with a backslash as one. */
function* linesOf(text) {
  const blocks = [...text.matchAll(/^ *```\w*\n(.*?)^ *```/gms)].flatMap(([, block]) => block.replaceAll(/\\\n/g, " ").split("\n"));
  const spans = [...text.replaceAll(/^ *```\w*\n.*?^ *```/gms, "").matchAll(/`([^`]+)`/g)].map(([, span]) => span.replaceAll("\n", " "));
  const indented = [...text.matchAll(/^ {4}(bivouac .*)$/gm)].map(([, line]) => line);
  // What stands in a pipe, after `sh -c '` or behind a prompt is a command as well.
  for (const line of [...blocks, ...spans, ...indented])
    for (const [, command] of line.matchAll(/(?:^|[|;&('`] *)(?:\$ |build\/)?(?:[A-Z]+=\S+ )?(bivouac [^|;&`]*)/g)) yield command.replace(/ #.*/, "").trim();
}

/** Words of the shell, quotes taken off; what follows two blanks in a list of commands explains. */
const wordsOf = (line) => [...line.split(/ {2,}|\t/)[0].matchAll(/'[^']*'|"[^"]*"|\S+/g)].map(([word]) => word.replace(/^(['"])(.*)\1$/, "$2"));

const commands = new Set(said("complete", "").match(/^[a-z][a-z-]*/gm));
/** Documents also speak of what the program writes: `bivouac record 1` begins a record, `bivouac 1` a conversation. */
const isSpeech = (words) => /^\d+(\\n|$)/.test(words[1]) || (/^(record|transcript|commitment|throw|notes)$/.test(words[1]) && /^\d+(\\n|$)/.test(words[2] ?? ""));
const helps = new Map();

function helpOf(command) {
  if (!helps.has(command)) helps.set(command, said(command, "--help"));
  return helps.get(command);
}

test("every command line names a command and options that exist", () => {
  assert.ok(commands.size > 20);
  const wrong = [];
  let seen = 0;
  for (const file of documents)
    for (const line of linesOf(readFileSync(join(root, file), "utf8"))) {
      const words = wordsOf(line);
      const [, command, ...rest] = words;
      if (!command || /^[A-Z…]/.test(command) || isSpeech(words)) continue;
      if (["--version", "--help"].includes(command)) continue;
      seen++;
      if (!commands.has(command)) wrong.push(`${file}: ${line}: there is no command ${command}`);
      else
        for (const option of rest.flatMap((word) => /^\[?(--[a-z][a-z-]*)/.exec(word)?.[1] ?? []))
          if (!new RegExp(`${option}(?![a-z-])`).test(helpOf(command))) wrong.push(`${file}: ${line}: ${command} has no ${option}`);
    }
  assert.deepEqual(wrong, []);
  assert.ok(seen > 100, `only ${seen} lines were looked at`);
});

test("every script that a document names is there, and can be run", () => {
  const wrong = [];
  for (const file of documents)
    for (const [, path] of readFileSync(join(root, file), "utf8").matchAll(/(?<![\w/.-])((?:\.\/(?:run|test|bench)|(?:tools|tests|packaging)\/[\w/-]+)(?:\.\w+)?)(?![\w/*…])/g))
      if (!existsSync(join(root, path)) && !/^(tests\/games\/ID|tests\/server\/\w+_$)/.test(path)) wrong.push(`${file}: ${path}`);
  assert.deepEqual(wrong, []);
});

test("the table of settings is that of the program, with its defaults", () => {
  const settings = new Map([...said("serve", "--print-config").matchAll(/^#([a-z-]+) *=(.*)$/gm)].map(([, key, value]) => [key, value.trim()]));
  const [section] = /^## Configuration\n.*?(?=^## )/ms.exec(readFileSync(join(root, "docs/hosting.md"), "utf8"));
  const table = new Map([...section.matchAll(/^\| `([a-z-]+)` \|([^|]*)\|/gm)].map(([, key, value]) => [key, value.trim()]));
  assert.ok(settings.size > 20);
  for (const [key, value] of settings) assert.equal(table.get(key), value, `docs/hosting.md: ${key}`);
});
