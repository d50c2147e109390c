/** Prepared replies as lines of tokens: `a12-a13 a3~a5`. */
import type { Engine, Step } from "../../engine/engine";
import type { TableState, Terms } from "../../model";
import { Sandbox } from "../../session/sandbox";

export const LINES_MAX = 8;

/** Replies can be prepared where a line that is legal now stays legal, and by who plays alone on a side. */
export function canPrepare({ stage, time, mine, occupants }: TableState, game: { chance: boolean; secrets: boolean }): boolean {
  const side = occupants.find(({ seat }) => mine.includes(seat))?.side;
  const people = occupants.filter((occupant) => occupant.side === side).flatMap((occupant) => occupant.people.map(({ person }) => person));
  const live = time !== null && time !== undefined && "seconds" in time;
  return stage === "playing" && !game.chance && !game.secrets && !live && new Set(people).size === 1;
}

/** The lines with a new one: what answers the same moves otherwise, or is a part of it, goes. */
export function withLine(lines: readonly string[], steps: readonly Step[], mine: readonly string[]): string[] {
  const stays = lines.filter((line) => {
    const tokens = line.split(" ");
    const at = steps.findIndex((step, i) => step.token !== tokens[i]);
    const differs = steps[at];
    return differs !== undefined && at < tokens.length && !mine.includes(differs.seat);
  });
  return [...stays, steps.map(({ token }) => token).join(" ")];
}

/** A line played out from a position. */
export async function playedLine(engine: Engine, terms: Terms, position: string, line: string): Promise<Sandbox> {
  const sandbox = await Sandbox.open(engine, { terms, position });
  for (const token of line.split(" ")) {
    const seat = Object.entries(sandbox.scene.value.legal).find(([, tokens]) => tokens.includes(token))?.[0];
    if (seat === undefined) break;
    await sandbox.choose(seat, token);
  }
  return sandbox;
}
