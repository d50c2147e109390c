/** Texts in both languages, made and put together. */
import type { Text } from "../model";
import { fill, type Params } from "./fill";

export const say = (fr: string, en: string): Text => ({ fr, en });
export const both = (text: string): Text => ({ fr: text, en: text });
export const join = (parts: Text[], by = " "): Text => ({
  fr: parts.map((part) => part.fr).join(by),
  en: parts.map((part) => part.en).join(by),
});

/** A text with its holes filled: `{n} {n|tank|tanks}`. */
export const filled = (text: Text, params: Params): Text => ({ fr: fill("fr", text.fr, params), en: fill("en", text.en, params) });
