// What tests in Node start: servers, several nodes of one, and PostgreSQL (tests/postgres/start).
import { createHash } from "node:crypto";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { after } from "node:test";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The program under test. */
export const program = process.env.BIVOUAC ?? "build/bivouac";

// ---- A server --------------------------------------------------------------------------------------------------------

/** The PostgreSQL that keeps the servers of all tests, each in a database of its own; "": each server keeps a folder. */
export const cluster = process.env.BIVOUAC_POSTGRES ?? "";

/** The configuration of a folder then names its database. */
function nameDatabase(folder) {
  const file = join(folder, "bivouac.conf");
  if (!cluster || existsSync(file)) return;
  const name = `server_${createHash("sha1").update(`${folder} ${process.pid}`).digest("hex").slice(0, 16)}`;
  const made = spawnSync("psql", [cluster, "-qc", `CREATE DATABASE ${name}`], { encoding: "utf8" });
  if (made.status !== 0) throw new Error(made.stderr);
  const url = new URL(cluster.replace("@/", "@socket/"));
  url.pathname = `/${name}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `store = ${String(url).replace("@socket/", "@/")}\n`);
}

/** How many nodes such a server has; new connections go to one after the other, as by a load balancer. */
export const nodeCount = cluster ? Number(process.env.BIVOUAC_NODES ?? 1) : 1;

/**
 * Starts a server on a folder and waits for its address. `under`: words of a command that becomes the server;
 * `inFolder`: its store is in the folder, whatever BIVOUAC_POSTGRES says.
 */
export async function openServer(program, { data, port = 0, options = [], env = {}, under = [], inFolder = false } = {}) {
  const folder = data ?? mkdtempSync(join(tmpdir(), "bivouac-server-"));
  if (!inFolder) nameDatabase(folder);
  const words = (port) => [...under, program, "serve", "--port", String(port), "--data", folder, "--config-set", "log-level=warning", ...options];
  const nodes = [await openNode(folder, words(port), env)];
  while (!inFolder && nodes.length < nodeCount) nodes.push(await openNode(folder, words(0), env));
  let turn = 0;
  return {
    ...nodes[0],
    get url() {
      return nodes[turn++ % nodes.length].url;
    },
    get metrics() {
      return nodes[turn++ % nodes.length].metrics;
    },
    errors: () => nodes.map((node) => node.errors()).join(""),
    async close(signal = "SIGTERM") {
      const ends = await Promise.all(nodes.map((node) => node.close(signal)));
      if (!data) rmSync(folder, { recursive: true, force: true });
      return { ...ends[0], errors: ends.map((end) => end.errors).join("") };
    },
    async kill() {
      await Promise.all(nodes.map((node) => node.kill()));
    },
  };
}

/** What a failed test has left open, a server or a socket of this process, would keep the whole file from ending. */
const running = new Set();
function closeLeftOnes() {
  for (const child of running) child.kill("SIGKILL");
  console.error("a test left something open");
  process.exit(1);
}
if (process.env.NODE_TEST_CONTEXT) after(() => void setTimeout(closeLeftOnes, 20_000).unref());

async function openNode(folder, [command, ...words], env) {
  const child = spawn(command, words, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env } });
  running.add(child);
  child.on("exit", () => running.delete(child));
  // What it complained of; that it was slow, or stood still, is no trouble of its own on a busy machine.
  let complained = "";
  child.stderr.on("data", (text) => (complained += text));
  const trouble = () => complained.replace(/^.*\b(event=slow-iteration|event=clock-jump .*cause=standstill)\b.*\n/gm, "");
  const ended = once(child, "exit");
  const first = await Promise.race([once(child.stdout, "data"), ended]);
  const [url, second] = String(first[0]).split("\n");
  if (!url.startsWith("http")) throw new Error(`the server did not open: ${trouble()}`);
  return {
    url,
    port: Number(new URL(url).port),
    metrics: second.replace(/^metrics /, ""), // where its figures are; "": they are off
    folder,
    child,
    errors: trouble,
    async close(signal = "SIGTERM") {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      const [code, by] = await ended;
      return { code, by, errors: trouble() };
    },
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

// ---- PostgreSQL ------------------------------------------------------------------------------------------------------

/** Starts a PostgreSQL of its own; settings as `NAME=VALUE`. */
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

// ---- Several nodes ---------------------------------------------------------------------------------------------------

/** `count` nodes that share a PostgreSQL of their own; close() closes those that are still open, and the database. */
export async function openNodes(count, options = []) {
  const cluster = openCluster();
  const open = () => openServer(program, { options: ["--store", cluster.url, ...options] });
  const nodes = [];
  for (let i = 0; i < count; i++) nodes.push(await open());
  return {
    nodes,
    cluster,
    /** One more node, also in place of one that was killed. */
    async join() {
      nodes.push(await open());
      return nodes.at(-1);
    },
    /** Closes everything: what the nodes complained of, killed ones excepted. */
    async close() {
      let errors = "";
      for (const node of nodes) {
        const end = await node.close();
        if (end.by !== "SIGKILL") errors += end.errors + (end.code ? `exit ${end.code}\n` : "");
      }
      cluster.close();
      return errors;
    },
  };
}

/** Waits until a condition holds. */
export async function until(condition, what, seconds = 15) {
  const end = Date.now() + seconds * 1000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
