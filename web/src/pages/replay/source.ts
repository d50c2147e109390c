/** Where a game to look at comes from: the server, this device, or a file. */
import { outside } from "../../base";
import { engine, seatsOf, type ReadRecord } from "../../engine/engine";
import type { Text } from "../../model";
import { WATCHER } from "../../session/course";
import { isHelpAllowed } from "../../session/help";
import { noNotes, type Notes } from "../../session/lines";
import { savedNotes, readNoted } from "../../session/notes";
import { recordOf } from "../../session/record";
import { Replay } from "../../session/replay";
import { savedGames, type LocalGame } from "../../session/saved-games";
import { bothOf } from "../../words/words";
import { request, sentence } from "../api";
import type { Route } from "../route";

export interface Opened {
  replay: Replay;
  read: ReadRecord;
  /** The record itself. */
  text: string;
  /** Under which the notes are kept. */
  key: string;
  /** Of a game of the server: it can be linked to. */
  id?: string;
  /** A game that goes on, with secrets or against people: nothing is shown that one does not know, and nothing judged. */
  veiled: boolean;
}

/** Why there is nothing to look at, in words. */
export class NothingToSee extends Error {
  constructor(readonly text: Text) {
    super(text.en);
  }
}

async function open(text: string, key: string, more: { id?: string; notes?: Notes; eyes?: string[]; veiled?: boolean } = {}): Promise<Opened> {
  const read = await engine().readRecord(text);
  const kept = await savedNotes().get(key).catch(noNotes);
  const replay = await Replay.open(engine(), { record: read, notes: more.notes ?? kept, eyes: more.eyes });
  return { replay, read, text, key, id: more.id, veiled: more.veiled ?? false };
}

async function openOfServer(id: string): Promise<Opened> {
  const answer = await fetch(outside(`/api/v1/records/${encodeURIComponent(id)}.record`)).catch(() => null);
  if (answer?.ok) return open(await answer.text(), `server/${id}`, { id });
  const refusal = (await answer?.json().catch(() => null)) as { text?: Text } | null | undefined;
  throw new NothingToSee(refusal?.text ?? bothOf("replay.unread"));
}

/** While a game with secrets goes on, a player sees what the player's side knows. */
async function eyesOf(game: LocalGame): Promise<string[] | undefined> {
  const facts = await engine().factsOf(game.terms.game);
  if (!facts.secrets || game.result !== undefined) return undefined;
  const people = game.occupants.filter(({ level }) => level === 0);
  const sides = new Set(people.map(({ side }) => side));
  const seats = seatsOf(facts, game.terms).map(({ seat }) => seat);
  return [...(sides.size === 1 ? seats.filter((seat) => people.some((occupant) => occupant.seat === seat)) : []), WATCHER];
}

async function openOfDevice(id: string): Promise<Opened> {
  const game = await (await savedGames()).get(id);
  if (!game) throw new NothingToSee(bothOf("replay.gone"));
  const eyes = await eyesOf(game);
  const veiled = eyes !== undefined || (game.result === undefined && !isHelpAllowed(game));
  return open(await recordOf(engine(), game), `here/${id}`, { eyes, veiled });
}

/** A game of some device of the same person, whose notes are those of this device. */
async function openKept(id: string): Promise<Opened> {
  const { record } = await request<{ record: string }>("GET", `/account/games/${encodeURIComponent(id)}`).catch((error: unknown) => {
    throw new NothingToSee(sentence(error));
  });
  return open(record, `here/${id}`);
}

/** The same text has the same name. */
async function nameOf(text: string): Promise<string> {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return `text/${hash.toString(16)}`;
}

/** A record or a record with notes, from a file or the clipboard. */
export async function openText(given: string): Promise<Opened> {
  const { record, notes } = readNoted(given);
  const own = notes.lines.length > 0 || Object.keys(notes.comments).length > 0;
  return open(record, await nameOf(record), own ? { notes } : {});
}

export function openRoute(at: Extract<Route, { page: "replay" }>): Promise<Opened> {
  const openers = { here: openOfDevice, kept: openKept, server: openOfServer };
  return openers[at.from ?? "server"](at.id ?? "");
}
