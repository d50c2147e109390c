/** The board of a game in progress, whole: drawing, hands, choices, secret set-ups and what happens. */
import type { FunctionComponent, VNode } from "preact";
import { useCallback, useMemo, useRef } from "preact/hooks";
import type { Advice } from "../engine/types";
import { games } from "../games";
import type { PhaseProps } from "../games/game";
import type { Language, Scene, Session } from "../model";
import { boardWord } from "../words/board";
import { Board } from "./Board";
import { Choices } from "./Choices";
import { pictureOf } from "./games";
import type { Picture } from "./geometry";
import { useHelp } from "./help";
import { Into } from "./Into";
import { ReadOnce } from "./read-once";
import { Setup } from "./setup";
import { traceOf } from "./trace";
import { isTall, liesDown, turned } from "./rotate";
import { ENDS, useBoard, type Choice } from "./useBoard";
import { useRoom } from "./useRoom";
import { useShown } from "./useShown";

/** Where a page wants the buttons and the tray of a board, below the board unless told, and what is explained once. */
export interface Places {
  hand: Element;
  tray: Element;
  note: Element;
}

export interface GameBoardProps {
  session: Pick<Session, "scene" | "log" | "choose" | "undo" | "confirm" | "hint">;
  /** Says what things are and why a touch does nothing; may be missing. */
  advice?: Advice;
  language: Language;
  /** Whether moves are animated; a request for reduced motion goes before. */
  motion: boolean;
  /** Whether the computer may suggest something: yes, unless told. */
  help?: boolean;
  places?: Places;
  /** Quarters by which the player has turned the board. */
  quarters?: number;
  /** A token that is pointed at: a hint, a partner's proposal. */
  pointed?: string;
  /** Tokens worth playing, the best first. */
  arrows?: readonly string[];
  /** The token that the other side is expected to answer with. */
  reply?: string;
  /** Everything is placed token by token: an analysis has nothing to hide. */
  open?: boolean;
}

/** The seat that does something else than move now, and what: a set-up, or a screen of the game's own. */
export function arranging(scene: Scene): { seat: string; what: "setup" | FunctionComponent<PhaseProps> } | null {
  const seat = scene.as in scene.legal ? scene.as : Object.keys(scene.legal)[0];
  const what = games[scene.terms.game].phases?.[scene.says?.phase ?? ""];
  return seat === undefined || what === undefined ? null : { seat, what };
}

type Play = Pick<Session, "scene" | "choose" | "confirm">;

/** The seat that can do nothing but pass, where that is all that can be done. */
export function idleSeat({ legal, complete }: Scene): string | undefined {
  const [seat, ...others] = Object.keys(legal);
  return !complete && others.length === 0 && seat !== undefined && legal[seat]?.join() === ENDS ? seat : undefined;
}

/** Ends a phase, and the turn if that was all of it. */
export async function endPhase(session: Play, seat: string): Promise<void> {
  await session.choose(seat, ENDS);
  if (session.scene.value.complete) await session.confirm();
}

/** The choices of the hands, with what a turn of several steps needs besides. */
function withTurn(choices: Choice[], session: Play, language: Language): Choice[] {
  const { complete, draft } = session.scene.value;
  if (complete && draft.length > 0) return [{ key: "confirm", token: "", seat: "", label: boardWord(language, "confirm"), ends: true, does: "confirm", take: () => void session.confirm() }];
  return choices.map((choice) => (choice.token === ENDS ? { ...choice, does: "finish", take: () => void endPhase(session, choice.seat) } : choice));
}

interface SeenProps extends GameBoardProps {
  /** The picture as it is turned on this screen. */
  look: (picture: Picture) => Picture;
}

function Play({ session, advice, language, motion, pointed, arrows, reply, places, look }: SeenProps): VNode {
  const scene = session.scene.value;
  const log = session.log.value;
  const stage = useRef<SVGSVGElement>(null);
  const dropped = useRef<string | null>(null);
  const pending = useRef(false);
  // Until it is known what came of a choice, the board shows what was possible before it.
  const choose = (seat: string, token: string, fell: boolean): void => {
    if (pending.current) return;
    pending.current = true;
    dropped.current = fell ? token : null;
    void session.choose(seat, token).finally(() => (pending.current = false));
  };
  const shown = useShown(scene, log, motion, stage, dropped, look);
  const picture = useMemo(() => look(pictureOf(scene, shown.position)), [scene.terms, scene.as, shown.position, look]);
  const last = useMemo(() => traceOf(log), [log]);
  const help = useHelp(advice, scene, stage, language);
  const hands = useBoard({ scene, picture, language, awake: !shown.busy, choose, help });
  /** A touch of the board ends the animation. */
  const hurry = (): void => {
    if (shown.busy) shown.skip();
  };
  // One function for all renderings: with another each time, the board would be unknown while the bubble beside it is placed.
  const svg = useCallback((element: SVGSVGElement | null): void => {
    stage.current = element;
    hands.svg.current = element;
  }, []);
  const choices = withTurn(hands.choices, session, language);
  const bar = <Choices choices={choices} language={language} pointed={pointed} holding={hands.holding} cancel={hands.cancel} busy={hands.lights.size > 0 && !scene.complete} />;
  return (
    <>
      <div class="board-hurry" onPointerDown={hurry} onKeyDown={hurry}>
        <Board picture={picture} language={language} last={shown.busy ? undefined : last} pointed={shown.busy ? undefined : pointed} arrows={shown.busy ? undefined : arrows} reply={shown.busy ? undefined : reply} {...hands} svg={svg} />
        {help.bubble}
      </div>
      {places ? <Into place={places.hand}>{bar}</Into> : bar}
      {places && <Into place={places.note}>{[...hands.lights.values()].includes("turn") && <ReadOnce name="turn" text={boardWord(language, "turn.text")} language={language} />}</Into>}
    </>
  );
}

/** The board as it best fits its place, turned as the player wants it. */
function useLook(scene: Scene, room: { width: number; height: number } | null, quarters: number): (picture: Picture) => Picture {
  const upright = useMemo(() => pictureOf(scene, scene.position), [scene.terms]);
  const all = ((room && liesDown(upright, room) ? 1 : 0) + quarters) % 4;
  return useMemo(() => (picture: Picture) => turned(picture, all), [all]);
}

/** How large a board is on the screen: letters on it are never smaller than can be read. */
export function scaleOf(picture: Picture, room: { width: number; height: number } | null): number {
  return room ? Math.min(room.width / picture.width, room.height / picture.height) : 1;
}

export function GameBoard(props: GameBoardProps): VNode {
  const { session, language, pointed, places, quarters = 0 } = props;
  const scene = session.scene.value;
  const place = useRef<HTMLDivElement>(null);
  const room = useRoom(place);
  const fitted = places ? room : null;
  const look = useLook(scene, fitted, quarters);
  const task = props.open ? null : arranging(scene);
  const as = task?.seat ?? scene.as;
  const picture = useMemo(() => look(pictureOf({ terms: scene.terms, as }, scene.position)), [scene.terms, as, scene.position, look]);
  const Phase = task && (task.what === "setup" ? Setup : task.what);
  const scale = fitted ? scaleOf(picture, fitted) : room ? room.width / picture.width : 1;
  return (
    <div class="board-place" ref={place} style={{ "--scale": scale.toFixed(3) }} data-small={scale < 0.8}>
      {task && Phase ? (
        <Phase key={task.seat} session={session} seat={task.seat} picture={picture} advice={props.advice} language={language} pointed={pointed} help={props.help ?? true} places={places} />
      ) : (
        <Play {...props} look={look} />
      )}
    </div>
  );
}

/** The shape of a board as it stands, and whether its quarters matter. */
export function shapeOf(scene: Scene): { ratio: number; tall: boolean } {
  const picture = pictureOf(scene, scene.position);
  return { ratio: picture.width / picture.height, tall: isTall(picture) };
}
