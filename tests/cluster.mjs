// A PostgreSQL of one's own (tests/postgres/start) for tests in Node.
import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Starts one; settings as `NAME=VALUE`. */
export const openCluster = (...settings) => openClusterIn({}, ...settings);

/** The same with more variables in its environment. */
export function openClusterIn(env, ...settings) {
  const tool = (name, ...words) =>
    execFileSync(join(dirname(fileURLToPath(import.meta.url)), "postgres", name), words, {
      encoding: "utf8",
      env: { ...process.env, ...env },
    }).trim();
  const place = mkdtempSync("/tmp/bivouac-cluster-");
  const url = tool("start", place, ...settings);
  return {
    url,
    sql: (text) => execFileSync("psql", ["-XqAt", "-v", "ON_ERROR_STOP=1", "-c", text, url], { encoding: "utf8" }).trim(),
    /** As if its machine lost power, and its start after that. */
    stop: () => tool("stop", "--keep", place),
    start: () => tool("again", place),
    close: () => tool("stop", place),
  };
}
