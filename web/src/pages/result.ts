/** How a game ended, in words: `V 0 G 1 resigned`. */
import { games } from "../games";
import type { GameFacts } from "../model";
import { hasWord, say, t } from "../words/words";
import { sideTitle } from "./levels";

export interface Result {
  score: Record<string, string>;
  reason: string;
  by?: number;
}

export function readResult(text: string): Result {
  const words = text.split(" ");
  const score: Record<string, string> = {};
  let i = 0;
  for (; i + 1 < words.length && /^(0|1|1\/2)$/.test(words[i + 1] ?? ""); i += 2) score[words[i] ?? ""] = words[i + 1] ?? "";
  const by = words.find((one) => one.startsWith("by="));
  return { score, reason: words[i] ?? "", by: by ? Number(by.slice(3)) : undefined };
}

export function winnerOf(result: Result): string | null {
  return Object.keys(result.score).find((side) => result.score[side] === "1") ?? null;
}

/** Nothing where the table was closed: the outcome says so already. */
export function reasonWords(facts: GameFacts, result: Result): string {
  if (Object.keys(result.score).length === 0) return "";
  const own = games[facts.id].reasons[result.reason];
  const key = `reason.${result.reason}`;
  const reason = own ? say(own) : hasWord(key) ? t(key) : result.reason;
  return result.by ? `${reason} ${t("result.by", { n: result.by })}` : reason;
}

/** « Les Verts gagnent » or a draw, with no eye on who reads it. */
export function outcomeWords(facts: GameFacts, result: Result): string {
  const winner = winnerOf(result);
  if (winner) return t("result.wins", { side: sideTitle(facts, winner) });
  return Object.keys(result.score).length > 0 ? t("result.draw") : t("result.closed");
}
