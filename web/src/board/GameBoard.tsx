/** The board of a game in progress, whole: drawing, hands, choices, secret set-ups and what happens. */
import type { FunctionComponent, VNode } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { games } from "../games";
import type { PhaseProps } from "../games/game";
import type { Happening, Language, Scene, Session } from "../model";
import { Board } from "./Board";
import { Choices } from "./Choices";
import { pictureOf } from "./games";
import { phaseOf, readPosition } from "./geometry";
import { Setup } from "./setup";
import { useBoard } from "./useBoard";
import { useShown } from "./useShown";

export interface GameBoardProps {
  session: Pick<Session, "scene" | "log" | "choose" | "undo" | "confirm" | "hint">;
  language: Language;
  /** Whether moves are animated; a request for reduced motion goes before. */
  motion: boolean;
  /** Tokens that the page has buttons of its own for. */
  without?: readonly string[];
  /** A token that is pointed at: a hint, a partner's proposal. */
  pointed?: string;
  /** Tokens worth playing, the best first. */
  arrows?: readonly string[];
  /** Everything is placed token by token: an analysis has nothing to hide. */
  open?: boolean;
}

/** The seat that does something else than move now, and what: a set-up, or a screen of the game's own. */
export function arranging(scene: Scene): { seat: string; what: "setup" | FunctionComponent<PhaseProps> } | null {
  const seat = scene.as in scene.legal ? scene.as : Object.keys(scene.legal)[0];
  const what = games[scene.terms.game].phases?.[phaseOf(readPosition(scene.position))];
  return seat === undefined || what === undefined ? null : { seat, what };
}

/** The points of the last thing that moved or fired. */
export function lastPoints(log: readonly Happening[]): string[] {
  for (let i = log.length - 1; i >= 0; i--) {
    const points = (log[i] as Happening).events.flatMap((event) =>
      ["moved", "fired", "turned", "transferred", "summoned", "fought"].includes(event.kind) ? [event.from, event.to] : [],
    );
    if (points.length) return points.filter((point): point is string => point !== undefined);
  }
  return [];
}

function Play({ session, language, motion, without, pointed, arrows }: GameBoardProps): VNode {
  const scene = session.scene.value;
  const log = session.log.value;
  const stage = useRef<SVGSVGElement>(null);
  const dropped = useRef<string | null>(null);
  const choose = (seat: string, token: string, fell: boolean): void => {
    dropped.current = fell ? token : null;
    void session.choose(seat, token);
  };
  const shown = useShown(scene, log, motion, stage, dropped);
  const picture = useMemo(() => pictureOf(scene, shown.position), [scene.terms, scene.as, shown.position]);
  const hands = useBoard({ scene, picture, language, awake: !shown.busy, choose });
  /** A touch of the board ends the animation. */
  const hurry = (): void => {
    if (shown.busy) shown.skip();
  };
  const svg = (element: SVGSVGElement | null): void => {
    stage.current = element;
    hands.svg.current = element;
  };
  return (
    <>
      <div class="board-place" onPointerDown={hurry} onKeyDown={hurry}>
        <Board picture={picture} language={language} last={shown.busy ? [] : lastPoints(log)} pointed={shown.busy ? undefined : pointed} arrows={shown.busy ? undefined : arrows} {...hands} svg={svg} />
      </div>
      <Choices choices={hands.choices} language={language} without={without} pointed={pointed} holding={hands.holding} cancel={hands.cancel} />
    </>
  );
}

export function GameBoard(props: GameBoardProps): VNode {
  const { session, language, pointed } = props;
  const scene = session.scene.value;
  const task = props.open ? null : arranging(scene);
  if (!task) return <Play {...props} />;
  const Phase = task.what === "setup" ? Setup : task.what;
  const picture = pictureOf({ terms: scene.terms, as: task.seat }, scene.position);
  return <Phase key={task.seat} session={session} seat={task.seat} picture={picture} language={language} pointed={pointed} />;
}
