// Several nodes of one house on a PostgreSQL of its own, for tests.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { openHouse, program } from "./client.mjs";

const script = (name) => fileURLToPath(new URL(`../cluster/${name}`, import.meta.url));

/** `count` nodes that share a store; close() closes those that are still open, and the database. */
export async function openNodes(count, options = []) {
  const place = mkdtempSync("/tmp/bv-nodes-");
  const store = execFileSync(script("start"), [place], { encoding: "utf8" }).trim();
  const open = () => openHouse(program, { options: ["--store", store, ...options] });
  const nodes = [];
  for (let i = 0; i < count; i++) nodes.push(await open());
  return {
    nodes,
    store,
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
      execFileSync(script("stop"), [place]);
      rmSync(place, { recursive: true, force: true });
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
