/** The service worker, with a network and caches that a test brings. */
import assert from "node:assert/strict";
import { test } from "node:test";

const stored = new Map<string, string>();
const listeners = new Map<string, (event: object) => void>();
let front = "";

Object.assign(globalThis, {
  VERSION: "V1",
  SHELL: ["/app-AAAAAAAA.js"],
  REST: [],
  ENGINE_MODULES: {
    vectors: { chars: "/chars-AAAAAAAA.wasm", paris: "/paris-AAAAAAAA.wasm" },
    plain: { chars: "/chars-plain-AAAAAAAA.wasm", paris: "/paris-plain-AAAAAAAA.wasm" },
  },
  self: {
    location: new URL("http://server/service.js"),
    addEventListener: (kind: string, listener: never) => listeners.set(kind, listener),
    clients: { matchAll: async () => [{ id: "another page", url: "http://server/" }] },
  },
  fetch: async (path: string) => new Response(path === "/" ? front : path),
  caches: {
    open: async () => ({
      match: async (key: string) => (stored.has(key) ? new Response(stored.get(key)) : undefined),
      put: async (key: string, answer: Response) => void stored.set(key, await answer.text()),
    }),
  },
});

const pageOf = (version: string): string => `<!doctype html><meta name="bivouac-version" content="${version}"><script src="/app-AAAAAAAA.js"></script>`;

async function happens(kind: string, event: object = {}): Promise<void> {
  let work: Promise<unknown> = Promise.resolve();
  listeners.get(kind)?.({ ...event, waitUntil: (promise: Promise<unknown>) => void (work = promise) });
  await work;
}

test("the front page of a newer version is never stored under an older one", async () => {
  await import("../src/offline/worker");
  front = pageOf("V2");
  await assert.rejects(happens("install"));
  assert.deepEqual([...stored.keys()].filter((key) => key.includes("index.html")), []);
  front = pageOf("V1");
  await happens("install");
  assert.equal(stored.get("/index.html?V1"), front);
});

test("when the page has come to rest, the module of every game is kept, of the kind that this browser needs", async () => {
  await happens("message", { data: { ask: "settle", version: "V1" }, source: { id: "page" } });
  // Node.js knows vectors; the other modules are not fetched.
  assert.deepEqual([...stored.keys()].filter((key) => key.endsWith(".wasm")), ["/chars-AAAAAAAA.wasm", "/paris-AAAAAAAA.wasm"]);
});
