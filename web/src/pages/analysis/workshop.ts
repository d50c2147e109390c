/** The board file in the workshop: checked at every change, kept on this device. */
import { useEffect, useState } from "preact/hooks";
import { placesOf } from "../../board/cells";
import { drawn } from "../../board/games";
import { pointNear, readBoard, readPosition, type Picture } from "../../board/geometry";
import { mapOf, painted, valueOf, withValue } from "../../board/map-text";
import { positionOfMap } from "../../board/samples";
import { engine, type BoardFault } from "../../engine/engine";
import { games } from "../../games";
import { editors } from "../../games/editors";
import type { GameId } from "../../model";
import { remember } from "../settings";
import { keptBoard } from "./link";

export interface Workshop {
  file: string;
  /** null: it is a good board; undefined: that is not known yet. */
  fault: BoardFault | null | undefined;
  /** null: the map cannot be drawn. */
  picture: Picture | null;
  write: (file: string) => void;
  paint: (point: string, sign: string, both: boolean) => void;
}

/** The name of a new board says that it is not ours. */
export function ownCopy(file: string): string {
  return withValue(file, "name", `${valueOf(file, "name")}-2`);
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
  const place = placesOf(game, readBoard(file)).get(name);
  return place ? painted(file, place.row, place.index, sign) : file;
}

export function useWorkshop(game: GameId): Workshop {
  const [file, setFile] = useState(() => keptBoard(game) ?? ownCopy(Object.values(games[game].boards.files)[0] ?? ""));
  const [fault, setFault] = useState<BoardFault | null | undefined>(undefined);
  useEffect(() => {
    let here = true;
    void engine().checkBoard(file).then((found) => here && setFault(found));
    return () => void (here = false);
  }, [file]);
  const picture = pictureOfFile(game, file);
  const write = (text: string) => {
    setFile(text);
    remember(`board.${game}`, text);
  };
  const paint = (point: string, sign: string, both: boolean) => {
    const once = paintPoint(game, file, point, sign);
    const other = both && picture ? opposite(picture, point) : undefined;
    write(other === undefined || other === point ? once : paintPoint(game, once, other, editors[game].exchanged(sign)));
  };
  return { file, fault, picture, write, paint };
}
