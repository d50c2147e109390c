// Damage is found: a token changed in the file, an empty or cut file, a table whose chain of checksums is broken. The check,
// the backup and the start say so, that table is closed and all others are played on.
import { test, after } from "node:test";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pass } from "node:timers/promises";
import { openServer, program, enter, begin, caughtUp, chooser, playAny } from "./client.mjs";

const place = mkdtempSync(join(tmpdir(), "bivouac-damage-"));
const servers = [];
after(async () => {
  for (const server of servers) await server.close();
  rmSync(place, { recursive: true, force: true });
});

const run = (...words) => spawnSync(program, words, { encoding: "utf8", timeout: 60000 });
const check = (data) => run("backup", "--data", data, "--check", "--lang", "en");

/** Where SQLite's file was when the server closed: two tables, of which the first is to be damaged. */
async function played(name) {
  const data = join(place, name);
  const server = await openServer(program, { data });
  const [ada, bob] = [await enter(server.url, "Ada"), await enter(server.url, "Bob")];
  const tables = [];
  const choose = chooser(3);
  for (let i = 0; i < 2; i++) {
    const table = await begin(ada, { game: "chevaliers", public: true }, { S: ada, O: bob });
    tables.push(table);
    for (let j = 0; j < 6; j++) {
      await caughtUp(ada, bob);
      const [seat] = ada.latest(table).toAct;
      await playAny({ S: ada, O: bob }[seat], table, seat, choose);
    }
  }
  for (const one of [ada, bob]) one.leave();
  const end = await server.close();
  assert.equal(end.errors, "");
  return { data, file: join(data, "bivouac.db"), tables };
}

/** The first text that a pattern finds, changed to as many other bytes wherever it stands: pages have copies in places that are
 *  used no more. */
function change(file, pattern, into) {
  const text = readFileSync(file).toString("latin1");
  const found = pattern.exec(text);
  assert.ok(found, `${pattern} stands in the file`);
  const changed = into(found);
  assert.ok(changed !== found[0] && changed.length === found[0].length);
  writeFileSync(file, Buffer.from(text.replaceAll(found[0], changed), "latin1"));
}

const last = (text) => text.at(-1);
const changes = {
  "a token that is nonsense": [/play S [^ ]+ [^ ]+ [a-z]\d+-[a-z]\d+/, ([text]) => text.replace(/[a-z]\d+-[a-z]\d+$/, (token) => "?".repeat(token.length))],
  "a token that looks as good": [/play S [^ ]+ [^ ]+ [a-z]\d+-[a-z]\d+/, ([text]) => text.slice(0, -1) + (last(text) === "1" ? "2" : "1")],
  "its key": [/play S [^ ]+ [^ ]+ [a-z]\d+-[a-z]\d+/, ([text]) => text.replace(/. (?=[a-z]\d+-)/, (end) => (end === "a " ? "b " : "a "))],
};

for (const [name, [pattern, into]] of Object.entries(changes))
  test(`${name} is found by the check, the backup and the start`, async () => {
    const { data, file, tables } = await played(`changed ${name}`);
    const sound = check(data);
    assert.equal(sound.status, 0, sound.stderr);
    assert.match(sound.stdout, /2 tables, [0-9]+ events, no errors/);
    change(file, pattern, into);
    const found = check(data);
    assert.equal(found.status, 1, found.stdout);
    assert.match(found.stderr, /is damaged: events [0-9]+ [0-9]+ is not what was written/);
    const copy = join(place, `${name}.db`);
    const backup = run("backup", "--data", data, copy);
    assert.equal(backup.status, 1, backup.stdout);
    assert.match(backup.stderr, /is damaged/);
    assert.deepEqual([existsSync(copy), existsSync(`${copy}.part`)], [false, false]);
    const moved = run("migrate", data, join(place, `${name} moved`));
    assert.equal(moved.status, 1, moved.stdout);
    assert.match(moved.stderr, /is damaged/);
    assert.equal(existsSync(join(place, `${name} moved`)), false);

    const server = await openServer(program, { data });
    servers.push(server);
    for (let i = 0; i < 100 && !server.errors().includes("tables-checked"); i++) await pass(50);
    assert.match(server.errors(), /level=error event=table-is-damaged table=\w+ reason=.*is not what was written/);
    assert.match(server.errors(), /event=tables-checked unfinished=2 damaged=1/);
    const damaged = /event=table-is-damaged table=(\w+)/.exec(server.errors())[1];
    assert.ok(tables.includes(damaged));
    const ada = await enter(server.url, "Eve");
    const answers = {};
    for (const table of tables) answers[table] = await ada.http("GET", `/api/v1/tables/${table}`);
    for (const table of tables) assert.equal(answers[table].status, table === damaged ? 503 : 200);
    assert.equal(answers[damaged].body.code, "unreadable");
    assert.equal(answers[damaged].body.detail, undefined, "the reason is for the admins");
    assert.ok(!JSON.stringify(answers[damaged].body).includes(data));
    ada.leave();
  });

test("an empty file is not a new server, and neither is one cut short", async () => {
  const { data, file } = await played("emptied");
  const good = join(place, "good.db");
  copyFileSync(file, good);
  for (const size of [0, 1, 100, 4096, 5 * 4096]) {
    copyFileSync(good, file);
    truncateSync(file, size);
    const refused = run("serve", "--port", "0", "--data", data);
    assert.equal(refused.status, 1, refused.stdout);
    assert.match(refused.stderr, /is damaged/);
    assert.equal(readFileSync(file).length, size, "it is left as it is");
    assert.equal(check(data).status, 1);
  }
});

test("a server that dies while it makes its store makes it the next time", async () => {
  const data = join(place, "half");
  mkdirSync(data, { mode: 0o700 });
  // Killed at any moment, from before the file is there to after.
  for (let i = 0; i < 12; i++) {
    const child = spawnSync("timeout", ["-s", "KILL", (0.002 * (i + 1)).toFixed(3), program, "serve", "--port", "0", "--data", data]);
    assert.notEqual(child.status, 1, String(child.stderr));
  }
  const server = await openServer(program, { data });
  assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
  await server.close();
  assert.equal(check(data).status, 0);
});

test("migrate looks before it touches anything", () => {
  const [from, to] = [join(place, "nobody's"), join(place, "nowhere")];
  const before = readdirSync(place).sort();
  for (const words of [[from, to], [`sqlite:${from}`, `sqlite:${to}`], [from, "postgresql://nobody@127.0.0.1:1/none"]]) {
    const moved = run("migrate", ...words);
    assert.equal(moved.status, 1);
    assert.match(moved.stderr, /there is no store here/);
  }
  mkdirSync(from);
  assert.equal(run("migrate", from, to).status, 1);
  assert.deepEqual(readdirSync(from), [], "no lock is left in a folder without a store");
  rmSync(from, { recursive: true });
  assert.deepEqual(readdirSync(place).sort(), before);
});

test("pages that cannot be read are missed on the terminal", async () => {
  const web = join(place, "web");
  mkdirSync(web);
  for (const [folder, why] of [[join(place, "none"), /No such file/], [web, /No such file/]]) {
    const server = await openServer(program, { data: join(place, "pages"), options: ["--web", folder] });
    assert.match(server.errors(), /^bivouac: the pages for browsers cannot be read: .*/m);
    assert.match(server.errors(), why);
    await server.close();
  }
});
