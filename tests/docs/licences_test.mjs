// docs/licences.md names everything that is linked, shipped or used: as tools/setup, CMake and the lock of npm have it.
import { test } from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../web/docs/site.mjs";

const read = (path) => readFileSync(join(root, path), "utf8");
const text = read("docs/licences.md");
const section = (title) => new RegExp(`^## ${title}\\n(.*?)(?=^## |(?![^]))`, "ms").exec(text)[1];
/** The rows of a section's tables, without titles. */
const rows = (title) => [...section(title).matchAll(/^\| (.*) \|$/gm)].map(([, row]) => row.split(" | ")).filter(([first]) => first.includes("`"));
const names = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name);

test("what is installed from Debian", () => {
  const packages = new Set([...read("tools/setup").matchAll(/^ *packages="(.*)"$/gm)].flatMap(([, list]) => list.split(" ")).filter((word) => word && !word.startsWith("$")));
  assert.ok(packages.size > 30);
  const listed = rows("From Debian").map(([name, licence]) => (assert.ok(licence), names(name)[0]));
  assert.deepEqual(listed.sort(), [...packages].sort());
});

test("what is linked", () => {
  const files = ["CMakeLists.txt", "libbivouac.cmake"].map(read).join("\n");
  const own = new Set([...files.matchAll(/add_(?:library|executable)\((\w+)/g)].map(([, name]) => name));
  const linked = new Set([...files.matchAll(/target_link_libraries\(\S+ ([^)]*)\)/g)].flatMap(([, list]) => list.split(/\s+/)).filter((word) => word && !/^(PUBLIC|PRIVATE|INTERFACE)$/.test(word) && !own.has(word) && !/^[-$]/.test(word)));
  assert.ok(linked.size > 5);
  const listed = [...section("In the program").matchAll(/^\| [^|]* \| ([^|]*) \| \S/gm)].flatMap(([, cell]) => names(cell));
  assert.deepEqual(listed.sort(), [...linked].sort());
});

test("what comes from npm, with the licences that the packages claim", () => {
  const lock = JSON.parse(read("web/package-lock.json"));
  const claimed = new Map();
  for (const [path, { license }] of Object.entries(lock.packages))
    if (path) claimed.set(`${license} ${path.split("node_modules/").at(-1).replace(/^@esbuild\/.*/, "@esbuild/*")}`, true);
  const shipped = rows("In the pages").map(([name, licence]) => `${licence} ${names(name)[0]}`);
  const used = [...section("From npm").matchAll(/^\| ([^|`]+) \| (`.*) \|$/gm)].flatMap(([, licence, list]) => names(list).map((name) => `${licence} ${name}`));
  assert.deepEqual([...shipped, ...used].sort(), [...claimed.keys()].sort());
  // What the client imports is what is shipped, with what that needs.
  const imported = execFileSync("git", ["grep", "-hoE", "from \"[^.\"][^\"]*\"", "--", "web/src"], { cwd: root, encoding: "utf8" });
  const asked = new Set([...imported.matchAll(/from "((?:@[^/"]+\/)?[^/"]+)/g)].map(([, name]) => name));
  const needed = new Set(asked);
  for (const name of needed) for (const more of Object.keys(lock.packages[`node_modules/${name}`].dependencies ?? {})) needed.add(more);
  assert.deepEqual(shipped.map((one) => one.split(" ")[1]).sort(), [...needed].sort());
});

test("the example's only package", () => {
  assert.deepEqual(Object.keys(JSON.parse(read("examples/package.json")).dependencies), ["ws"]);
  assert.match(section("From npm"), /`ws` \(MIT\)/);
});
