// What a link to a game looks like elsewhere: lines in the page's head, and a picture of the end.
// runs: sanitizers
// runs with --all: postgres
import { test, before, after } from "node:test";
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openServer, program, enter, begin, playAny } from "./client.mjs";
import { readPng } from "./png.mjs";

const index = '<!doctype html><html><head><title>Bivouac</title></head><body><script src="/app.js"></script></body></html>\n';
let server, ada, bob, folder;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "bivouac-preview-"));
  writeFileSync(join(folder, "index.html"), index);
  server = await openServer(program, { options: ["--web", folder] });
  [ada, bob] = await Promise.all(['Ada "<&>"', "Élodie"].map((name) => enter(server.url, name)));
});

after(async () => {
  for (const guest of [ada, bob]) guest?.leave();
  const end = await server.close();
  rmSync(folder, { recursive: true, force: true });
  assert.deepEqual({ code: end.code, errors: end.errors }, { code: 0, errors: "" });
});

const page = async (path) => (await fetch(server.url + path)).text();
const metas = (text) => Object.fromEntries([...text.matchAll(/<meta property="og:([a-z:_]+)" content="([^"<]*)" \/>/g)].map(([, name, content]) => [name, content]));
const picture = (table, kind) => fetch(`${server.url}/api/v1/records/${table}/picture.${kind}`);

test("a game that goes on is named, and nothing else is told of it", async () => {
  const table = await begin(ada, { game: "chevaliers" }, { S: ada, O: bob });
  for (const path of [`/t/${table}`, `/replay/${table}`]) {
    const text = await page(path);
    assert.equal(metas(text).title, "Échec aux Chevaliers");
    assert.ok(!text.includes("Élodie") && !text.includes("picture"));
    assert.equal(metas(text).image, `${server.url}/icon-180.png`);
    assert.ok(text.endsWith(index.slice(index.indexOf("</head>"))), "the rest of the page is as it was");
  }
  for (const kind of ["svg", "png"]) assert.equal((await picture(table, kind)).status, 404);
});

test("a game that is over has a title, a line and a picture", async () => {
  const table = await begin(ada, { game: "chevaliers" }, { S: ada, O: bob });
  await playAny(ada, table, "S");
  await bob.will({ do: "resign", table });
  const found = metas(await page(`/replay/${table}`));
  assert.equal(found.title, "Échec aux Chevaliers : Ada &quot;&lt;&amp;>&quot; – Élodie");
  assert.equal(found.image, `${server.url}/api/v1/records/${table}/picture.png`);
  assert.equal(found["image:type"], "image/png");
  assert.deepEqual(metas(await page(`/t/${table}`)), found);
  const drawn = await picture(table, "svg");
  assert.equal(drawn.headers.get("content-type"), "image/svg+xml");
  const svg = await drawn.text();
  assert.match(svg, /^<svg [^>]*>(<(rect|text)[^<>]*(\/>|>&#\d+;<\/text>))+<\/svg>\n$/);
});

test("the picture of every game is a PNG of the promised size, and none is like another", async () => {
  const games = { kriegspiel: "FA", chevaliers: "SO", chars: "VG", paris: "GBN", belligerants: "JR" };
  const seen = [];
  for (const [game, seats] of Object.entries(games)) {
    const occupants = Object.fromEntries([...seats].map((seat) => [seat, "me"]));
    const { table } = await ada.will({ do: "open", game, occupants, start: true });
    await ada.will({ do: "resign", table, seat: seats[0] });
    const found = metas(await page(`/replay/${table}`));
    const drawn = await fetch(found.image);
    assert.equal(drawn.headers.get("content-type"), found["image:type"]);
    const file = Buffer.from(await drawn.arrayBuffer());
    assert.ok(file.length < 300_000, `${game}: ${file.length} bytes`);
    const { width, height, colours, dots } = readPng(file);
    assert.deepEqual([width, height], [Number(found["image:width"]), Number(found["image:height"])]);
    assert.ok(width >= 1200 && height >= 630, `${game}: ${width} × ${height}`);
    assert.ok(new Set([...new Set(dots)].map((dot) => colours[dot])).size > 2, `${game} has colours`);
    const edge = [...dots.subarray(0, width), ...dots.subarray(-width)];
    assert.deepEqual(new Set(edge), new Set([0]), `${game} does not touch the edges`);
    assert.ok(seen.every((other) => !other.equals(dots)), `${game} looks like another`);
    seen.push(dots);
  }
});

test("the preview of an open table is the invitation", async () => {
  const { table } = await ada.will({ do: "open", game: "chars", time: { seconds: 900, increment: 10 }, occupants: { V: "me", G: "invite" } });
  const found = metas(await page(`/t/${table}`));
  const host = "Ada &quot;&lt;&amp;>&quot;";
  assert.equal(found.title, `${host} vous invite à jouer à Bataille de Chars · ${host} invites you to play Tank Battle`);
  assert.equal(found.description, "15 min + 10 s par tour, options par défaut. Votre camp : Gris. · 15 min + 10 s a turn, default options. Your side: Grey.");
});

test("pages about no game are as they are", async () => {
  for (const path of ["/", "/t/nowhere", "/replay", "/replay/nowhere", "/replay/here/abc", `/replay/${"x".repeat(500)}`]) assert.equal(await page(path), index, path);
});
