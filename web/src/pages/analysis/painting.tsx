/** A board that is touched to put something on its points, by finger, mouse or keyboard. */
import { useRef } from "preact/hooks";
import { Board } from "../../board/Board";
import { scaleOf } from "../../board/GameBoard";
import type { Picture } from "../../board/geometry";
import { usePointer } from "../../board/pointer";
import { liesDown, turned } from "../../board/rotate";
import { useKeys } from "../../board/useBoard";
import { useRoom } from "../../board/useRoom";
import type { Light } from "../../board/words";
import { language } from "../settings";

export function Painting({ picture: upright, paint }: { picture: Picture; paint: (point: string) => void }) {
  const place = useRef<HTMLDivElement>(null);
  const room = useRoom(place);
  const picture = room && liesDown(upright, room) ? turned(upright, 1) : upright;
  const scale = scaleOf(picture, room);
  const svg = useRef<SVGSVGElement>(null);
  const lights = new Map<string, Light>(picture.points.map((point) => [point.name, "open"]));
  const { cursor, setCursor, onKeyDown } = useKeys(svg, picture, lights, paint, () => undefined);
  const pointer = usePointer({ svg, picture, lit: () => true, liftable: () => false, open: () => false, tap: paint, lift: () => undefined, drop: () => undefined });
  return (
    <div class="board-place" ref={place} style={{ "--scale": scale.toFixed(3) }} data-small={scale < 0.8}>
      <Board picture={picture} language={language.value} lights={lights} cursor={cursor} svg={svg} events={{ ...pointer, onKeyDown }} onPoint={paint} onFocus={setCursor} />
    </div>
  );
}
