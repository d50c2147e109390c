/** Everything that can stand or lie on a board, drawn as its game draws it, with what the game says of it. */
import type { VNode } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Advice, Thing } from "../engine/types";
import type { Language, Scene } from "../model";
import { pieceOf } from "./arrange";
import { boardTextOf, pictureOf } from "./games";
import { CELL, readBoard, type Picture, type Piece } from "./geometry";
import { Ground, Laid } from "./ground";
import { ThingText } from "./help";

/** A piece of that kind that stands on the board, or else one of the set-up. */
function sampleOf(picture: Picture, thing: Thing, scene: Scene): Piece | undefined {
  const here = picture.pieces.find(({ kind, side }) => kind === thing.id && (thing.side === undefined || thing.side === side));
  const tray = picture.game.setup?.things(readBoard(boardTextOf(scene.terms))).find(({ kind }) => kind === thing.id);
  return here ?? (tray && pieceOf(tray, thing.side ?? picture.side));
}

function Drawn({ thing, picture, scene, language }: { thing: Thing; picture: Picture; scene: Scene; language: Language }): VNode | null {
  const { game } = picture;
  const piece = thing.what === "piece" ? sampleOf(picture, thing, scene) : undefined;
  const point = thing.what === "ground" ? picture.points.find(({ terrain }) => terrain === thing.id || terrain.startsWith(`${thing.id}-`)) : undefined;
  if (piece)
    return (
      <g class={`piece ${piece.kind}`} data-side={piece.side}>
        <game.Figure piece={{ ...piece, at: "" }} language={language} />
      </g>
    );
  if (point)
    return (
      <g class={`point ${point.terrain}`}>
        <Ground game={game} point={point} />
      </g>
    );
  return thing.what === "mark" ? <Laid game={game} mark={{ at: "", kind: thing.id, title: thing.name }} /> : null;
}

export function Legend({ advice, scene, language }: { advice: Advice; scene: Scene; language: Language }): VNode {
  const [things, setThings] = useState<Thing[]>([]);
  const picture = useMemo(() => pictureOf(scene, scene.position), [scene.terms, scene.position, scene.as]);
  useEffect(() => {
    let gone = false;
    advice.legend(scene.terms).then((list) => gone || setThings(list), () => undefined);
    return () => {
      gone = true;
    };
  }, [scene.terms]);
  return (
    <dl class="legend">
      {things.map((thing) => (
        <div key={`${thing.id} ${thing.side ?? ""}`}>
          <dt aria-hidden="true">
            <svg class={`board board-${picture.game.id}`} viewBox={`${-CELL / 2 - 2} ${-CELL / 2 - 2} ${CELL + 4} ${CELL + 4}`}>
              <Drawn thing={thing} picture={picture} scene={scene} language={language} />
            </svg>
          </dt>
          <dd>
            <ThingText thing={thing} language={language} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
