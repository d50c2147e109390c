/** What a position tells besides the board: points left, men left, prisoners. It counts letters; it knows no rules. */
import type { GameId, Scene } from "../model";
import { hasWord, t } from "../words/words";

interface Reading {
  rows: string[];
  words: string[];
  field: Record<string, string>;
}

export function readPosition(position: string): Reading {
  const [board = "", ...rest] = position.split(" ");
  const field: Record<string, string> = {};
  const words: string[] = [];
  for (const word of rest) {
    const at = word.indexOf("=");
    if (at < 0) words.push(word);
    else field[word.slice(0, at)] = word.slice(at + 1);
  }
  return { rows: board.split("/"), words, field };
}

function count(rows: string[], pattern: RegExp): number {
  return rows.reduce((sum, row) => sum + (row.match(pattern)?.length ?? 0), 0);
}

function figures(rows: string[], letters: string): number {
  let sum = 0;
  for (const row of rows)
    for (const [, crew = "0", kind = ""] of row.matchAll(/(\d)([SRCsrc])[\d^]/g))
      if (letters.includes(kind)) sum += Number(crew) + (kind.toUpperCase() === "C" ? 1 : 0);
  return sum;
}

/** Values of prisoners as the leaflet prints them (B2). */
const worth: Record<string, number> = {
  E: 1000, B: 700, A: 600, D: 600, M: 500, C: 500, T: 400, O: 400, H: 300, X: 300, P: 200, G: 200, S: 100,
};

function prisoners(letters: string | undefined): string {
  const all = [...(letters ?? "")].filter((one) => /[A-Za-z]/.test(one));
  const value = all.reduce((sum, one) => sum + (worth[one.toUpperCase()] ?? 0), 0);
  return t("tally.prisoners", { n: all.length, value });
}

/** A line for each side: what it has left, or has taken. */
export function tallyOf(game: GameId, position: string, side: string): string {
  const { rows, field, words } = readPosition(position);
  switch (game) {
    case "kriegspiel":
      return t("tally.figures", { n: figures(rows, side === "F" ? "SRC" : "src") });
    case "chevaliers":
      return t("tally.knights", {
        knights: count(rows, side === "S" ? /K/g : /k/g),
        men: count(rows, side === "S" ? /M/g : /m/g),
      });
    case "chars":
      if (words.includes("setup")) return "";
      return t("tally.tanks", {
        n: count(rows, side === "V" ? /V[1-6?]/g : /G[1-6?]/g),
        white: 5 - Number(field["spent"]?.split(",")[side === "V" ? 0 : 1] ?? 0),
      });
    case "paris":
      if (side === "G") return field["phase"] === "general" ? "" : t("tally.garrison", { n: count(rows, /[@%+]/g) });
      return t("tally.besiegers", { white: count(rows, /[GCKLS]/g), black: count(rows, /[gckls]/g) });
    case "belligerants":
      return words.includes("setup") ? "" : prisoners(field[side]);
  }
}

function pointsLeft(game: GameId, { words, field, rows }: Reading): string {
  const phase = words[1];
  if (game === "kriegspiel" && phase === "move") {
    const [soldiers = 4, cavalry = 5, cannons = 3] = field["points"]?.split(",").map(Number) ?? [];
    return t("points.kriegspiel", { soldiers, cavalry, cannons });
  }
  if (game === "chars" && phase === "move") {
    const camp = words[0] === "V" ? rows.slice(5) : rows.slice(0, 5);
    return t("points.chars", { n: Number(field["points"] ?? (count(camp, /C/g) ? 6 : 4)) });
  }
  if (game === "belligerants" && phase === "move" && field["die"])
    return field["die"] === "D" ? t("points.devil") : t("points.die", { n: Number(field["die"]) });
  return "";
}

/** What there is to do now: the points left in a turn of several steps, or the phase. */
export function taskOf(scene: Scene): string {
  const reading = readPosition(scene.position);
  const points = pointsLeft(scene.terms.game, reading);
  if (points) return points;
  const key = `phase.${scene.terms.game}.${reading.words[1] ?? reading.field["phase"] ?? ""}`;
  return hasWord(key) ? t(key) : "";
}
