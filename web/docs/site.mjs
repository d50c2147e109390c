// The documentation as pages: every document of documents.mjs, the front page, the search index, the pictures and files that
// the documents link to. buildDocs(dist) writes dist/docs.html and dist/docs/…
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, normalize, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";
import { render } from "./markdown.mjs";
import { documentPage, frontPage } from "./page.mjs";
import { doors, nameOf } from "./documents.mjs";

const own = dirname(fileURLToPath(import.meta.url));
export const root = join(own, "../..");
const read = (path) => readFileSync(join(root, path), "utf8");

/** The doors with the documents that are there; those that no door names come behind the last. */
export function shownDoors() {
  const named = new Set(doors.flatMap(({ documents }) => documents.map(({ file }) => file)));
  const folders = ["docs", "docs/rules", "docs/studies"];
  const files = folders.flatMap((folder) => readdirSync(join(root, folder)).filter((name) => name.endsWith(".md")).map((name) => `${folder}/${name}`));
  const others = files.filter((file) => !named.has(file)).sort().map((file) => ({ file, fr: titleOf(file), en: titleOf(file) }));
  return doors.map((door, at) => ({
    ...door,
    documents: [...door.documents.filter(({ file, place }) => place || existsSync(join(root, file))), ...(at === doors.length - 1 ? others : [])],
  }));
}

const titleOf = (file) => /^# (.*)/m.exec(read(file))[1];

/** What a source file is called among the files: browsers show text, so that is what it is called. */
function fileName(path) {
  return path.replaceAll("/", "-") + (/\.(svg|png|json|txt)$/.test(path) ? "" : ".txt");
}

/**
 * Where the links of a document lead: to other documents, to copies of files, out into the world, or (to folders)
 * nowhere. `wanted` collects the files. What is not there leads nowhere, too: tests/docs finds it, and a house whose
 * documents have a fault opens all the same.
 */
function wayOf(file, pages, wanted) {
  const resolve = (address) => {
    const path = posix.normalize(posix.join(posix.dirname(file), decodeURI(address)));
    return path.startsWith("..") || !existsSync(join(root, path)) ? undefined : path.replace(/\/$/, "");
  };
  const copied = (path) => {
    wanted.add(path);
    return `files/${fileName(path)}`;
  };
  return {
    link(address) {
      if (/^(https?:|mailto:|#)/.test(address)) return address;
      const [target, anchor] = address.split(/#(.*)/s);
      const path = resolve(target);
      if (path === undefined) return undefined;
      const page = pages.get(path) ?? pages.get(`${path}/README.md`);
      if (page) return page + (anchor ? `#${anchor}` : "");
      return statSync(join(root, path)).isFile() ? copied(path) : undefined;
    },
    picture(address) {
      const path = resolve(address);
      return path === undefined ? address : copied(path);
    },
  };
}

/** The dark set of the house's colours, for pages that no script tells which it is. */
function darkByItself(tokens) {
  const [, dark] = /:root\[data-theme="dark"\] (\{[^}]*\})/.exec(tokens);
  return `@media (prefers-color-scheme: dark) { :root:not([data-theme]) ${dark} }`;
}

function style() {
  const looks = (name) => read(`web/src/looks/${name}`);
  const sheet = [looks("tokens.css"), darkByItself(looks("tokens.css")), looks("base.css"), read("web/docs/style.css")].join("\n");
  return transformSync(sheet, { loader: "css", minify: true }).code;
}

function version() {
  return execFileSync(join(root, "tools/version"), { encoding: "utf8" }).trim();
}

export function buildDocs(dist) {
  const shown = shownDoors();
  const documents = shown.flatMap((door) => door.documents.filter(({ file }) => file));
  const pages = new Map(documents.map((one) => [one.file, nameOf(one)]));
  const wanted = new Set();
  const folder = join(dist, "docs");
  mkdirSync(join(folder, "files"), { recursive: true });
  const write = (name, text) => writeFileSync(join(folder, name), text);

  const made = documents.map((document) => ({ document, ...render(read(document.file), wayOf(document.file, pages, wanted)) }));
  const titled = made.map((one) => ({ ...one, title: one.sections.find(({ level }) => level === 1)?.title ?? one.document.en }));
  const index = titled.flatMap(({ document, title, sections }) =>
    sections.map(({ level, anchor, title: heading, text }) => [nameOf(document), level > 1 ? anchor : "", title, level > 1 ? heading : "", text]),
  );
  write("style.css", style());
  write("search.js", transformSync(read("web/docs/search.js"), { minify: true }).code);
  write("search.json", JSON.stringify(index));
  for (const { document, title, html, sections } of titled) write(`${nameOf(document)}.html`, documentPage({ document, title, made: { html, sections }, shown }));
  for (const path of wanted) writeFileSync(join(folder, "files", fileName(normalize(path))), readFileSync(join(root, path)));
  writeFileSync(join(dist, "docs.html"), frontPage({ shown, version: version() }));
  return { documents: documents.length, passages: index.length };
}
