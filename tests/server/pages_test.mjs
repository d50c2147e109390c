// The files of the client: types, compression, tags, the client's own addresses, and nothing that was not loaded.
// runs: sanitizers
// runs with --all: postgres
import { test, before, after } from "node:test";
import assert from "node:assert/strict";
import net from "node:net";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openServer, program } from "./client.mjs";

let server, folder;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "bivouac-web-"));
  mkdirSync(join(folder, "icons"));
  writeFileSync(join(folder, "index.html"), "<!doctype html><title>Bivouac</title>");
  writeFileSync(join(folder, "app-7Q2KX1AB.js"), "plain");
  writeFileSync(join(folder, "app-7Q2KX1AB.js.br"), "brotli");
  writeFileSync(join(folder, "app-7Q2KX1AB.js.gz"), "gzip");
  writeFileSync(join(folder, "rules-12345678.wasm"), Buffer.from([0, 0x61, 0x73, 0x6d]));
  writeFileSync(join(folder, "icons/tent.svg"), "<svg/>");
  writeFileSync(join(folder, "service.js"), "worker");
  mkdirSync(join(folder, "docs"));
  writeFileSync(join(folder, "docs.html"), "all documents");
  writeFileSync(join(folder, "docs/engine-protocol.html"), "a document");
  writeFileSync(join(folder, "docs/engine-protocol.html.br"), "a document, smaller");
  writeFileSync(join(folder, ".hidden"), "secret");
  symlinkSync("/nowhere", join(folder, "broken.txt"));
  server = await openServer(program, { options: ["--web", folder] });
});

after(async () => {
  const end = await server.close();
  rmSync(folder, { recursive: true, force: true });
  assert.deepEqual({ code: end.code, errors: end.errors }, { code: 0, errors: `bivouac: a page for browsers cannot be read: ${join(folder, "broken.txt")}: No such file or directory\n` });
});

/** A request as it stands: neither the path nor the headers are made better on the way. */
function ask(path, headers = {}, method = "GET") {
  return new Promise((resolve, reject) => {
    const socket = net.connect(server.port, "127.0.0.1");
    const lines = Object.entries({ Host: "here", Connection: "close", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    let bytes = "";
    socket.setEncoding("latin1").on("data", (text) => (bytes += text)).on("error", reject);
    socket.on("end", () => {
      const [head, body] = bytes.split(/\r\n\r\n(.*)/s);
      const [line, ...rest] = head.split("\r\n");
      const header = Object.fromEntries(rest.map((one) => one.split(/: (.*)/s)).map(([name, value]) => [name.toLowerCase(), value]));
      resolve({ status: Number(line.split(" ")[1]), header, body });
    });
    socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
  });
}

test("a file comes as it is, with its type, and is kept for ever where its name holds its hash", async () => {
  const app = await ask("/app-7Q2KX1AB.js");
  assert.deepEqual([app.status, app.body, app.header["content-type"]], [200, "plain", "text/javascript; charset=utf-8"]);
  assert.match(app.header["cache-control"], /immutable/);
  assert.equal((await ask("/rules-12345678.wasm")).header["content-type"], "application/wasm");
  const icon = await ask("/icons/tent.svg");
  assert.deepEqual([icon.body, icon.header["content-type"], icon.header["cache-control"]], ["<svg/>", "image/svg+xml", "no-cache"]);
});

test("the service worker is asked for anew each time, and may serve the server and nothing above it", async () => {
  const service = await ask("/service.js");
  assert.deepEqual([service.body, service.header["cache-control"], service.header["service-worker-allowed"]], ["worker", "no-cache", "/"]);
  assert.equal((await ask("/app-7Q2KX1AB.js")).header["service-worker-allowed"], undefined);
});

test("a browser gets the coding it accepts", async () => {
  const best = await ask("/app-7Q2KX1AB.js", { "Accept-Encoding": "gzip, deflate, br" });
  assert.deepEqual([best.body, best.header["content-encoding"], best.header.vary], ["brotli", "br", "Accept-Encoding"]);
  const old = await ask("/app-7Q2KX1AB.js", { "Accept-Encoding": "gzip" });
  assert.deepEqual([old.body, old.header["content-encoding"]], ["gzip", "gzip"]);
  assert.notEqual(old.header.etag, best.header.etag, "other bytes, another tag");
});

test("what a browser has already is not sent again", async () => {
  const { header } = await ask("/");
  const again = await ask("/", { "If-None-Match": header.etag });
  assert.deepEqual([again.status, again.body], [304, ""]);
  assert.equal((await ask("/", { "If-None-Match": '"other"' })).status, 200);
  const head = await ask("/", {}, "HEAD");
  assert.deepEqual([head.status, head.body, head.header.etag], [200, "", header.etag]);
});

test("the client's own addresses are answered by its page, behind a strict policy", async () => {
  for (const path of ["/", "/box/chars", "/play/abc", "/new/paris", "/tables", "/mine", "/account", "/friends", "/leaders", "/leaders/chars", "/people/abc", "/clubs", "/clubs/abc", "/tournaments", "/tournaments/abc", "/admin", "/admin/people", "/privacy", "/legal", "/t/abc?key=k"]) {
    const page = await ask(path);
    assert.deepEqual([page.status, page.body], [200, "<!doctype html><title>Bivouac</title>"], path);
    assert.equal(page.header["cache-control"], "no-cache");
    assert.match(page.header["content-security-policy"], /script-src 'self' 'wasm-unsafe-eval'/);
    assert.doesNotMatch(page.header["content-security-policy"], /unsafe-inline/);
    assert.equal(page.header["referrer-policy"], "no-referrer");
  }
});

test("a document stands at its name, comes compressed, and is asked for anew: its name holds no hash", async () => {
  const front = await ask("/docs");
  assert.deepEqual([front.status, front.body, front.header["content-type"]], [200, "all documents", "text/html; charset=utf-8"]);
  const page = await ask("/docs/engine-protocol", { "Accept-Encoding": "br" });
  assert.deepEqual([page.status, page.body, page.header["cache-control"]], [200, "a document, smaller", "no-cache"]);
  assert.doesNotMatch(page.header["content-security-policy"], /unsafe-inline/);
  assert.equal((await ask("/docs/engine-protocol", { "If-None-Match": page.header.etag, "Accept-Encoding": "br" })).status, 304);
  const slash = await ask("/docs/");
  assert.deepEqual([slash.status, slash.header.location], [308, "../docs"]);
  for (const path of ["/docs/nothing", "/docs/../index", "/docsengine-protocol", "/index", `/docs/${"x".repeat(2000)}`]) assert.equal((await ask(path)).status, 404, path);
});

test("nothing else is there", async () => {
  for (const path of ["/../../etc/passwd", "/icons/../index.html", "/.hidden", "/broken.txt", "/app-7Q2KX1AB.js.br", "/icons", "//index.html", "/%2e%2e/etc/passwd", "/nothing"])
    assert.equal((await ask(path)).status, 404, path);
  const person = await ask("/nothing", { Accept: "text/html,*/*" });
  assert.deepEqual([person.status, person.body], [404, "<!doctype html><title>Bivouac</title>"], "a browser gets the page, which says so");
  assert.equal((await ask("/api/v1/nothing", { Accept: "text/html" })).header["content-type"], "application/json");
  assert.equal((await ask("/index.html", {}, "POST")).status, 404);
});
