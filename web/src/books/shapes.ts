/** What stands in web/books/GAME/: the shapes of its files. */
import type { Step } from "../engine/engine";
import type { GameFacts, GameId, Terms, Text } from "../model";
import { usualTerms } from "../engine/seats";

/** Where something on a board begins, and under which terms. */
export interface Setting {
  options?: Record<string, string>;
  seats?: number;
  position?: string;
  /** The seat whose view is shown; missing: the whole position. */
  as?: string;
}

export interface Diagram extends Setting {
  caption: Text;
  /** Seats that the reader may move; missing: it is only looked at. */
  hands?: string[];
  /** A token that an arrow shows. */
  pointed?: string;
  /** Steps that are shown one after the other. */
  play?: Step[];
}

export type Diagrams = Record<string, Diagram>;

/** What a step of a lesson asks for: one of these tokens, any move at all, or a move after which something holds. */
export type Goal =
  | { tokens: string[] }
  | { any: true }
  /** A move that takes or destroys something. */
  | { takes: true }
  /** The game is over with this result: `S 1 O 0`. */
  | { result: string };

export interface LessonStep extends Setting {
  title: Text;
  text: Text;
  /** Who is to move; missing: there is nothing to do but to read. */
  seat?: string;
  goal?: Goal;
  /** How many tokens may be spent to get there; missing: one. */
  within?: number;
  /** A way to get there, token by token, where `pointed` alone is not enough; with what the dice show after each. */
  line?: string[];
  dice?: Step[][];
  /** What the teacher answers. */
  replies?: Step[];
  /** A token that is shown when the player asks. */
  pointed?: string;
  hint?: Text;
  wrong?: Text;
  right?: Text;
}

export interface Lesson {
  steps: LessonStep[];
}

export type PuzzleKind = "win" | "save" | "best" | "shot";

export interface Puzzle extends Setting {
  id: string;
  kind: PuzzleKind;
  /** 1 is easy, 5 is hard. */
  grade: number;
  /** Whose move it is. */
  seat: string;
  /**
   * Tokens that solve it, one after the other; at each the good alternatives, the first being the one that is shown.
   * Before the last step they all lead to the same position.
   */
  solution: string[][];
  /** What the other side answers after each, dice too. */
  replies: Step[][];
  /** What the first step promises, in thousandths of a point, and what the best other choice does. */
  score: number;
  rest: number;
}

export interface Puzzles {
  game: GameId;
  /** The command that made them. */
  made: string;
  puzzles: Puzzle[];
}

export type OptionNotes = Record<string, Text>;

export function termsOf(facts: GameFacts, setting: Setting): Terms {
  const usual = usualTerms(facts);
  return { ...usual, seats: setting.seats ?? usual.seats, options: { ...usual.options, ...setting.options } };
}
