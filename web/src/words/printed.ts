/** The titles printed on the five boxes, the same in every language. */
import type { GameId } from "../model";

export const printed: Record<GameId, string> = {
  paris: "SIÈGE DE PARIS",
  belligerants: "LES BELLIGÉRANTS",
  chevaliers: "ÉCHEC AUX CHEVALIERS",
  kriegspiel: "KRIEGSPIEL",
  chars: "BATAILLE DE CHARS",
};
