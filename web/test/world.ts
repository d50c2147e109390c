/** What tests need of the world: the real module without Workers, the real program, lots that are always the same. */
import { execFileSync } from "node:child_process";
import { webcrypto } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { RequestHandler } from "../src/engine/requests";
import { Engine, type Line } from "../src/engine/engine";
import { Module } from "../src/engine/module";

export const root = process.env.BIVOUAC_ROOT ?? "..";
export const program = process.env.BIVOUAC ?? join(root, "build/bivouac");

// Node 18 has it, but not where browsers do.
globalThis.crypto ??= webcrypto as Crypto;

const compiled = WebAssembly.compile(readFileSync(join(root, "build/wasm/bivouac.wasm")));

/** A line to a handler in this very thread. Answers come later, as from a Worker. */
export function deskLine(): Line {
  const handler = compiled.then(Module.from).then((module) => new RequestHandler(module));
  let ended = false;
  let listen: Parameters<Line["hear"]>[0] = () => {};
  return {
    send: (question) =>
      void handler.then((ready) => {
        const answer = structuredClone(ready.answer(structuredClone(question)));
        if (!ended) listen(answer);
      }),
    hear: (listener) => (listen = listener),
    end: () => (ended = true),
  };
}

export const testEngine = () => new Engine(deskLine);

/** Whole numbers below a bound, the same every time. */
export function chooser(seed: number): (below: number) => number {
  let state = seed >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % below;
  };
}

export function bivouac(args: string[], input?: string): string {
  return execFileSync(program, args, { encoding: "utf8", input, maxBuffer: 1 << 28 });
}
