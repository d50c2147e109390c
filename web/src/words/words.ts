/** The house speaks French and English. `t("points", { n: 3 })` fills `{n}`; `{n|point|points}` chooses by number. */
import type { Text } from "../model";
import { language } from "../pages/settings";
import { en } from "./en";
import { fill, type Params } from "./fill";
import { fr } from "./fr";

export type Key = keyof typeof fr;

const catalogue: Record<"fr" | "en", Record<Key, string>> = { fr, en };

export function t(key: Key, params: Params = {}): string {
  return fill(language.value, catalogue[language.value][key], params);
}

/** Whether a key that was put together, such as `reason.${word}`, is in the catalogue. */
export function hasWord(key: string): key is Key {
  return key in fr;
}

/** A text that comes in both languages from the engine or the house. */
export function say(text: Text): string {
  return text[language.value];
}

/** The same sentence in both languages, for what is kept and said later. */
export function bothOf(key: Key): Text {
  return { fr: fr[key], en: en[key] };
}

export function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
