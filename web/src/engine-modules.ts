/** Each game has a module, built twice: with WebAssembly's vectors and without. They give the same answers; vectors are faster. */

/* Set by the bundler: the names of the files carry their hashes. */
declare const ENGINE_MODULES: { vectors: Record<string, string>; plain: Record<string, string> };

/** A module with one function, which makes a vector and drops it. */
const WITH_VECTORS = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 9, 1, 7, 0, 65, 0, 253, 15, 26, 11]);

/** Those for this browser, by game. */
export function engineModules(): Record<string, string> {
  return WebAssembly.validate(WITH_VECTORS) ? ENGINE_MODULES.vectors : ENGINE_MODULES.plain;
}
