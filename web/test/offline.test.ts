/** The service worker, with a network and caches that a test brings. */
import assert from "node:assert/strict";
import { test } from "node:test";

const stored = new Map<string, string>();
const listeners = new Map<string, (event: { waitUntil: (work: Promise<unknown>) => void }) => void>();
let front = "";

Object.assign(globalThis, {
  VERSION: "V1",
  SHELL: ["/app-AAAAAAAA.js"],
  REST: [],
  ENGINE_MODULES: { vectors: "/bivouac-AAAAAAAA.wasm", plain: "/bivouac-plain-AAAAAAAA.wasm" },
  self: { location: new URL("http://server/service.js"), addEventListener: (kind: string, listener: never) => listeners.set(kind, listener), clients: {} },
  fetch: async (path: string) => new Response(path === "/" ? front : path),
  caches: {
    open: async () => ({
      match: async (key: string) => (stored.has(key) ? new Response(stored.get(key)) : undefined),
      put: async (key: string, answer: Response) => void stored.set(key, await answer.text()),
    }),
  },
});

const pageOf = (version: string): string => `<!doctype html><meta name="bivouac-version" content="${version}"><script src="/app-AAAAAAAA.js"></script>`;

async function install(): Promise<void> {
  let work: Promise<unknown> = Promise.resolve();
  listeners.get("install")?.({ waitUntil: (promise) => void (work = promise) });
  await work;
}

test("the front page of a newer version is never stored under an older one", async () => {
  await import("../src/offline/worker");
  front = pageOf("V2");
  await assert.rejects(install());
  assert.deepEqual([...stored.keys()].filter((key) => key.includes("index.html")), []);
  front = pageOf("V1");
  await install();
  assert.equal(stored.get("/index.html?V1"), front);
  // Node.js knows vectors; the other module is not fetched.
  assert.deepEqual([...stored.keys()].filter((key) => key.endsWith(".wasm")), ["/bivouac-AAAAAAAA.wasm"]);
});
