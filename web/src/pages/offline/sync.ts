/**
 * Finished games of this device go to the server, for who has an account and wants it. The queue is the home page itself: a game
 * that is over and not marked as kept is sent when the server can be reached. Sending twice keeps it once.
 */
import { signal } from "@preact/signals";
import { engine } from "../../engine/engine";
import { recordOf } from "../../session/record";
import { savedGames, type LocalGame } from "../../session/saved-games";
import { Refused, request } from "../api";
import { account } from "../person";
import { uploading } from "../settings";

/** Longer ones stay at home: the server reads no longer letters. */
const LONGEST = 40_000;

/** How many games have been sent since the page was opened: lists of them look again. */
export const sent = signal(0);

/** The server said why this one will never do; anything else may be better another time. */
const isFinal = (error: unknown) => error instanceof Refused && error.code === "bad-record";

async function send(game: LocalGame): Promise<void> {
  const record = await recordOf(engine(), game);
  if (new TextEncoder().encode(record).length > LONGEST) return;
  await request("PUT", `/account/games/${game.id}`, { record }).catch((error: unknown) => {
    if (!isFinal(error)) throw error;
  });
}

async function sendAll(): Promise<void> {
  const games = await savedGames();
  const waiting = (await games.list()).filter((game) => game.result !== undefined && !game.kept);
  for (const game of waiting) {
    await send(game);
    await games.put({ ...game, kept: true });
    sent.value++;
  }
}

let sending: Promise<void> | null = null;

/** One sending at a time; whatever fails is tried again when the network comes back, a game ends or a page opens. */
export function sendGames(): Promise<void> {
  if (uploading.value !== "on" || !account.value) return Promise.resolve();
  sending ??= sendAll()
    .catch(() => undefined)
    .finally(() => (sending = null));
  return sending;
}
