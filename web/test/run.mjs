// Bundles the tests with what they test, and runs them:  node test/run.mjs [NAME…]
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, `../../build/web-tests/${process.pid}`); // its own, so that several may run at once
const names = process.argv.slice(2);
const files = readdirSync(here).filter(
  (name) => /\.test\.tsx?$/.test(name) && (!names.length || names.some((wanted) => name.startsWith(wanted))),
);
await build({
  entryPoints: files.map((name) => join(here, name)),
  outdir: out,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node18",
  jsx: "automatic",
  jsxImportSource: "preact",
  sourcemap: "inline",
  loader: { ".board": "text", ".md": "text", ".txt": "text" },
  logLevel: "warning",
});
const bundles = files.map((name) => join(out, name.replace(/\.tsx?$/, ".mjs")));
const { status } = spawnSync(process.execPath, ["--enable-source-maps", "--test", ...bundles], {
  stdio: "inherit",
  env: { ...process.env, BIVOUAC_ROOT: join(here, "../..") },
});
rmSync(out, { recursive: true, force: true });
process.exit(status ?? 1);
