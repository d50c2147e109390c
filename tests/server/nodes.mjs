// Several nodes of one server on a PostgreSQL of its own, for tests.
import { openCluster } from "../cluster.mjs";
import { openServer, program } from "./client.mjs";

/** `count` nodes that share a store; close() closes those that are still open, and the database. */
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
