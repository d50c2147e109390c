/**
 * What the browser knows of one game: how it looks, how its tokens are read, what it says. No rules.
 *
 * A game is one folder, games/ID, whose index.ts exports a Game. Only index.ts, editors.ts and styles.css beside it name the folders.
 * Everything else receives a Game, or looks it up by the id of a table.
 */
import type { FunctionComponent } from "preact";
import type { Act } from "../board/animate";
import type { Places } from "../board/GameBoard";
import type { Path, Step } from "../board/gesture";
import type { BoardText, Drawing, Mark, Piece, Picture, Point, PositionText } from "../board/geometry";
import type { Advice } from "../engine/types";
import type { Language, Session, Text } from "../model";

/** A choice drawn on the board itself, beside the piece it is about. */
export interface Handle {
  /** The choice: the `way` of its step. */
  way: string;
  x: number;
  y: number;
  /** Degrees clockwise from upwards. */
  angle: number;
  icon: "left" | "right" | "face";
}

/** Something that a secret set-up places: its tokens are `thing=point`. */
export interface Thing {
  thing: string;
  title: Text;
  letter: Text;
  kind: string;
  /** It is drawn as a mark on its point, not as a piece. */
  mark?: boolean;
}

export interface SetupGame {
  /** What one sets up, why so, and the easy way: a few short sentences. */
  note: Text;
  /** The pieces stand so that only their owner sees their faces. */
  hidden: boolean;
  /** Things of one army, in the order in which the engine wants their tokens. */
  things: (board: BoardText) => Thing[];
  /** Things alike are placed in this order of their points. */
  order: (point: string) => number;
  /** Where a point goes when the arrangement is mirrored, left for right. */
  mirror: (point: string, board: BoardText) => string;
  /** Where a point goes when the board is turned round, so that a saved set-up fits either side. */
  turn: (point: string, board: BoardText) => string;
}

export interface FigureProps {
  piece: Piece;
  language: Language;
}

export interface PhaseProps {
  session: Pick<Session, "scene" | "choose" | "undo" | "confirm" | "hint">;
  seat: string;
  /** The position as the seat sees it. */
  picture: Picture;
  /** Says what things are and why a touch does nothing; may be missing. */
  advice?: Advice;
  language: Language;
  /** A token that is pointed at, by a hint or a lesson. */
  pointed?: string;
  /** Whether the computer may suggest something; not against people. */
  help: boolean;
  /** Where the page wants the buttons and the tray. */
  places?: Places;
}

/** A face of a die: pips, or a word; `Art` is drawn instead where the die lies beside the board. */
export interface DieFace {
  pips?: number;
  word?: string;
  look: string;
  title: Text;
  Art?: FunctionComponent;
}

export interface Dice {
  /** The faces by what their token has after `#`. Other tokens of chance draw lots. */
  faces: Record<string, DieFace>;
}

/** A piece to cut out of paper. */
export interface Cut {
  piece: Piece;
  /** The kind of a mark that is laid on the board rather than a piece. */
  mark?: string;
  /** It stands, folded, and only its owner sees its face. */
  folds: boolean;
}

/** The texts of one game in both languages. A game may add others for its own use. */
export interface GameWords extends Record<string, Text> {
  name: Text;
  year: Text;
  /** One sentence for the home page. */
  line: Text;
  story1: Text;
  story2: Text;
  aim: Text;
  /** What the print page says about the pieces. */
  print: Text;
}

export interface Game {
  id: string;
  words: GameWords;
  /** The lid of the box. Its title is printed, the same in every language; `edge` is the colour of the cardboard. */
  lid: { title: string; edge: string; Art: FunctionComponent<{ title: string }> };

  /** The built-in boards, and the rule option that names one of them. */
  boards: { option: string; usual: string; files: Record<string, string> };
  picture: (board: BoardText, position: PositionText, side: string) => Drawing;
  /** A piece, centred on its point. */
  Figure: FunctionComponent<FigureProps>;
  /** What is printed on a point, within its outline; the name of the point unless told. */
  Ground?: FunctionComponent<{ point: Point }>;
  /** The marks of the game, a frame unless told. */
  Mark?: FunctionComponent<{ mark: Mark }>;
  /** What a side keeps beside the board. */
  Beside?: FunctionComponent<{ side: string; position: PositionText; language: Language }>;

  steps: (token: string) => Step[];
  /** Two tokens with the same effect differ in their way only. */
  effect: (token: string) => string;
  /** A choice that is no point, in a player's words. */
  label: (way: string, position: PositionText, seat: string) => Text;
  /** Choices that are seldom meant: none of them is the button to press. */
  rare?: readonly string[];
  /** The point to keep in hand once the token is played: compound turns go on with the same piece. */
  follow: (token: string) => string | undefined;
  handles?: (picture: Picture, path: Path) => Handle[];

  setup?: SetupGame;
  /** Phases that are not played move by move: a secret set-up with a tray, or a screen of the game's own. */
  phases?: Record<string, "setup" | FunctionComponent<PhaseProps>>;

  /** The clause of the rules that a phase is about, by the phase as positions write it, or by phase and seat. */
  clauses?: Record<string, string>;

  dice?: Dice;
  /** Animations of events by their kind, where the usual one does not fit. */
  acts?: Record<string, Act>;
  /** Kinds of events that are told on a card, or not, other than usual (pages/weighty.ts). */
  weighty?: Record<string, boolean>;

  /** Reasons for an ending that only this game has. */
  reasons: Record<string, Text>;
  /** What is cut out of paper besides the pieces of the board and of the set-up. */
  cutouts?: (board: BoardText, side: string) => Cut[];

  /** How many positions the computer examines per move when it looks at a finished game: about a moment's work. */
  nodes: number;
}
