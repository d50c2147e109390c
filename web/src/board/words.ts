/** What the board says to those who hear it. */
import type { Language, Text } from "../model";
import { say } from "../words/text";
import type { Picture, Point } from "./geometry";

/** "open" can be touched, but so many can be that it is not shown. */
export type Light = "pick" | "held" | "target" | "far" | "open";

const lights: Record<Light, Text> = {
  pick: say("peut être joué", "may be played"),
  held: say("en main", "in hand"),
  target: say("arrivée possible", "may go here"),
  far: say("arrivée possible", "may go here"),
  open: say("libre", "free"),
};
const taken = say("peut être pris", "may be taken");
const empty = say("vide", "empty");

/** "d4, chevalier doré, peut être pris" */
export function pointLabel(picture: Picture, point: Point, light: Light | undefined, language: Language): string {
  const pieces = picture.pieces.filter((piece) => piece.at === point.name);
  const marks = picture.marks.filter((mark) => mark.at === point.name);
  const hit = (light === "target" || light === "far") && pieces.length > 0;
  const parts = [
    point.name,
    ...pieces.map((piece) => piece.title[language]),
    ...marks.map((mark) => mark.title[language]),
    ...(point.title ? [point.title[language]] : []),
    ...(pieces.length || point.title ? [] : [empty[language]]),
    ...(light ? [(hit ? taken : lights[light])[language]] : []),
  ];
  return parts.join(", ");
}

export const boardTitle = say("Plateau", "Board");
export const choicesTitle = say("Choix", "Choices");
export const finishHere = say("S'arrêter ici", "Stop here");
