/** Sentences with holes: `{n}` is filled, `{n|point|points}` is chosen by number. `{number|…}` is a verb that agrees. */
import type { Language, Text } from "../model";

export type Params = Record<string, string | number>;

/** French counts nought as one: « 0 point », "0 points". */
function isSingular(spoken: Language, count: number): boolean {
  return spoken === "fr" ? Math.abs(count) < 2 : count === 1;
}

/** In French the space before a double sign does not break. */
export function bound(spoken: Language, sentence: string): string {
  if (spoken !== "fr") return sentence;
  return sentence.replace(/ ([;:!?»])/g, "\u00a0$1").replace(/« /g, "«\u00a0");
}

/** A text that comes in both languages. */
export function spokenIn(language: Language, text: Text): string {
  return bound(language, text[language]);
}

export function fill(spoken: Language, sentence: string, params: Params): string {
  const filled = sentence.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, name: string, one?: string, many?: string) => {
    const value = params[name] ?? "";
    if (one === undefined) return String(value);
    return isSingular(spoken, Number(value)) ? one : (many ?? "");
  });
  return bound(spoken, filled);
}
