/**
 * From legal tokens to gestures.
 *
 * Each token is a list of steps: points to touch, and choices that are no points. The legal tokens of the seats in these
 * hands form a tree over steps; a gesture walks down it. Nothing here knows what is legal: it only arranges what the engine
 * listed.
 *
 *     d2~d4  d2~d4xd6  d2-d1          (root) ── d2 ─┬─ d4 ● ── d6 ●      ● a complete token
 *                                                   └─ d1 ●
 *
 * Where one point can be meant in two ways (canter to d4, or capture to d4) a choice is put between. Where a complete
 * token is also the beginning of others, touching its last point again finishes it.
 */

export interface Step {
  point?: string;
  /** How the point is entered ("-", "x", "~"), or which choice this is. */
  way: string;
}

export interface Move {
  seat: string;
  token: string;
}

export interface Branch {
  step: Step;
  /** The move that is complete here. */
  move: Move | null;
  next: Branch[];
  depth: number;
}

export const touch = (point: string, way = ""): Step => ({ point, way });
export const choice = (way: string): Step => ({ way });

const sameStep = (a: Step, b: Step): boolean => a.point === b.point && a.way === b.way;

/** Parts points that are entered in two ways: first the point, then the way as a choice. */
function partWays(branch: Branch): void {
  branch.next.forEach(partWays);
  const parted: Branch[] = [];
  for (const child of branch.next) {
    const { point } = child.step;
    const alike = point === undefined ? [child] : branch.next.filter((other) => other.step.point === point);
    if (alike.length === 1) parted.push(child);
    else if (alike[0] === child && point !== undefined) {
      const ways = alike.map((one) => ({ ...one, step: choice(one.step.way) }));
      parted.push({ step: touch(point), move: null, next: ways, depth: child.depth });
    }
  }
  branch.next = parted;
}

/** The tree of all legal moves. Where partners have the same token, each has a branch of its own only for choices. */
export function grow(legal: Record<string, string[]>, steps: (token: string) => Step[]): Branch {
  const root: Branch = { step: choice(""), move: null, next: [], depth: 0 };
  for (const [seat, tokens] of Object.entries(legal)) {
    for (const token of tokens) {
      let branch = root;
      for (const step of steps(token)) {
        const alone = step.point === undefined && branch === root;
        let child = branch.next.find((one) => sameStep(one.step, step) && !(alone && one.move?.seat !== seat));
        if (!child) {
          child = { step, move: null, next: [], depth: branch.depth + 1 };
          branch.next.push(child);
        }
        branch = child;
      }
      branch.move ??= { seat, token };
    }
  }
  partWays(root);
  return root;
}

/* ---- Looking down the tree --------------------------------------------------------------------------------------- */

/** The point of the last touch on the way to this branch. */
export const childAt = (branch: Branch, point: string): Branch | undefined =>
  branch.next.find((child) => child.step.point === point);

export const choicesOf = (branch: Branch): Branch[] => branch.next.filter((child) => child.step.point === undefined);

/** No move ends at this branch's point: another is to be touched. */
export const goesOn = ({ move, next }: Branch): boolean => !move && next.length > 0 && next.every(({ step }) => step.point !== undefined);

export function movesBelow(branch: Branch): Move[] {
  const below = branch.next.flatMap(movesBelow);
  return branch.move ? [branch.move, ...below] : below;
}

/** Ends of the moves below this branch, further than one step, that are reached with one effect only. */
export function farEnds(branch: Branch, effect: (token: string) => string): Map<string, Move> {
  const ends = new Map<string, Move | null>();
  const walk = (at: Branch, end: string | undefined, depth: number): void => {
    const here = at.step.point ?? end;
    if (at.move && here !== undefined && depth > 1) {
      const known = ends.get(here);
      const same = known && effect(known.token) === effect(at.move.token);
      if (known === undefined) ends.set(here, at.move);
      else if (!same) ends.set(here, null);
    }
    for (const child of at.next) walk(child, here, depth + 1);
  };
  for (const child of branch.next) walk(child, undefined, 1);
  const sure = new Map<string, Move>();
  for (const [point, move] of ends) if (move && !childAt(branch, point)) sure.set(point, move);
  return sure;
}

/* ---- Walking ----------------------------------------------------------------------------------------------------- */

/** Where a gesture stands: the branches walked so far, the root first. */
export type Path = readonly Branch[];

export interface Walked {
  path: Path;
  move: Move | null;
}

export const lastOf = (path: Path): Branch => path[path.length - 1] as Branch;
export const start = (root: Branch): Path => [root];

/** The point that is held or was reached last. */
export function heldAt(path: Path): string | undefined {
  for (let i = path.length - 1; i > 0; i--) {
    const { point } = (path[i] as Branch).step;
    if (point !== undefined) return point;
  }
  return undefined;
}

export function enter(path: Path, child: Branch): Walked {
  const root = path[0] as Branch;
  if (child.move && !child.next.length) return { path: start(root), move: child.move };
  const onward = [...path, child];
  const [only] = child.next;
  // A single number to choose, after the places are known, is no choice.
  if (only && child.next.length === 1 && !child.move && child.depth > 1 && only.step.point === undefined) return enter(onward, only);
  return { path: onward, move: null };
}

export function finish(path: Path): Walked {
  const { move } = lastOf(path);
  return move ? { path: start(path[0] as Branch), move } : { path, move: null };
}

export function tap(path: Path, point: string, effect: (token: string) => string): Walked {
  const root = path[0] as Branch;
  const here = lastOf(path);
  const child = childAt(here, point);
  if (child) return enter(path, child);
  if (here !== root && heldAt(path) === point) return here.move ? finish(path) : { path: start(root), move: null };
  const far = here === root ? undefined : farEnds(here, effect).get(point);
  if (far) return { path: start(root), move: far };
  const other = childAt(root, point);
  return other ? enter(start(root), other) : { path: start(root), move: null };
}
