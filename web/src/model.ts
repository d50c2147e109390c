/**
 * What the parts of the client agree on.
 *
 *   engine/   the rules and the opponents, C compiled to WebAssembly, in a Worker. The only place that knows what is legal.
 *   session/  a game in progress, as the page sees it: against the computer on this device, at one screen, or at a table of
 *             the server over a WebSocket. All three look the same from outside (Session).
 *   board/    drawing: a position text becomes SVG, legal tokens become things to pick up and places to put them.
 *   games/    a folder for each game: how it looks, how its tokens are read, what it says. Nothing else names a game.
 *   pages/    home, table, lobby …; words/ the catalogues of both languages; looks/ the styles.
 *
 * Nothing in TypeScript decides what is legal.
 */
import type { ReadonlySignal } from "@preact/signals";
import type { GameId } from "./games";

export type { GameId };
export type Language = "fr" | "en";
export interface Text {
  fr: string;
  en: string;
}

/** Facts of a game, as GET /api/v1/games and the engine give them. */
export interface GameFacts {
  id: GameId;
  name: Text;
  about: Text;
  secrets: boolean;
  chance: boolean;
  sides: { side: string; title: Text }[];
  forms: { seats: number; seat: { seat: string; side: string; title: Text }[] }[];
  options: { name: string; what: Text; values: { name: string; what: Text }[] }[];
  pieces: Text[];
}

/** What the players agreed on: the engine opens a game with it. */
export interface Terms {
  game: GameId;
  seats: number;
  options: Record<string, string>;
  /** The text of a board of one's own. */
  board?: string;
}

export interface GameEvent {
  kind: string;
  side: string;
  piece: number;
  from?: string;
  to?: string;
  amount: number;
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

export interface Chair {
  seat: string;
  side: string;
  /** Of the computer; 0: not the computer. */
  level: number;
  kept: boolean;
  /** How many an invitation that is not used up still admits. */
  invited?: number;
  people: { person: string; name: string; bot?: boolean }[];
}

export interface ClockState {
  /** Server time at which `left` held, and the difference between its clock and ours. */
  at: number;
  skew: number;
  left: Record<string, number>;
  running: string[];
  /** At a table played by days: the days each side may still take off, and until when one is off. */
  vacation?: Record<string, number>;
  awayUntil?: Record<string, number>;
}

/** The table around the board. */
export interface TableState {
  id: string;
  stage: "open" | "playing" | "over";
  terms: Terms;
  chairs: Chair[];
  /** The seats in our hands. */
  mine: string[];
  owner: boolean;
  clock?: ClockState;
  offer: string[];
  ask: string[];
  rematch: string[];
  /** Who asks those who hold a seat to share it. */
  joining?: { seat: string; person: string; name: string }[];
  proposal?: { seat: string; person: string; token: string };
  next?: string;
  result?: string;
  /** Whether it counts for the players' ratings, and what it came to for each side. */
  rated?: boolean;
  ratings?: Record<string, { before: number; after: number }>;
  /** The tournament that the server opened it for: then nothing is taken back and nothing played again. */
  tournament?: string;
  chat: { to: string; person: string; name: string; text: string; at: number }[];
  /** Whether partners must agree before a move is played. */
  agreement?: boolean;
  /** How time is kept; null: it is not. */
  time?: null | { seconds: number; increment: number } | { days: number; vacation: number };
  /** Who is there now, and since when, by our clock, a side is not. */
  presence?: { people: string[]; watchers: number; awaySince: Record<string, number> };
  /** The promise of the dice, and at the end what was promised. */
  commitment?: string;
  seed?: string;
}

/** How the session is: shown to people in words. */
export type Connection = "here" | "connecting" | "lost" | "closed" | "gone";

/** What came of a request: `key` is that of an `invite`. Refusals are told as trouble. */
export interface Granted {
  granted: boolean;
  key?: string;
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

  /** Wishes of the protocol: resign, offer, accept, ask, say, sit, start … */
  command(verb: string, fields?: Record<string, unknown>): Promise<Granted>;
  hint(): Promise<{ seat: string; token: string; why: Text } | null>;
  /** At one screen: whose eyes look now. */
  lookAs(seat: string): void;
  dismissTrouble(): void;
  /** The record of a finished game, for a file; where the session has one of its own. */
  record?(): Promise<string>;
  close(): void;
}
