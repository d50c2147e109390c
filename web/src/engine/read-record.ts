/**
 * Reads a record. The program's own reader in the module says of every line whether it is right; here its fields are only
 * taken apart.
 */
import type { GameId, Terms } from "../model";
import { Refusal, type Module } from "./module";
import type { ReadRecord, Throw } from "./types";

/* enum bv_record_step of src/core/record.h */
const PLAYED = 3;

/** `game ID own-fire=off seats=2` */
function termsOf(words: string): Terms {
  const [game = "", ...settings] = words.split(" ");
  const options = Object.fromEntries(settings.map((one) => one.split("=") as [string, string]));
  const seats = Number(options.seats);
  delete options.seats;
  return { game: game as GameId, seats, options };
}

/** The first word of a line, and the rest. */
function parted(line: string): [string, string] {
  const at = line.indexOf(" ");
  return at < 0 ? [line, ""] : [line.slice(0, at), line.slice(at + 1)];
}

function takeHead(record: ReadRecord, line: string): void {
  const [key, value] = parted(line);
  const [seat, rest] = parted(value);
  if (key === "game") record.terms = termsOf(value);
  if (key === "|") record.terms.board = `${record.terms.board ?? ""}${value}\n`;
  if (key === "position") record.start = value;
  if (key === "player") record.players.push({ seat, name: rest });
  if (key === "begun") record.begun = Date.parse(value);
  if (key === "ended") record.ended = Date.parse(value);
  if (key === "dice") record.dice = { commitment: value, words: [], matches: false, throws: [] };
  if (key === "word") record.dice?.words.push({ seat, text: rest });
  if (key === "seed" && record.dice) record.dice.seed = value;
}

export function readRecord(module: Module, text: string): ReadRecord {
  const { exports } = module;
  const lines = text.replace(/\n$/, "").split("\n");
  const record: ReadRecord = { terms: termsOf(""), players: [], steps: [] };
  const mustBeRight = (worked: number, at: number): void => {
    try {
      module.must(worked);
    } catch (error) {
      throw new Refusal(`line ${at + 1}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  exports.record_begin();
  for (const [at, line] of lines.entries()) {
    const step = exports.record_line(module.give(line));
    mustBeRight(step, at);
    if (step < PLAYED) takeHead(record, line);
    if (step === PLAYED) {
      const [seat, token] = parted(line);
      const length = exports.record_throw();
      record.steps.push({ seat, token });
      if (length) record.dice?.throws.push({ ...module.json<Omit<Throw, "said">>(length), said: token });
    }
    if (step > PLAYED && line !== "result *") record.result = parted(line)[1];
  }
  mustBeRight(exports.record_complete(), lines.length);
  if (record.dice?.seed) record.dice.matches = exports.record_matches() === 1;
  return record;
}
