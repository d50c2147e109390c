/** What one last chose for a game against the computer: *Play now* begins with it. Kept on this device. */
import { recall, remember } from "../kept";
import type { GameFacts } from "../model";
import { friendlyLevel, levels } from "./levels";
import { usualOptions } from "./rule-options";

export interface Choices {
  level: number;
  /** "any": drawn by lot. */
  side: string;
  options: Record<string, string>;
}

function stored(game: string): Partial<Choices> {
  try {
    return (JSON.parse(recall(`choices.${game}`) ?? "{}") ?? {}) as Partial<Choices>;
  } catch {
    return {};
  }
}

/** What was kept may be of an older version of the game: only what it still knows counts. */
export function choicesOf(facts: GameFacts): Choices {
  const before = stored(facts.id);
  const level = before.level ?? Number(recall("level"));
  const sides = [...facts.sides.map(({ side }) => side), "any"];
  const known = Object.entries(before.options ?? {}).filter(([name, value]) => facts.options.some((one) => one.name === name && one.values.some((other) => other.name === value)));
  return {
    level: levels.find((one) => one === level) ?? friendlyLevel,
    side: sides.find((one) => one === before.side) ?? sides[0] ?? "any",
    options: { ...usualOptions(facts), ...Object.fromEntries(known) },
  };
}

export function rememberChoices(game: string, choices: Partial<Choices>): void {
  remember(`choices.${game}`, JSON.stringify({ ...stored(game), ...choices }));
  if (choices.level) remember("level", String(choices.level));
}

/** The side that was chosen, or drawn. */
export function sideOfChoice(facts: GameFacts, side: string): string | undefined {
  return side === "any" ? facts.sides[Math.floor(Math.random() * facts.sides.length)]?.side : side;
}

/** How often one has won in a row at a level, with this game counted; a game counts once, however often its end is seen. */
export function streakAfter(game: string, level: number, id: string, won: boolean): number {
  const [before = "", wins = "0", last = ""] = (recall(`streak.${game}`) ?? "").split(" ");
  const same = Number(before) === level;
  if (same && last === id) return Number(wins);
  const now = won ? (same ? Number(wins) : 0) + 1 : 0;
  remember(`streak.${game}`, `${level} ${now} ${id}`);
  return now;
}
