// Bundles the client into web/dist: names carry a hash of what is in them, so that a browser may keep them for ever.
//   node build.mjs [--debug]
import { build } from "esbuild";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, parse } from "node:path";
import { fileURLToPath } from "node:url";
import { compress } from "./compress.mjs";
import { buildDocs } from "./docs/site.mjs";

const web = dirname(fileURLToPath(import.meta.url));
const wasm = join(web, "../build/wasm");
const goal = join(web, "dist");
const dist = goal + ".new"; // takes its place when it is complete
const debug = process.argv.includes("--debug");

const usual = {
  bundle: true,
  format: "esm",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  minify: !debug,
  sourcemap: debug ? "inline" : false,
  legalComments: "none",
  outdir: dist,
  metafile: true,
  loader: { ".board": "text", ".md": "text", ".txt": "text" },
  logLevel: "warning",
};

/**
 * A part that is fetched later is told that the frame of all pages is there already. Else the bundler would cut what the
 * home page needs into a dozen pieces, one for each set of parts that share it, and every piece costs a request.
 */
const frameComesFirst = {
  name: "frame-comes-first",
  setup({ onResolve, onLoad, resolve }) {
    const later = new Set();
    onResolve({ filter: /^\.\.?\// }, async ({ path, kind, pluginData, ...from }) => {
      if (kind !== "dynamic-import" || pluginData === later) return undefined;
      const found = await resolve(path, { kind, pluginData: later, importer: from.importer, resolveDir: from.resolveDir });
      later.add(found.path);
      return found;
    });
    onLoad({ filter: /src\/(pages|board)\/.*\.tsx?$/ }, ({ path }) => {
      if (!later.has(path)) return undefined;
      const contents = `import ${JSON.stringify(join(web, "src/pages/app.tsx"))};\n${readFileSync(path, "utf8")}`;
      return { contents, loader: path.endsWith("x") ? "tsx" : "ts" };
    });
  },
};

/** The output of the entry point whose path ends so: its name, the name of its styles, and what it cannot begin without. */
function outputOf(result, entry) {
  const [file, { cssBundle = "", imports }] = Object.entries(result.metafile.outputs).find(([, { entryPoint }]) => entryPoint?.endsWith(entry));
  const parts = imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => "/" + basename(path));
  return { name: "/" + basename(file), style: "/" + basename(cssBundle), parts };
}

/** Copies a file under a name that carries its hash. */
function addHashed(file) {
  const bytes = readFileSync(file);
  const { name, ext } = parse(file);
  const hashed = `${name}-${createHash("sha256").update(bytes).digest("hex").slice(0, 8).toUpperCase()}${ext}`;
  writeFileSync(join(dist, hashed), bytes);
  return "/" + hashed;
}

/** The facts of all games, from the module that has them all. */
async function gameFacts() {
  const { instance } = await WebAssembly.instantiate(readFileSync(join(wasm, "bivouac.wasm")), { env: { now: () => 0 } });
  const { memory, buffer, facts } = instance.exports;
  const length = facts();
  return Buffer.from(memory.buffer, buffer(), length).toString();
}

/** A file for each game, which is fetched with the game: by game, the name under which it is added. */
function addForGames(folder, ending) {
  const games = readdirSync(join(web, "src/games"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const files = games.map(({ name }) => [name, join(folder, name + ending)]).filter(([, file]) => existsSync(file));
  return Object.fromEntries(files.map(([game, file]) => [game, addHashed(file)]));
}

/** A version is another when any file is. Hashed names stand for what is in them. */
function versionOf(page, names) {
  const hash = createHash("sha256").update(page);
  for (const name of names) hash.update(name).update(/-[A-Z0-9]{8}\.\w+$/.test(name) ? "" : readFileSync(join(dist, name)));
  return hash.digest("hex").slice(0, 12);
}

/** The service worker knows every file: those every page needs are its shell, and the rest. Of the modules it keeps those for its browser. */
async function addService(version, needed, names) {
  await build({
    ...usual,
    format: "iife",
    entryPoints: { service: join(web, "src/offline/worker.ts") },
    define: {
      VERSION: JSON.stringify(version),
      SHELL: JSON.stringify(needed),
      REST: JSON.stringify(names.map((name) => "/" + name).filter((name) => !needed.includes(name) && !name.endsWith(".wasm"))),
      ENGINE_MODULES: JSON.stringify(modules),
    },
  });
}

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
execFileSync(join(web, "../tools/build-wasm"), { stdio: "inherit" });
const modules = { vectors: addForGames(join(wasm, "games"), ".wasm"), plain: addForGames(join(wasm, "games"), "-plain.wasm") };
const nets = addForGames(join(web, "../nets"), ".net");
const worker = await build({
  ...usual,
  entryPoints: { engine: join(web, "src/engine/worker.ts") },
  entryNames: "[name]-[hash]",
  define: { GAME_FACTS: await gameFacts() },
});
const pages = await build({
  ...usual,
  entryPoints: { pages: join(web, "src/looks/pages.css") },
  entryNames: "[name]-[hash]",
});
const app = await build({
  ...usual,
  entryPoints: { app: join(web, "src/main.tsx") },
  entryNames: "[name]-[hash]",
  chunkNames: "part-[hash]",
  splitting: true,
  plugins: [frameComesFirst],
  define: {
    ENGINE_SCRIPT: JSON.stringify(outputOf(worker, "worker.ts").name),
    ENGINE_MODULES: JSON.stringify(modules),
    ENGINE_NETS: JSON.stringify(nets),
    PAGES_STYLE: JSON.stringify(outputOf(pages, "pages.css").name),
  },
});

// index.html names {{app.js}}, {{app.parts}}, {{app.css}} and {{version}}; the rest of it belongs to the pages.
if (existsSync(join(web, "static"))) cpSync(join(web, "static"), dist, { recursive: true });
const { name: script, style, parts } = outputOf(app, "main.tsx");
const names = readdirSync(dist).sort();
const page = readFileSync(join(web, "src/index.html"), "utf8")
  .replaceAll("{{app.js}}", script)
  // All is fetched at once.
  .replaceAll("{{app.parts}}", parts.map((name) => `<link rel="modulepreload" href="${name}" />`).join("\n    "))
  .replaceAll("{{app.css}}", style);
const version = versionOf(page, names);
writeFileSync(join(dist, "index.html"), page.replaceAll("{{version}}", version));
const needed = [script, style, ...parts, outputOf(worker, "worker.ts").name, "/icon.svg", "/bivouac.webmanifest"];
await addService(version, needed, names);
buildDocs(dist); // after the names: the service worker has no list of them
compress(dist);

for (const name of readdirSync(dist).sort())
  if (name.endsWith(".gz")) console.log(`${name.slice(0, -3)}: ${statSync(join(dist, name)).size} bytes compressed`);
rmSync(goal, { recursive: true, force: true });
renameSync(dist, goal);
