// Builds the documentation alone into web/dist, beside the client that is there already:  node docs/build.mjs
import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { compress } from "../compress.mjs";
import { buildDocs, root } from "./site.mjs";

const goal = join(root, "web/dist");
const made = join(goal, ".docs.new"); // takes its place when it is complete
rmSync(made, { recursive: true, force: true });
const { documents, passages } = buildDocs(made);
compress(made);
rmSync(join(goal, "docs"), { recursive: true, force: true });
renameSync(join(made, "docs"), join(goal, "docs"));
for (const ending of [".br", ".gz", ""]) renameSync(join(made, `docs.html${ending}`), join(goal, `docs.html${ending}`));
rmSync(made, { recursive: true });
console.log(`${documents} documents, ${passages} passages`);
