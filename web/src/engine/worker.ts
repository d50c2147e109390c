/**
 * The Worker: gets addresses first, then questions. The module of a game is fetched for the first question about the game, its
 * net for the first search. The facts of all games are in the Worker's own file.
 */
import type { GameFacts } from "../model";
import { gameOf, RequestHandler, type Answer, type Question } from "./requests";
import { Module } from "./module";
import type { Addresses } from "./types";

/* Set by the bundler. */
declare const GAME_FACTS: GameFacts[];

let addresses: Addresses = { modules: {}, nets: {} };
const handlers = new Map<string, Promise<RequestHandler>>();
const withNet = new Set<string>();

async function bytesAt(address: string): Promise<ArrayBuffer> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.arrayBuffer();
}

async function furnish(address: string): Promise<RequestHandler> {
  return new RequestHandler(await Module.from(await bytesAt(address)));
}

/** Where the network was away, the next question tries again. */
function handlerOf(game: string): Promise<RequestHandler> {
  const opened = handlers.get(game) ?? furnish(addresses.modules[game] ?? "");
  handlers.set(game, opened);
  opened.catch(() => handlers.delete(game));
  return opened;
}

/** Without its net a game is thought about all the same, less well; the next question tries again. */
async function bringNet(to: RequestHandler, game: string): Promise<void> {
  const address = addresses.nets[game];
  if (withNet.has(game) || address === undefined) return;
  try {
    to.takeNet(game, new Uint8Array(await bytesAt(address)));
    withNet.add(game);
  } catch {
    return;
  }
}

async function answer(question: Question): Promise<Answer> {
  const { id, ask } = question;
  if (ask === "facts") return { id, value: GAME_FACTS };
  const named = gameOf(question) ?? "";
  // A text that names no game, or one that does not exist, is refused by the rules of any.
  const game = Object.hasOwn(addresses.modules, named) ? named : (Object.keys(addresses.modules)[0] ?? "");
  const handler = await handlerOf(game);
  if (ask === "think") await bringNet(handler, game);
  return handler.answer(question);
}

self.onmessage = async ({ data }: MessageEvent<Addresses | Question>) => {
  if ("modules" in data) addresses = data;
  else self.postMessage(await answer(data).catch((error: unknown): Answer => ({ id: data.id, error: String(error) })));
};
