/** A game as text, to be kept, sent and replayed: docs/records.md is the format's definition. */
import type { Engine, Step } from "../engine/engine";
import type { Terms } from "../model";
import type { LocalGame } from "./saved-games";

export interface Recorded {
  terms: Terms;
  start?: string;
  players: { seat: string; name: string }[];
  begun?: number;
  ended?: number;
  steps: Step[];
  result?: string;
}

const dateOf = (moment: number) => new Date(moment).toISOString().replace(/\.\d+Z$/, "Z");

/* Names are people's own: what a line cannot hold is left out, and so is what is too long. */
function nameOf(name: string): string {
  const line = name.replace(/\p{Cc}/gu, " ").trim();
  const bytes = new TextEncoder().encode(line).slice(0, 64);
  return new TextDecoder().decode(bytes).replace(/\uFFFD+$/, "").trim();
}

export async function writeRecord(engine: Engine, game: Recorded): Promise<string> {
  const board = await engine.board(game.terms);
  const own = game.terms.board?.replace(/\n$/, "").split("\n").map((line) => `| ${line}`) ?? [];
  const named = game.players.map(({ seat, name }) => ({ seat, name: nameOf(name) })).filter(({ name }) => name);
  const lines = [
    "bivouac record 1",
    await engine.header(game.terms),
    `board ${board.match(/^name (\S+)/m)?.[1] ?? ""}`,
    ...own,
    ...(game.start === undefined ? [] : [`position ${game.start}`]),
    ...named.map(({ seat, name }) => `player ${seat} ${name}`),
    ...(game.begun === undefined ? [] : [`begun ${dateOf(game.begun)}`]),
    ...(game.ended === undefined ? [] : [`ended ${dateOf(game.ended)}`]),
    `tokens ${game.steps.length}`,
    ...game.steps.map(({ seat, token }) => `${seat} ${token}`),
    `result ${game.result ?? "*"}`,
  ];
  return lines.join("\n") + "\n";
}

/** The record of a game of this device. */
export function recordOf(engine: Engine, game: LocalGame): Promise<string> {
  const { terms, start, occupants, begun, ended, steps, result } = game;
  const players = occupants.map(({ seat, people, level }) => ({ seat, name: people[0]?.name ?? `Bivouac ${level}` }));
  return writeRecord(engine, { terms, start, players, begun, ended, steps, result });
}
