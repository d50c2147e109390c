/** The board of a game in progress, whole: drawing, hands, choices, secret set-ups and what happens. */
import type { VNode } from "preact";
import { useMemo, useRef } from "preact/hooks";
import type { Happening, Language, Scene, Session } from "../model";
import { Board } from "./Board";
import { Choices } from "./Choices";
import { boardGames, pictureOf } from "./games";
import { readPosition } from "./geometry";
import { Plot } from "./plot";
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
  /** A token that somebody points at: a hint, a partner's proposal. */
  pointed?: string;
  /** Tokens worth playing, the best first. */
  arrows?: readonly string[];
  /** Everything is placed token by token: whoever analyses has nothing to hide. */
  open?: boolean;
}

/** The seat that arranges something in secret now, and what. */
export function arranging(scene: Scene): { seat: string; what: "setup" | "plot" } | null {
  const seat = scene.as in scene.legal ? scene.as : Object.keys(scene.legal)[0];
  if (seat === undefined || !boardGames[scene.terms.game].setup) return null;
  const position = readPosition(scene.position);
  const phase = position.words[1] ?? position.field("phase");
  if (["setup", "general", "colonel"].includes(phase)) return { seat, what: "setup" };
  return phase === "plot" ? { seat, what: "plot" } : null;
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
  /** Whoever does not want to wait touches the board. */
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
  const task = props.open ? null : arranging(session.scene.value);
  if (task?.what === "setup") return <Setup key={task.seat} session={session} seat={task.seat} language={language} pointed={pointed} />;
  if (task?.what === "plot") return <Plot key={task.seat} session={session} seat={task.seat} language={language} pointed={pointed} />;
  return <Play {...props} />;
}
