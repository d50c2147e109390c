/** The board file in the board editor: checked at every change, kept on this device. */
import { useEffect, useState } from "preact/hooks";
import { placesOf } from "../../board/cells";
import { drawn } from "../../board/games";
import { pointNear, readBoard, readPosition, type Picture } from "../../board/geometry";
import { mapOf, painted, valueOf, withLine, withValue } from "../../board/map-text";
import { positionOfMap } from "../../board/samples";
import { engine } from "../../engine/engine";
import { games } from "../../games";
import { editors } from "../../games/editors";
import type { GameId, Text } from "../../model";
import { ruleError } from "../../engine/rule-errors";
import { remember } from "../settings";
import { keptBoard } from "./link";

/** The line that is wrong, 0 for the whole file, and why. */
export interface Fault {
  line: number;
  reason: Text;
}

async function faultOf(file: string): Promise<Fault | null> {
  const found = await engine().checkBoard(file);
  return found && { line: found.line, reason: await ruleError(found.reason) };
}

export interface BoardEditor {
  file: string;
  /** null: it is a good board; undefined: that is not known yet. */
  fault: Fault | null | undefined;
  /** null: the map cannot be drawn. */
  picture: Picture | null;
  write: (file: string) => void;
  paint: (point: string, sign: string, both: boolean) => void;
  /** Draws the line between two points, or wipes it out. */
  link: (one: string, other: string, both: boolean) => void;
}

/** The name of a new board says that it is not ours. */
export function ownCopy(file: string): string {
  return withValue(file, "name", `${valueOf(file, "name")}-2`);
}

/** The file with plain ground in every gap. */
function filled(game: GameId, file: string): string {
  const { gap, plainGround } = editors[game];
  let full = file;
  mapOf(file).forEach((row, down) => row.forEach((sign, index) => (full = sign === gap ? painted(full, down, index, plainGround) : full)));
  return full;
}

/** The picture to paint on: the places without a point can be touched too. */
export function paintable(game: GameId, file: string): Picture | null {
  const picture = pictureOfFile(game, file);
  const full = editors[game].gap === undefined ? null : pictureOfFile(game, filled(game, file));
  if (!picture || !full) return picture;
  const drawnPoints = new Set(picture.points.map(({ name }) => name));
  const gaps = full.points.filter(({ name }) => !drawnPoints.has(name)).map((point) => ({ ...point, terrain: "gap", title: null, print: undefined }));
  return { ...picture, points: [...gaps, ...picture.points] };
}

export function pictureOfFile(game: GameId, file: string): Picture | null {
  try {
    const picture = drawn(games[game], readBoard(file), readPosition(positionOfMap(game, mapOf(file))), "");
    const sound = picture.points.length > 0 && [picture.width, picture.height, ...picture.points.flatMap(({ x, y }) => [x, y])].every(Number.isFinite);
    return sound ? picture : null;
  } catch {
    return null;
  }
}

/** The point on the other side of the board's middle. */
function opposite(picture: Picture, name: string): string | undefined {
  const point = picture.points.find((one) => one.name === name);
  if (!point) return undefined;
  return pointNear(picture.points, picture.width - point.x, picture.height - point.y, 4, () => true)?.name;
}

export function paintPoint(game: GameId, file: string, name: string, sign: string): string {
  const place = placesOf(game, readBoard(file)).get(name) ?? placesOf(game, readBoard(filled(game, file))).get(name);
  return place ? painted(without(game, file, sign), place.row, place.index, sign) : file;
}

/** The file without a sign that its map has only once. */
function without(game: GameId, file: string, sign: string): string {
  const left = editors[game].left?.(sign);
  let bare = file;
  if (left !== undefined) mapOf(file).forEach((row, down) => row.forEach((one, index) => (bare = one === sign ? painted(bare, down, index, left) : bare)));
  return bare;
}

export function useBoardEditor(game: GameId): BoardEditor {
  const [file, setFile] = useState(() => keptBoard(game) ?? ownCopy(games[game].boards.files[games[game].boards.usual] ?? ""));
  const [fault, setFault] = useState<Fault | null | undefined>(undefined);
  useEffect(() => {
    let here = true;
    void faultOf(file).then((found) => here && setFault(found));
    return () => void (here = false);
  }, [file]);
  const picture = paintable(game, file);
  const write = (text: string) => {
    setFile(text);
    remember(`board.${game}`, text);
  };
  const paint = (point: string, sign: string, both: boolean) => {
    const once = paintPoint(game, file, point, sign);
    const other = both && picture ? opposite(picture, point) : undefined;
    write(other === undefined || other === point ? once : paintPoint(game, once, other, editors[game].exchanged(sign)));
  };
  const link = (one: string, other: string, both: boolean) => {
    const once = withLine(file, one, other);
    const [far, farther] = both && picture ? [opposite(picture, one), opposite(picture, other)] : [];
    const same = far === undefined || farther === undefined || (far === other && farther === one);
    write(same ? once : withLine(once, far, farther));
  };
  return { file, fault, picture, write, paint, link };
}
