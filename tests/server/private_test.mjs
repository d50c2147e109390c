// What is secret is private on disk: folders, databases, locks, addresses and backups are for their owner alone, whatever the
// umask; what others could read before is closed to them, or refused.
import { test, after } from "node:test";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cluster, openServer, program } from "../launch.mjs";

const place = mkdtempSync(join(tmpdir(), "bivouac-private-"));
const children = [];
after(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(place, { recursive: true, force: true });
});

const mode = (path) => (statSync(path).mode & 0o7777).toString(8);
const run = (...words) => spawnSync(program, [...words], { encoding: "utf8", timeout: 60000 });

/** A server under an umask. */
async function serve(umask, data, ...options) {
  const server = await openServer(program, { data, options, under: ["/bin/sh", "-c", `umask ${umask}; exec "$0" "$@"`], inFolder: true });
  children.push(server.child);
  return {
    log: server.errors,
    close: async () => assert.equal((await server.close()).code, 0, server.errors()),
  };
}

for (const umask of ["000", "022", "077", "0777"])
  test(`a new server is private under the umask ${umask}`, async () => {
    const data = join(place, `new-${umask}`);
    const server = await serve(umask, data);
    assert.equal(mode(data), "700");
    const files = readdirSync(data).sort();
    assert.deepEqual(files, ["address", "bivouac.db", "bivouac.db-shm", "bivouac.db-wal", "bivouac.lock"]);
    for (const file of files) assert.equal(mode(join(data, file)), "600", file);
    const copy = join(place, `copy-${umask}.db`);
    const backup = spawnSync("/bin/sh", ["-c", `umask ${umask}; exec "$0" backup --data "$1" "$2"`, program, data, copy], { encoding: "utf8" });
    assert.equal(backup.status, 0, backup.stderr);
    assert.equal(mode(copy), "600");
    await server.close();
    const back = join(place, `back-${umask}`);
    const restored = spawnSync("/bin/sh", ["-c", `umask ${umask}; exec "$0" restore --data "$1" "$2"`, program, back, copy], { encoding: "utf8" });
    assert.equal(restored.status, 0, restored.stderr);
    assert.equal(mode(back), "700");
    assert.equal(mode(join(back, "bivouac.db")), "600");
    const moved = join(place, `moved-${umask}`);
    const migrated = spawnSync("/bin/sh", ["-c", `umask ${umask}; exec "$0" migrate "$1" "$2"`, program, back, moved], { encoding: "utf8" });
    assert.equal(migrated.status, 0, migrated.stderr);
    assert.equal(mode(moved), "700");
    for (const file of readdirSync(moved)) assert.equal(mode(join(moved, file)), "600", file);
    assert.doesNotMatch(server.log(), /permissions-tightened/, "nothing was open");
  });

test("what others could read is closed to them, and the log says so", async () => {
  const data = join(place, "lax");
  await (await serve("077", data)).close();
  chmodSync(data, 0o755);
  for (const file of readdirSync(data)) chmodSync(join(data, file), 0o644);
  writeFileSync(join(data, "privacy.txt"), "a text of the host's own");
  const server = await serve("022", data);
  assert.match(server.log(), /event=permissions-tightened .*lax.*bivouac\.db/);
  assert.equal(mode(data), "700");
  for (const file of readdirSync(data)) if (file !== "privacy.txt") assert.equal(mode(join(data, file)), "600", file);
  await server.close();
  const empty = join(place, "empty");
  mkdirSync(empty, { mode: 0o755 });
  chmodSync(empty, 0o755);
  const second = await serve("022", empty);
  assert.match(second.log(), /event=permissions-tightened/);
  assert.equal(mode(empty), "700");
  await second.close();
});

test("a folder that serves others too, or is not ours, is refused and left as it is", () => {
  const shared = join(place, "shared");
  mkdirSync(shared);
  chmodSync(shared, 0o755);
  writeFileSync(join(shared, "letter.txt"), "a private letter");
  const everybody = join(place, "everybody");
  mkdirSync(everybody);
  chmodSync(everybody, 0o1777);
  for (const [folder, before] of [[shared, "755"], [everybody, "1777"]]) {
    const refused = run("serve", "--port", "0", "--data", folder);
    assert.equal(refused.status, 1, refused.stderr);
    assert.match(refused.stderr, /others may read this folder/);
    assert.equal(mode(folder), before);
    assert.equal(existsSync(join(folder, "bivouac.lock")), false);
    assert.equal(existsSync(join(folder, "bivouac.db")), false);
  }
  if (process.getuid() !== 0) return; // who alone can give a folder away
  const theirs = join(place, "theirs");
  mkdirSync(theirs);
  chownSync(theirs, 1, 1);
  chmodSync(theirs, 0o777);
  chmodSync(place, 0o755);
  const refused = spawnSync(program, ["serve", "--port", "0", "--data", theirs], { encoding: "utf8", uid: 65534, gid: 65534, timeout: 60000 });
  chmodSync(place, 0o700);
  assert.equal(refused.status, 1, refused.stderr);
  assert.match(refused.stderr, /cannot be closed to them/);
  assert.deepEqual(readdirSync(theirs), []);
});

test("a user who cannot read the folder cannot administer the server", { skip: process.getuid() !== 0 && "only root can become another user" }, async () => {
  const data = join(place, "kept");
  chmodSync(place, 0o755);
  const server = await serve("000", data);
  const admin = spawnSync(program, ["admin", "--data", data, "server"], { encoding: "utf8", uid: 65534, gid: 65534, timeout: 60000 });
  assert.equal(admin.status, 1, admin.stdout);
  const backup = spawnSync(program, ["backup", "--data", data, join(tmpdir(), `never-${process.pid}.db`)], { encoding: "utf8", uid: 65534, gid: 65534, timeout: 60000 });
  assert.equal(backup.status, 1, backup.stdout);
  assert.equal(run("admin", "--data", data, "server").status, 0);
  await server.close();
  chmodSync(place, 0o700);
});

test("a password of the database is not kept where everybody reads it", () => {
  const data = join(place, "config");
  mkdirSync(data);
  const file = join(data, "bivouac.conf");
  for (const store of ["postgresql://ada:horse@127.0.0.1:1/none", "postgresql://ada@127.0.0.1:1/none?password=horse"]) {
    writeFileSync(file, `store = ${store}\n`);
    chmodSync(file, 0o644);
    const refused = run("serve", "--check-config", "--data", data);
    assert.equal(refused.status, 1, refused.stdout);
    assert.match(refused.stderr, /all users may read it, and it contains a password/);
    assert.doesNotMatch(refused.stderr, /horse/);
    chmodSync(file, 0o640);
    assert.equal(run("serve", "--check-config", "--data", data).status, 0);
  }
  writeFileSync(file, "store = postgresql://ada@127.0.0.1:1/none\n");
  chmodSync(file, 0o644);
  assert.equal(run("serve", "--check-config", "--data", data).status, 0);
  const seen = run("serve", "--check-config", "--data", data, "--store", "postgresql://ada:horse@127.0.0.1:1/none");
  assert.match(seen.stderr, /every user of this machine can see the password/);
});

test("in a database nobody reads it by default", { skip: !cluster && "there is no PostgreSQL" }, async () => {
  const name = `private_${process.pid}`;
  const url = cluster.replace(/\/[^/?]*\?/, `/${name}?`);
  const sql = (where, text) => {
    const said = spawnSync("psql", [where, "-qAtc", text], { encoding: "utf8" });
    assert.equal(said.status, 0, said.stderr);
    return said.stdout.trim();
  };
  sql(cluster, `CREATE DATABASE ${name}`);
  const open = () => sql(url, "SELECT count(*) FROM pg_class AS c, aclexplode(c.relacl) AS a WHERE a.grantee = 0 AND c.relnamespace = current_schema()::regnamespace");
  sql(url, "ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO PUBLIC");
  const data = join(place, "node");
  const server = await serve("022", data, "--store", url);
  assert.equal(open(), "0", "not even where the defaults say so");
  await server.close();
  sql(url, "GRANT SELECT ON settings, documents TO PUBLIC");
  const again = await serve("022", data, "--store", url);
  assert.equal(open(), "0");
  assert.match(again.log(), /event=permissions-tightened .*every user of the database/);
  await again.close();
  sql(cluster, `DROP DATABASE ${name}`);
});
