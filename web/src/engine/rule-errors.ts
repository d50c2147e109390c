/**
 * What the rules report of a board, a position, a record or a move is in English. The French of their sentences is in
 * data/rule-errors.fr.txt, where % stands for any text; it is fetched when it is needed first.
 */
import type { Text } from "../model";

interface Sentence {
  english: RegExp;
  /** What stands before, between and after the holes. */
  french: string[];
}

const DEEPEST = 3;
const holes = (pattern: string): RegExp => new RegExp(`^${pattern.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("%", "([^]*?)")}$`);

/** A sentence stands above its translation, which is indented. */
export function readSentences(file: string): Sentence[] {
  const lines = file.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return Array.from({ length: lines.length >> 1 }, (_, i) => ({ english: holes(lines[2 * i] ?? ""), french: (lines[2 * i + 1] ?? "").trim().split("%") }));
}

/** The first sentence that fits. What is in a hole may be an error in turn; so may what follows `FILE:LINE: `. */
export function inFrench(sentences: readonly Sentence[], text: string, depth = 0): string {
  if (depth === DEEPEST) return text;
  for (const { english, french } of sentences) {
    const found = english.exec(text);
    if (found) return french.map((part, i) => (i === 0 ? part : inFrench(sentences, found[i] ?? "", depth + 1) + part)).join("");
  }
  const [, place, rest] = /^([^]*?: )([^]+)$/.exec(text) ?? [];
  return place === undefined || rest === undefined ? text : place + inFrench(sentences, rest, depth);
}

let fetched: Promise<Sentence[]> | undefined;

async function fetchSentences(): Promise<Sentence[]> {
  const file = await import("../../../data/rule-errors.fr.txt");
  return readSentences(file.default);
}

/** An error of the rules in both languages; in English alone where the French cannot be fetched. */
export async function ruleError(error: unknown): Promise<Text> {
  const en = error instanceof Error ? error.message : String(error);
  try {
    fetched ??= fetchSentences();
    return { en, fr: inFrench(await fetched, en) };
  } catch {
    fetched = undefined;
    return { en, fr: en };
  }
}
