/** The texts of the pages in French and English. `t("points", { n: 3 })` fills `{n}`; `{n|point|points}` chooses by number. */
import type { Language, Text } from "../model";
import { en } from "./en";
import { fill, spokenIn, type Params } from "./fill";
import { fr } from "./fr";
import { language } from "./language";
import type { analysis } from "./fr-analysis";
import type { correspondence } from "./fr-correspondence";
import type { tournaments } from "./fr-tournaments";
import type { admin } from "./fr-admin";
import type { learning } from "./fr-learning";
import type { online } from "./fr-online";
import type { offline } from "./fr-offline";
import type { people } from "./fr-people";
import type { reminders } from "./fr-reminders";
import type { replaying } from "./fr-replay";

type Catalogue<K extends string> = Record<Language, Record<K, string>>;

export type Key = keyof typeof fr | keyof typeof analysis | keyof typeof correspondence | keyof typeof tournaments | keyof typeof admin | keyof typeof learning | keyof typeof online | keyof typeof offline | keyof typeof people | keyof typeof reminders | keyof typeof replaying;

const catalogue = { fr: { ...fr }, en: { ...en } } as Catalogue<Key>;

/** Adds the texts of pages that are loaded on demand. */
export function learn<K extends Key>(more: Catalogue<K>): void {
  Object.assign(catalogue.fr, more.fr);
  Object.assign(catalogue.en, more.en);
}

export function t(key: Key, params: Params = {}): string {
  return fill(language.value, catalogue[language.value][key], params);
}

/** Whether a key that was put together, such as `reason.${word}`, is in the catalogue. */
export function hasWord(key: string): key is Key {
  return key in catalogue.fr;
}

/** A text that comes in both languages from the engine or the server. */
export function say(text: Text): string {
  return spokenIn(language.value, text);
}

/** The same sentence in both languages, for what is stored and shown later. */
export function bothOf(key: Key, params: Params = {}): Text {
  return { fr: fill("fr", catalogue.fr[key], params), en: fill("en", catalogue.en[key], params) };
}

/** A name within a sentence, isolated so that its writing direction does not affect the rest. */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}

export function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
