// Moving server: people go on playing in a database what they began in a folder, and in a folder again. Needs
// BIVOUAC_POSTGRES (tests/postgres/start).
// runs: postgres
import { test, after } from "node:test";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openServer, program, cluster, enter, begin, caughtUp, chooser, playAny } from "./client.mjs";

const place = mkdtempSync(join(tmpdir(), "bivouac-move-"));
after(() => rmSync(place, { recursive: true, force: true }));

/** A folder with a configuration: none of a database's unless it is named. */
function folder(name, store = "") {
  const made = join(place, name);
  spawnSync("mkdir", ["-m", "700", made]);
  writeFileSync(join(made, "bivouac.conf"), store && `store = ${store}\n`);
  return made;
}

function database() {
  const name = `moved_${process.pid}`;
  const made = spawnSync("psql", [cluster, "-qc", `CREATE DATABASE ${name}`], { encoding: "utf8" });
  assert.equal(made.status, 0, made.stderr);
  return cluster.replace(/\/[^/?]*\?/, `/${name}?`);
}

const run = (...words) => spawnSync(program, [...words, "--lang", "en"], { encoding: "utf8", timeout: 60000 });

test("a server moves into a database and back, and nobody notices", { skip: !cluster && "there is no PostgreSQL" }, async () => {
  const url = database();
  const homes = [folder("old"), folder("node", url), folder("back")];
  const where = [`sqlite:${homes[0]}`, url, `sqlite:${homes[2]}`];
  const choose = chooser(5);
  let server = await openServer(program, { data: homes[0] });
  const [ada, bob] = [await enter(server.url, "Ada"), await enter(server.url, "Bób ♞")];
  assert.equal((await ada.http("POST", "/api/v1/account", { name: "Ada", password: "a horse in a stable" })).status, 201);
  const table = await begin(ada, { game: "chevaliers", public: true }, { S: ada, O: bob });
  const over = await begin(ada, { game: "paris", public: true }, { G: ada, B: bob, N: bob });
  await ada.will({ do: "resign", table: over });
  const play = async () => {
    for (let i = 0; i < 6; i++) {
      await caughtUp(ada, bob);
      const [seat] = ada.latest(table).toAct;
      await playAny({ S: ada, O: bob }[seat], table, seat, choose);
    }
    await bob.will({ do: "say", table, text: "là-bas 🐎" });
  };
  const read = async (one, path) => {
    const answer = await one.http("GET", `/api/v1/${path}`);
    assert.equal(answer.status, 200, path);
    return answer.body;
  };
  const all = async () => {
    const shown = [];
    for (const one of [ada, bob])
      for (const path of [`tables/${table}`, `tables/${table}/history?since=0`, "me", "records?game=paris", `people/${ada.person}`])
        shown.push(await read(one, path));
    // When a session was last seen is of the moment.
    return JSON.parse(JSON.stringify(shown, (key, value) => (["clock", "seen", "online", "present", "here"].includes(key) ? undefined : value)));
  };
  await play();
  const digests = [];
  for (const next of [1, 2]) {
    for (const one of [ada, bob]) one.leave();
    const busy = run("migrate", where[next - 1], where[next]);
    assert.equal(busy.status, 1);
    assert.match(busy.stderr, next === 1 ? /another bivouac serve keeps this folder/ : /a server is open on it/);
    const before = await all();
    const end = await server.close();
    assert.deepEqual([end.code, end.errors], [0, ""]);
    const moved = run("migrate", where[next - 1], where[next]);
    assert.equal(moved.status, 0, moved.stderr);
    digests.push(/the data are identical: ([0-9a-f]{64})/.exec(moved.stdout)[1]);
    const checked = run("backup", "--check", "--store", where[next]);
    assert.match(checked.stdout, /2 tables, [0-9]+ events, no errors/);
    const twice = run("migrate", where[next - 1], where[next]);
    assert.match(twice.stderr, /there is a store already/);
    server = await openServer(program, { data: homes[next], port: server.port });
    assert.deepEqual(await all(), before);
    for (const one of [ada, bob]) await one.connect();
    for (const one of [ada, bob]) await one.will({ do: "subscribe", table });
    await play();
  }
  assert.notEqual(digests[0], digests[1]); // they played between
  for (const one of [ada, bob]) one.leave();
  await server.close();
});
