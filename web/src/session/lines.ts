/**
 * The lines of a game that one looks at again: the game itself, and variations that branch off it or off one another, each
 * with comments. They are kept and sent as notes, which hold steps and words alone.
 */
import type { Engine, Played, Step } from "../engine/engine";
import type { Terms } from "../model";

/** What is kept of a line: comments by how many of its steps were played, and what branches off it. */
export interface Notes {
  comments: Record<number, string>;
  lines: Branch[];
}

export interface Branch extends Notes {
  /** How many steps of the line it branches off come before it. */
  after: number;
  steps: Step[];
}

export const noNotes = (): Notes => ({ comments: {}, lines: [] });

export interface Line {
  parent: Line | null;
  after: number;
  steps: Step[];
  /** Where the line begins, and where each of its steps led. */
  moments: Played[];
  comments: Map<number, string>;
  lines: Line[];
}

/** A place: so many steps down a line. */
export interface Spot {
  line: Line;
  at: number;
}

export const momentAt = ({ line, at }: Spot): Played => line.moments[at] as Played;

/** All places from the start of the game to the end of a line. */
export function courseOf(line: Line): Spot[] {
  const own = line.moments.map((_, at) => ({ line, at }));
  if (!line.parent) return own;
  return [...courseOf(line.parent).slice(0, startOf(line.parent) + line.after + 1), ...own.slice(1)];
}

/** How many steps come before a line begins. */
export function startOf(line: Line): number {
  return line.parent ? startOf(line.parent) + line.after : 0;
}

export function stepsTo({ line, at }: Spot): Step[] {
  const before = line.parent ? stepsTo({ line: line.parent, at: line.after }) : [];
  return [...before, ...line.steps.slice(0, at)];
}

/** What makes lines: the rules, asked for every step. */
export class LineMaker {
  constructor(
    private readonly engine: Engine,
    private readonly terms: Terms,
    private readonly viewers: string[],
  ) {}

  async game(start: string | undefined, steps: Step[], notes: Notes): Promise<Line> {
    const standing = await this.engine.start(this.terms, start);
    const first = await this.engine.play(this.terms, standing, [], []);
    return this.fill({ parent: null, after: 0, steps: [], moments: [first], comments: new Map(), lines: [] }, { ...notes, steps });
  }

  /** Plays on at the end of a line. */
  async extend(line: Line, steps: Step[]): Promise<void> {
    const end = line.moments[line.moments.length - 1] as Played;
    line.moments.push(...(await this.engine.unroll(this.terms, end.standing, steps, this.viewers)));
    line.steps.push(...steps);
  }

  branch(parent: Line, after: number): Line {
    return { parent, after, steps: [], moments: [momentAt({ line: parent, at: after })], comments: new Map(), lines: [] };
  }

  private async fill(line: Line, notes: Notes & { steps: Step[] }): Promise<Line> {
    await this.extend(line, notes.steps);
    for (const [at, text] of Object.entries(notes.comments)) if (Number(at) <= line.steps.length) line.comments.set(Number(at), text);
    for (const branch of notes.lines) {
      if (branch.after > line.steps.length || branch.steps.length === 0) continue;
      // A variation that the rules refuse is no variation of this game: what others wrote must not hide the game.
      const filled = await this.fill(this.branch(line, branch.after), branch).catch(() => null);
      if (filled) line.lines.push(filled);
    }
    return line;
  }
}

/** What is to be kept of a line and everything that branches off it. */
export function notesOf(line: Line): Notes {
  return {
    comments: Object.fromEntries(line.comments),
    lines: line.lines.map((one) => ({ after: one.after, steps: one.steps, ...notesOf(one) })),
  };
}

export function isEmpty(notes: Notes): boolean {
  return notes.lines.length === 0 && Object.keys(notes.comments).length === 0;
}
