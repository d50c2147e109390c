/** Texts in both languages, made and put together. */
import type { Text } from "../model";

export const say = (fr: string, en: string): Text => ({ fr, en });
export const both = (text: string): Text => ({ fr: text, en: text });
export const join = (parts: Text[], by = " "): Text => ({
  fr: parts.map((part) => part.fr).join(by),
  en: parts.map((part) => part.en).join(by),
});
