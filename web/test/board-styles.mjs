// The styles that a board needs, without those of the pages around it.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const src = join(dirname(dirname(fileURLToPath(import.meta.url))), "src");
const read = (path) => readFileSync(join(src, path), "utf8");

export function stylesOfBoards() {
  const folders = readdirSync(join(src, "games"), { withFileTypes: true }).filter((one) => one.isDirectory());
  return ["looks/tokens.css", "looks/board.css", ...folders.map(({ name }) => `games/${name}/style.css`)].map(read).join("\n");
}
