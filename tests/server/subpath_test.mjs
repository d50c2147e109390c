// A server below a path of another site, behind a proxy that keeps the path or takes it off.
// runs: release
// runs with --all: postgres
import { test, before, after } from "node:test";
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openServer, program, enter, begin, playAny, Guest } from "./client.mjs";
import { openSite } from "./proxy.mjs";

let folder;
const open = [];

before(() => {
  folder = mkdtempSync(join(tmpdir(), "bivouac-below-"));
  const index = '<!doctype html><meta name="bivouac-base" content="/" /><link href="/icon.svg" /><script src="/app-7Q2KX1AB.js"></script><p>a="b"/</p>';
  writeFileSync(join(folder, "index.html"), index);
  writeFileSync(join(folder, "index.html.br"), "compressed before anybody knew where the server would stand");
  writeFileSync(join(folder, "icon.svg"), "<svg/>");
  writeFileSync(join(folder, "app-7Q2KX1AB.js"), "plain");
  mkdirSync(join(folder, "docs"));
  writeFileSync(join(folder, "docs.html"), "all documents");
  writeFileSync(join(folder, "docs/hosting.html"), "a document");
});

after(async () => {
  for (const one of open) await one.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A server below a path, and its site. */
async function below(path, terms) {
  const site = await openSite(path, terms);
  const server = await openServer(program, { options: ["--web", folder, "--config-set", `base-url=${site.url}`] });
  site.lead(server.port);
  open.push(server, site);
  return { site, server };
}

for (const strip of [false, true])
  test(`the server stands below a path${strip ? " that the proxy takes off" : ""}`, async () => {
    const { site } = await below("/jeux/bivouac", { strip });
    assert.equal((await fetch(`${site.origin}/jeux`)).status, 404, "the rest of the site is not ours");
    const page = await fetch(`${site.url}/t/abc`, { headers: { "accept-encoding": "br" } });
    assert.equal(page.headers.get("content-encoding"), null);
    assert.equal(
      await page.text(),
      '<!doctype html><meta name="bivouac-base" content="/jeux/bivouac/" /><link href="/jeux/bivouac/icon.svg" /><script src="/jeux/bivouac/app-7Q2KX1AB.js"></script><p>a="b"/</p>',
    );
    assert.equal((await fetch(`${site.url}/icon.svg`)).headers.get("content-type"), "image/svg+xml");
    assert.equal((await fetch(`${site.url}/healthz`)).status, 200);
    assert.equal(await (await fetch(`${site.url}/docs/`)).text(), "all documents", "by way of the address without the slash");
    assert.equal(await (await fetch(`${site.url}/docs/hosting`)).text(), "a document");
    const ada = await enter(site.url, "Ada");
    const table = await begin(ada, { game: "chars" }, { V: ada, G: ada });
    await playAny(ada, table, "V").catch(() => playAny(ada, table, "G"));
    assert.equal((await ada.http("GET", `/api/v1/tables/${table}`)).status, 200);
    ada.leave();
  });

test("without its slash the address of the server leads to the one with it", async () => {
  const { site } = await below("/bivouac");
  const answer = await fetch(site.url, { redirect: "manual" });
  assert.deepEqual([answer.status, answer.headers.get("location")], [308, "/bivouac/"]);
  assert.match(await (await fetch(site.url)).text(), /content="\/bivouac\/"/);
  assert.equal((await fetch(`${site.origin}/bivouacs/`)).status, 404);
});

test("the cookie is for the path of the server, and for https alone where people use that", async () => {
  const { site } = await below("/bivouac");
  const cookieOf = async (url) => {
    const answer = await fetch(`${url}/api/v1/guest`, { method: "POST", body: JSON.stringify({ name: "Ada" }) });
    return answer.headers.get("set-cookie");
  };
  assert.match(await cookieOf(site.url), /; Path=\/bivouac; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
  const safe = await openServer(program, { options: ["--config-set", "base-url=https://example.org/bivouac"] });
  open.push(safe);
  assert.match(await cookieOf(safe.url), /; Path=\/bivouac; .*SameSite=Lax; Secure$/);
});

test("pages of the site may change something, those of others may not", async () => {
  const { site, server } = await below("/bivouac");
  const guest = async (origin) => (await fetch(`${site.url}/api/v1/guest`, { method: "POST", headers: { origin }, body: '{"name":"Ada"}' })).status;
  assert.equal(await guest(site.origin), 201, "though the proxy has changed the host");
  for (const other of ["https://example.org", `${site.origin}.example.org`, "null", `https${site.origin.slice(4)}`]) assert.equal(await guest(other), 403, other);
  const socket = async (origin) => {
    const headers = { origin, upgrade: "websocket", connection: "Upgrade", "sec-websocket-version": "13", "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==" };
    const { request } = await import("node:http");
    return new Promise((resolve, reject) => {
      const asked = request(`${site.url}/api/v1/socket`, { headers });
      asked.on("upgrade", (answer, line) => (line.destroy(), resolve(101)));
      asked.on("response", (answer) => resolve(answer.statusCode));
      asked.on("error", reject);
      asked.end();
    });
  };
  assert.equal(await socket(site.origin), 101);
  assert.equal(await socket("https://example.org"), 403);
  /* Clients that call the server itself, without the proxy, reach it too: monitors do. */
  assert.equal((await new Guest(server.url, "monitor").http("GET", "/healthz")).status, 200);
});
