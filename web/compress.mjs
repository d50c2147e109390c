// Beside each file that can be made smaller, the same compressed twice: the server sends what a browser accepts.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

export function compress(folder) {
  for (const name of readdirSync(folder, { recursive: true }).map(String)) {
    const file = join(folder, name);
    if (!statSync(file).isFile() || !/\.(js|css|html|wasm|net|svg|json|txt|webmanifest)$/.test(name)) continue;
    const bytes = readFileSync(file);
    writeFileSync(file + ".gz", gzipSync(bytes, { level: 9 }));
    writeFileSync(file + ".br", brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_LGWIN]: 22 } }));
  }
}
