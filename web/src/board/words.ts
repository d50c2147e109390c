/** What the board says to those who hear it. */
import type { Language } from "../model";
import { boardWord } from "../words/board";
import type { Picture, Point } from "./geometry";

/** A move ends on a "target", or "far" behind one; it only goes on from a "turn". "open" can be touched, but so many can be that it is not shown. */
export type Light = "pick" | "held" | "target" | "far" | "turn" | "open";

/** "d4, Chevalier doré, peut être pris" */
export function pointLabel(picture: Picture, point: Point, light: Light | undefined, language: Language): string {
  const pieces = picture.pieces.filter((piece) => piece.at === point.name);
  const marks = picture.marks.filter((mark) => mark.at === point.name);
  const hit = (light === "target" || light === "far") && pieces.length > 0;
  const parts = [
    point.name,
    ...pieces.map((piece) => piece.title[language]),
    ...marks.map((mark) => mark.title[language]),
    ...(point.title ? [point.title[language]] : []),
    ...(pieces.length || point.title ? [] : [boardWord(language, "empty")]),
    ...(light ? [boardWord(language, hit ? "light.taken" : `light.${light}`)] : []),
  ];
  return parts.join(", ");
}
