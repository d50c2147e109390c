/** The Worker: gets addresses first, then questions. The net of a game is fetched before its first search. */
import { RequestHandler, type Question } from "./requests";
import { Module } from "./module";
import type { Addresses } from "./types";

async function bytesAt(address: string): Promise<ArrayBuffer> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.arrayBuffer();
}

async function furnish(address: string): Promise<RequestHandler> {
  return new RequestHandler(await Module.from(await bytesAt(address)));
}

let addresses: Addresses = { module: "", nets: {} };
let handler: Promise<RequestHandler> | null = null;
let taken: string | null = null;

/** Without its net a game is thought about all the same, less well; the next question tries again. */
async function bringNet(to: RequestHandler, game: string): Promise<void> {
  const address = addresses.nets[game];
  if (game === taken || address === undefined) return;
  try {
    to.takeNet(game, new Uint8Array(await bytesAt(address)));
    taken = game;
  } catch {
    taken = null;
  }
}

self.onmessage = async ({ data }: MessageEvent<Addresses | Question>) => {
  if ("module" in data) {
    addresses = data;
    handler = furnish(addresses.module);
    return;
  }
  try {
    handler ??= furnish(addresses.module);
    const ready = await handler;
    const game = RequestHandler.gameOf(data);
    if (game !== null) await bringNet(ready, game);
    self.postMessage(ready.answer(data));
  } catch (error) {
    // The network was away, perhaps: the next question tries again.
    handler = null;
    taken = null;
    self.postMessage({ id: data.id, error: String(error) });
  }
};
