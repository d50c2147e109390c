/** What the board needs to know of one game: how it looks and how its tokens are read. No rules. */
import type { Text } from "../model";
import type { Path, Step } from "./gesture";
import type { BoardText, Picture, PositionText } from "./geometry";

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

/** How a secret set-up is arranged: its tokens are `thing=point`, in an order that the engine wants. */
export interface Thing {
  thing: string;
  title: Text;
  letter: Text;
  kind: string;
}

export interface SetupGame {
  /** Things of one army, in the order in which they are placed. */
  things: (board: BoardText) => Thing[];
  /** Things alike are placed in this order of their points. */
  order: (point: string) => number;
  /** Where a point goes when the arrangement is mirrored, left for right. */
  mirror: (point: string, board: BoardText) => string;
  /** Where a point goes when the board is turned round, so that a saved set-up serves either side. */
  turn: (point: string, board: BoardText) => string;
}

export interface BoardGame {
  picture: (board: BoardText, position: PositionText, side: string) => Picture;
  steps: (token: string) => Step[];
  /** Two tokens with the same effect differ in their way only. */
  effect: (token: string) => string;
  /** A choice that is no point, in a player's words. */
  label: (way: string, position: PositionText, seat: string) => Text;
  /** The point to keep in hand once the token is played: compound turns go on with the same piece. */
  follow: (token: string) => string | undefined;
  handles?: (picture: Picture, path: Path) => Handle[];
  setup?: SetupGame;
}

export const say = (fr: string, en: string): Text => ({ fr, en });
export const both = (text: string): Text => ({ fr: text, en: text });
export const join = (parts: Text[], by = " "): Text => ({
  fr: parts.map((part) => part.fr).join(by),
  en: parts.map((part) => part.en).join(by),
});
