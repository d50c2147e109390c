/**
 * What the parts of the client agree on.
 *
 *   engine/   the rules and the opponents, C compiled to WebAssembly, in a Worker. The only place that knows what is legal.
 *   session/  a game in progress, as the page sees it: against the computer on this device, on one device, or at a table of
 *             the server over a WebSocket. All three look the same from outside (Session).
 *   board/    drawing: a position text becomes SVG, legal tokens become things to pick up and places to put them.
 *   games/    a folder for each game: how it looks, how its tokens are read, what it says. Nothing else names a game.
 *   pages/    home, table, lobby …; words/ the catalogues of both languages; looks/ the styles.
 *
 * Nothing in TypeScript decides what is legal.
 */
import type { ReadonlySignal } from "@preact/signals";
import type { GameId } from "./games";
import type { Occupant, Clock, Game, GameEvent, Ratings, TableMessage, Text, Time } from "./protocol";

export type { GameId };
export type Language = "fr" | "en";

export type { Occupant, GameEvent, Text } from "./protocol";

/** Facts of a game, as GET /api/v1/games and the engine give them. */
export interface GameFacts extends Game {
  id: GameId;
}

/** What the players agreed on: the engine opens a game with it. */
export interface Terms {
  game: GameId;
  seats: number;
  options: Record<string, string>;
  /** The text of a board of one's own. */
  board?: string;
}

/** What the game says of a position to one pair of eyes. */
export interface Says {
  /** As positions write it: `move`. */
  phase: string;
  /** What the seat is to do, where that is more than to move a piece. */
  asked: Text;
  /** What its choice is limited to, and why. */
  bound: Text;
  /** What each side, or (without a side) the game, has; `main`: sums up the side; `piece`: of a single piece, a part of a sum. */
  facts: { id: string; side?: string; value: number; most?: number; label: Text; main: boolean; piece?: Text }[];
}

/** What one pair of eyes sees now. */
export interface Scene {
  terms: Terms;
  /** Whose knowledge this is: a seat, or "watcher". */
  as: string;
  /** The text of the position as this seat knows it. */
  position: string;
  toAct: string[];
  /** Tokens for each seat that may act and is in these hands; empty when it is not our turn. */
  legal: Record<string, string[]>;
  /** Tokens of this turn that were chosen but not sent yet; they can be taken back one by one. */
  draft: { seat: string; token: string }[];
  /** Whether the draft may be sent as it is (the confirm button). */
  complete: boolean;
  /** Missing where it was not computed. */
  says?: Says;
}

/** What happened, for the animation and the list of moves. `before` is the scene it happened to. */
export interface Happening {
  before: string;
  after: string;
  seat: string;
  /** Missing where it is not ours to know. */
  token?: string;
  events: GameEvent[];
  /** One sentence each, already in words. */
  said: Text[];
  /** It was on the board already, as part of a draft: there is nothing to animate. */
  drafted?: boolean;
}

/** The clocks as the server told them, and the difference between its clock and ours. */
export interface ClockState extends Clock {
  skew: number;
}

/** The table around the board. */
export interface TableState {
  id: string;
  stage: "open" | "playing" | "over";
  terms: Terms;
  occupants: Occupant[];
  /** The seats in our hands. */
  mine: string[];
  owner: boolean;
  /** Who opened the table, if that person has been seated. */
  ownerName?: string;
  clock?: ClockState;
  offer: string[];
  ask: string[];
  rematch: string[];
  /** Who asks those who hold a seat to share it. */
  joining?: TableMessage["joining"];
  proposal?: TableMessage["proposal"];
  /** Lines of tokens that our side has prepared, from the position as it stands. */
  replies?: string[];
  next?: string;
  result?: string;
  /** Whether it counts for the players' ratings, and what it came to for each side. */
  rated?: boolean;
  /** Hints are allowed, although several people play. */
  training?: boolean;
  ratings?: Ratings;
  /** The tournament that the server opened it for: then nothing is taken back and nothing played again. */
  tournament?: string;
  chat: { to: string; person: string; name: string; text: string; at: number }[];
  /** Whether partners must agree before a move is played. */
  agreement?: boolean;
  /** How time is kept; null: it is not. */
  time?: Time;
  /** Who is there now, and since when, by our clock, a side is not. */
  presence?: { people: string[]; watchers: number; awaySince: Record<string, number> };
  /** The promise of the dice, and at the end what was promised. */
  commitment?: string;
  seed?: string;
}

/** How the session is: shown to people in words. */
export type Connection = "here" | "connecting" | "lost" | "elsewhere" | "gone";

/** What came of a request: `key` is that of an `invite`. Refusals are told as trouble. */
export interface Granted {
  granted: boolean;
  key?: string;
}

/** What a good player would do, why, and how the other side would answer at once. */
export interface Advised {
  seat: string;
  token: string;
  why: Text;
  reply?: string;
}

export interface Session {
  readonly facts: GameFacts;
  readonly table: ReadonlySignal<TableState>;
  readonly scene: ReadonlySignal<Scene>;
  readonly log: ReadonlySignal<Happening[]>;
  readonly connection: ReadonlySignal<Connection>;
  /** The last thing that went wrong, in words; null when it was read. */
  readonly trouble: ReadonlySignal<Text | null>;
  /** Whether the computer is thinking. */
  readonly thinking: ReadonlySignal<boolean>;

  /** Chooses a token. It joins the draft while it can still be undone, and is sent when the turn is confirmed, or at once
   *  where a die is thrown or something is revealed. */
  choose(seat: string, token: string): Promise<void>;
  undo(): Promise<void>;
  confirm(): Promise<void>;

  /** Commands of the protocol: resign, offer, accept, ask, say, sit, start … */
  command(verb: string, fields?: Record<string, unknown>): Promise<Granted>;
  hint(): Promise<Advised | null>;
  /** On one device: whose eyes look now. */
  lookAs(seat: string): void;
  dismissTrouble(): void;
  /** The record of a finished game, for a file; where the session has one of its own. */
  record?(): Promise<string>;
  close(): void;
}
