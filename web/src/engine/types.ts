/** What is asked of the engine and what it answers: the same words on both sides of the Worker. */
import type { GameEvent, Says, Terms, Text } from "../model";

/** Where a game stands: a position or a view, and on the next line the past that rules of repetition look at. */
export type Standing = string;

export interface Step {
  seat: string;
  token: string;
}

/** What one pair of eyes sees. `toAct` is ["#"] when a die is to be thrown, and empty when the game is over. */
export interface Sight extends Says {
  position: string;
  toAct: string[];
}

/** What one pair of eyes was told of an action. */
export interface Told {
  seat: string;
  /** Missing where it is not theirs to know. */
  token?: string;
  before: string;
  after: string;
  events: GameEvent[];
  said: Text[];
}

/** Played, and what each of the viewers was told; null: nothing. `toAct` is the truth. */
export interface Played {
  standing: Standing;
  toAct: string[];
  /** `S 1 O 0 castle`; null while the game goes on. */
  result: string | null;
  told: Record<string, Told | null>[];
}

/** Steps tried out by one side, from what it knows. */
export interface Attempt {
  sight: Sight;
  legal: Record<string, string[]>;
  /** The last step would show its side something it does not know. */
  reveals: boolean;
}

/** What a kind of piece, ground or mark is, as the game tells it: a name and a few sentences without their full stops. */
export interface Thing {
  id: string;
  what: "piece" | "ground" | "mark";
  /** The side whose things alone are meant. */
  side?: string;
  name: Text;
  lines: Text[];
}

/** Who is asked for help with a board: the engine. */
export interface Advice {
  legend(terms: Terms): Promise<Thing[]>;
  about(terms: Terms, position: string, as: string, point: string): Promise<Thing[]>;
  whyNot(terms: Terms, position: string, seats: string[], from: string | undefined, to: string): Promise<Text | null>;
}

/** What a player is asked before a legal token that costs something. */
export interface Warning {
  title: Text;
  text: Text;
  yes: Text;
}

export interface Outcome {
  token: string;
  weight: number;
}

/** A throw of a record, made again. */
export interface Throw {
  number: number;
  /** How the hash begins that it comes from. */
  hash: string;
  /** The number that was drawn, and below which. */
  drawn: number;
  below: number;
  /** What the dice give, and what the record says. */
  given: string;
  said: string;
}

/** A record that was read: every line is as docs/records.md wants it, every token was played. */
export interface ReadRecord {
  terms: Terms;
  start?: string;
  players: { seat: string; name: string }[];
  begun?: number;
  ended?: number;
  /** Dice that can be checked; `matches` and `throws` once the seed is revealed. */
  dice?: { commitment: string; words: { seat: string; text: string }[]; seed?: string; matches: boolean; throws: Throw[] };
  steps: Step[];
  /** Missing while the game goes on. */
  result?: string;
}

export interface ThinkRequest {
  terms: Terms;
  /** Where the game began; missing: at its start. */
  start?: string;
  /** What happened since: steps, or positions as the side was shown them. */
  past: (Step | { position: string })[];
  /** Those it plays, all of one side. */
  seats: string[];
  level: number;
  seed: number;
  /** Instead of the level's time, for answers that are always the same. */
  nodes?: number;
  explain?: boolean;
  /** Also what else was thought of, and what is expected to happen. */
  lines?: boolean;
}

/** Something that may be played, and what it promises. */
export interface Promising extends Step {
  score: number;
  /** It promises no more than that, and perhaps less. */
  atMost: boolean;
}

export interface Thought extends Step {
  /** What the side may hope for, in thousandths of a point. */
  score: number;
  nodes: number;
  why?: Text;
  /** The best first. */
  choices?: Promising[];
  /** Tokens, its own first; dice are left out. */
  line?: string[];
}

/** What is wrong with a board file, and where; the line is 0 where it is wrong as a whole. */
export interface BoardFault {
  line: number;
  reason: string;
}

/** Where a Worker finds the module of each game, and the net of each that has one. */
export interface Addresses {
  modules: Record<string, string>;
  nets: Record<string, string>;
}
