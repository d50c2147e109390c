/** A picture turned by quarters: a tall board lies on its side on a wide screen, and the player may look from the other end. */
import type { Picture, Point } from "./geometry";

type Spot = { x: number; y: number };

/** One quarter, clockwise: what was below is left. */
const quarter = ({ x, y }: Spot, height: number): Spot => ({ x: height - y, y: x });

/** An outline around (0, 0), made of absolute commands, a quarter on. */
function outlineTurned(path: string): string {
  return path.replace(/([MLHVA])([^MLHVAZ]*)/g, (_, command: string, rest: string) => {
    if (command === "H") return `V${rest}`;
    if (command === "V") return `H${-Number(rest)}`;
    return command + rest.replace(/(-?[\d.]+),(-?[\d.]+)$/, (__, x: string, y: string) => `${-Number(y)},${x}`);
  });
}

function once(picture: Picture): Picture {
  const { width, height } = picture;
  const outlines = new Map<string, string>();
  const outline = (path: string): string => {
    if (!outlines.has(path)) outlines.set(path, outlineTurned(path));
    return outlines.get(path) as string;
  };
  const point = (one: Point): Point => {
    const spot = quarter(one, height);
    // Half steps keep the rows of hexagons apart.
    return { ...one, ...spot, outline: outline(one.outline), row: Math.round(spot.y / 24) };
  };
  return {
    ...picture,
    width: height,
    height: width,
    turn: (picture.turn + 90) % 360,
    points: picture.points.map(point),
    pieces: picture.pieces.map((piece) => (piece.facing === undefined ? piece : { ...piece, facing: (piece.facing + 90) % 360 })),
    // A title stays above or below the middle, as it is read.
    margin: picture.margin.map((one) => ({ ...one, ...(one.size ? { x: one.x + (height - width) / 2, y: one.y + (width - height) / 2 } : quarter(one, height)) })),
  };
}

/** `quarters` from 0 to 3. */
export function turned(picture: Picture, quarters: number): Picture {
  let now = picture;
  for (let i = 0; i < quarters; i++) now = once(now);
  return quarters === 0 ? picture : { ...now, points: [...now.points].sort((a, b) => a.row - b.row || a.x - b.x) };
}

/** How the scenery, drawn for the board as it stands, is laid below the turned points. */
export function sceneryTurn({ turn, width, height }: Picture): string | undefined {
  if (turn === 0) return undefined;
  const [x, y] = turn === 90 ? [width, 0] : turn === 180 ? [width, height] : [0, height];
  return `translate(${x} ${y}) rotate(${turn})`;
}

/** From so much on a board is tall enough for its quarters to matter. */
const TALL = 1.25;
/** A board lies down where its squares grow by so much. */
const WORTH = 1.2;

export const isTall = ({ width, height }: { width: number; height: number }): boolean => height / width > TALL;

/** Whether a board is larger on its side in a place. */
export function liesDown(board: { width: number; height: number }, place: { width: number; height: number }): boolean {
  const scale = (width: number, height: number): number => Math.min(place.width / width, place.height / height);
  return isTall(board) && scale(board.height, board.width) > WORTH * scale(board.width, board.height);
}
