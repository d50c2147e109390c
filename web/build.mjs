// Bundles the client into web/dist: names carry a hash of what is in them, so that a browser may keep them for ever.
//   node build.mjs [--debug]
import { build } from "esbuild";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const web = dirname(fileURLToPath(import.meta.url));
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
  loader: { ".board": "text", ".md": "text" },
  logLevel: "warning",
};

/** The one output of an entry point with this ending. */
function outputOf(result, entry, ending) {
  const found = Object.entries(result.metafile.outputs).find(
    ([name, output]) => name.endsWith(ending) && (output.entryPoint?.endsWith(entry) || ending === ".css"),
  );
  return found && "/" + basename(found[0]);
}

/** Links to what the entry cannot begin without, so that it is all fetched at once. */
function partsOf(result) {
  const entry = Object.values(result.metafile.outputs).find((output) => output.entryPoint?.endsWith("main.tsx"));
  const parts = entry.imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => basename(path));
  return parts.map((name) => `<link rel="modulepreload" href="/${name}" />`).join("\n    ");
}

function addWasm() {
  execFileSync(join(web, "../tools/build-wasm"), { stdio: "inherit" });
  const bytes = readFileSync(join(web, "../build/wasm/bivouac.wasm"));
  const name = `bivouac-${createHash("sha256").update(bytes).digest("hex").slice(0, 8).toUpperCase()}.wasm`;
  writeFileSync(join(dist, name), bytes);
  return "/" + name;
}

function compress() {
  for (const name of readdirSync(dist, { recursive: true }).map(String)) {
    const file = join(dist, name);
    if (!statSync(file).isFile() || !/\.(js|css|html|wasm|svg|json|webmanifest)$/.test(name)) continue;
    const bytes = readFileSync(file);
    writeFileSync(file + ".gz", gzipSync(bytes, { level: 9 }));
    writeFileSync(file + ".br", brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_LGWIN]: 22 } }));
  }
}

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
const wasm = addWasm();
const worker = await build({
  ...usual,
  entryPoints: { engine: join(web, "src/engine/worker.ts") },
  entryNames: "[name]-[hash]",
});
const app = await build({
  ...usual,
  entryPoints: { app: join(web, "src/main.tsx") },
  entryNames: "[name]-[hash]",
  chunkNames: "part-[hash]",
  splitting: true,
  define: {
    ENGINE_SCRIPT: JSON.stringify(outputOf(worker, "worker.ts", ".js")),
    ENGINE_MODULE: JSON.stringify(wasm),
  },
});

// index.html names {{app.js}}, {{app.parts}} and {{app.css}}; the rest of it belongs to the pages.
const page = readFileSync(join(web, "src/index.html"), "utf8");
writeFileSync(
  join(dist, "index.html"),
  page
    .replaceAll("{{app.js}}", outputOf(app, "main.tsx", ".js"))
    .replaceAll("{{app.parts}}", partsOf(app))
    .replaceAll("{{app.css}}", outputOf(app, "main.tsx", ".css") ?? "")
    .replaceAll("{{engine.wasm}}", wasm),
);
if (existsSync(join(web, "static"))) cpSync(join(web, "static"), dist, { recursive: true });
compress();

for (const name of readdirSync(dist).sort())
  if (name.endsWith(".gz")) console.log(`${name.slice(0, -3)}: ${statSync(join(dist, name)).size} bytes compressed`);
rmSync(goal, { recursive: true, force: true });
renameSync(dist, goal);
