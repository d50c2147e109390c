// No link of a document leads nowhere, neither in the repository nor on the pages that are made of it.
import { test, before, after } from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, normalize } from "node:path";
import { buildDocs, root, shownDoors } from "../../web/docs/site.mjs";
import { render } from "../../web/docs/markdown.mjs";

const documents = execFileSync("git", ["ls-files", "*.md"], { cwd: root, encoding: "utf8" }).trim().split("\n");
const nothing = { link: (address) => address, picture: (address) => address };
const rendered = new Map();

function renderedAt(file) {
  if (!rendered.has(file)) rendered.set(file, render(readFileSync(join(root, file), "utf8"), nothing));
  return rendered.get(file);
}

test("every link and picture in the repository is there, with its anchor", () => {
  const dead = [];
  let seen = 0;
  for (const file of documents) {
    const { html } = renderedAt(file);
    // The front pages hold pictures as HTML, which our renderer shows as text.
    const sources = [...readFileSync(join(root, file), "utf8").matchAll(/<img src="([^"]*)"/g)].map(([, address]) => address);
    for (const address of [...[...html.matchAll(/<(?:a class="anchor" |a |img )(?:href|src)="([^"]*)"/g)].map(([, one]) => one), ...sources]) {
      if (/^(https?|mailto):/.test(address)) continue;
      seen++;
      const [path, anchor] = address.split("#");
      const target = path ? normalize(join(dirname(file), path)) : file;
      if (!existsSync(join(root, target))) dead.push(`${file}: ${address}`);
      else if (anchor && !renderedAt(statSync(join(root, target)).isDirectory() ? join(target, "README.md") : target).sections.some((one) => one.anchor === anchor)) dead.push(`${file}: ${address} (no such heading)`);
    }
  }
  assert.deepEqual(dead, []);
  assert.ok(seen > 100, `only ${seen} links were looked at`);
});

let site;
before(() => {
  site = mkdtempSync(join(tmpdir(), "bivouac-docs-"));
  buildDocs(site);
});
after(() => rmSync(site, { recursive: true, force: true }));

const idsOf = (html) => new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));

test("every link, picture, style and script of the pages is there, with its anchor", () => {
  const pages = new Map([["docs", readFileSync(join(site, "docs.html"), "utf8")]]);
  for (const name of readdirSync(join(site, "docs"))) if (name.endsWith(".html")) pages.set(`docs/${name.slice(0, -5)}`, readFileSync(join(site, "docs", name), "utf8"));
  const dead = [];
  for (const [page, html] of pages) {
    assert.equal(idsOf(html).size, [...html.matchAll(/ id="/g)].length, `${page}: an id stands twice`);
    for (const [, address] of html.matchAll(/ (?:href|src|data-index|action)="([^"]*)"/g)) {
      if (/^https?:/.test(address)) continue;
      const url = new URL(address, `http://server/${page}`);
      const target = decodeURIComponent(url.pathname.slice(1));
      if (/^($|icon\.svg$|rules\/\w+$)/.test(target)) continue; // the client's
      const other = pages.get(target);
      if (!other && !existsSync(join(site, target))) dead.push(`${page}: ${address}`);
      if (url.hash && !idsOf(other ?? "").has(decodeURIComponent(url.hash.slice(1)))) dead.push(`${page}: ${address} (no such heading)`);
    }
  }
  assert.deepEqual(dead, []);
  assert.ok(pages.size > 30);
});

test("what a browser's policy forbids is on no page: scripts, styles and handlers within", () => {
  for (const name of readdirSync(join(site, "docs"), { recursive: true }).map(String).filter((one) => one.endsWith(".html"))) {
    const html = readFileSync(join(site, "docs", name), "utf8");
    assert.doesNotMatch(html, /<script(?![^>]* src=)|<style|<[a-z]+ [^>]*\b(style|on[a-z]+)=/, name);
  }
});

test("the index leads to passages that are there", () => {
  const index = JSON.parse(readFileSync(join(site, "docs/search.json"), "utf8"));
  for (const [page, anchor, title] of index) {
    const html = readFileSync(join(site, `docs/${page}.html`), "utf8");
    assert.ok(title && (!anchor || idsOf(html).has(anchor)), `${page}#${anchor}`);
  }
});

test("every document of docs/ stands behind a door, once", () => {
  const shown = shownDoors().flatMap((door) => door.documents.map(({ file, place }) => file ?? place));
  assert.equal(new Set(shown).size, shown.length);
  assert.deepEqual(documents.filter((file) => file.startsWith("docs/") && !shown.includes(file)), []);
});
