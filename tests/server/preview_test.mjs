// What a link to a game looks like elsewhere: lines in the page's head, and a picture of the end.
import { test, before, after } from "node:test";
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openHouse, program, enter, begin, playAny } from "./client.mjs";

const index = '<!doctype html><html><head><title>Bivouac</title></head><body><script src="/app.js"></script></body></html>\n';
let house, ada, bob, folder;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "bivouac-preview-"));
  writeFileSync(join(folder, "index.html"), index);
  house = await openHouse(program, { options: ["--web", folder] });
  [ada, bob] = await Promise.all(['Ada "<&>"', "Élodie"].map((name) => enter(house.url, name)));
});

after(async () => {
  for (const guest of [ada, bob]) guest?.leave();
  const end = await house.close();
  rmSync(folder, { recursive: true, force: true });
  assert.deepEqual({ code: end.code, errors: end.errors }, { code: 0, errors: "" });
});

const page = async (path) => (await fetch(house.url + path)).text();
const metas = (text) => Object.fromEntries([...text.matchAll(/<meta property="og:([a-z:_]+)" content="([^"<]*)" \/>/g)].map(([, name, content]) => [name, content]));
const picture = (table) => fetch(`${house.url}/api/v1/records/${table}/picture.svg`);

test("a game that goes on is named, and nothing else is told of it", async () => {
  const table = await begin(ada, { game: "chevaliers" }, { S: ada, O: bob });
  for (const path of [`/t/${table}`, `/replay/${table}`]) {
    const text = await page(path);
    assert.equal(metas(text).title, "Échec aux Chevaliers");
    assert.ok(!text.includes("Élodie") && !text.includes("picture.svg"));
    assert.ok(text.endsWith(index.slice(index.indexOf("</head>"))), "the rest of the page is as it was");
  }
  assert.equal((await picture(table)).status, 404);
});

test("a game that is over has a title, a line and a picture", async () => {
  const table = await begin(ada, { game: "chevaliers" }, { S: ada, O: bob });
  await playAny(ada, table, "S");
  await bob.will({ do: "resign", table });
  const found = metas(await page(`/replay/${table}`));
  assert.equal(found.title, "Échec aux Chevaliers : Ada &quot;&lt;&amp;>&quot; – Élodie");
  assert.equal(found.image, `${house.url}/api/v1/records/${table}/picture.svg`);
  assert.equal(found["image:type"], "image/svg+xml");
  assert.deepEqual(metas(await page(`/t/${table}`)), found);
  const drawn = await picture(table);
  assert.equal(drawn.headers.get("content-type"), "image/svg+xml");
  const svg = await drawn.text();
  assert.match(svg, /^<svg [^>]*>(<(rect|text)[^<>]*(\/>|>&#\d+;<\/text>))+<\/svg>\n$/);
});

test("pages about no game are as they are", async () => {
  for (const path of ["/", "/t/nowhere", "/replay", "/replay/nowhere", "/replay/here/abc", `/replay/${"x".repeat(500)}`]) assert.equal(await page(path), index, path);
});
