/** The texts of the board, in the language that it is told to speak: it is drawn without pages, too. */
import type { Language, Text } from "../model";
import { board as en } from "./en-board";
import { fill, type Params } from "./fill";
import { board as fr } from "./fr-board";

const catalogue = { fr, en };

export function boardWord(language: Language, key: keyof typeof fr, params: Params = {}): string {
  return fill(language, catalogue[language][key], params);
}

export const boardText = (key: keyof typeof fr, params: Params = {}): Text => ({ fr: boardWord("fr", key, params), en: boardWord("en", key, params) });
