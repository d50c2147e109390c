/**
 * Hands on the board: tap and tap, drag and drop, keyboard. All of them walk the same tree of legal moves (gesture.ts).
 */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { JSX, RefObject } from "preact";
import type { Game, Handle } from "../games/game";
import type { Language, Scene } from "../model";
import { boardWord } from "../words/board";
import { pointTowards, readPosition, type Picture, type PositionText } from "./geometry";
import { childAt, choicesOf, enter, farEnds, finish, goesOn, grow, heldAt, lastOf, movesBelow, start, tap } from "./gesture";
import type { Branch, Path, Walked } from "./gesture";
import type { Help } from "./help";
import { usePointer } from "./pointer";
import type { Light } from "./words";

export interface Choice {
  key: string;
  token: string;
  seat: string;
  label: string;
  /** It ends a move, a phase or the turn. */
  ends?: boolean;
  /** The game calls it so (games/game.ts). */
  rare?: boolean;
  /** What the button does besides choosing a token. */
  does?: string;
  take: () => void;
}

export interface Hands {
  svg: RefObject<SVGSVGElement>;
  lights: ReadonlyMap<string, Light>;
  cursor: string | undefined;
  handles: (Handle & { token: string; label: string })[];
  /** Choices that are no points, for the bar. */
  choices: Choice[];
  /** Whether something is in hand, so that Escape or a button may put it down. */
  holding: boolean;
  cancel: () => void;
  onPoint: (point: string) => void;
  onHandle: (handle: Handle) => void;
  onFocus: (point: string) => void;
  events: JSX.SVGAttributes<SVGSVGElement>;
}

export interface HandsProps {
  scene: Scene;
  picture: Picture;
  language: Language;
  /** False while something is being animated, or where the turn of another player is shown. */
  awake: boolean;
  choose: (seat: string, token: string, dropped: boolean) => void;
  help: Pick<Help, "idle" | "ask">;
}

function lightsOf(path: Path, effect: (token: string) => string): Map<string, Light> {
  const lights = new Map<string, Light>();
  const here = lastOf(path);
  const root = path[0] as Branch;
  for (const { step } of root.next) if (step.point !== undefined) lights.set(step.point, "pick");
  if (here === root) return lights;
  for (const point of farEnds(here, effect).keys()) lights.set(point, "far");
  for (const child of here.next) if (child.step.point !== undefined) lights.set(child.step.point, goesOn(child) ? "turn" : "target");
  const held = heldAt(path);
  if (held !== undefined) lights.set(held, "held");
  return lights;
}

function labelled(branch: Branch, position: PositionText, game: Game, language: Language): { token: string; seat: string; label: string } {
  const seat = movesBelow(branch)[0]?.seat ?? "";
  return { token: branch.move?.token ?? branch.step.way, seat, label: game.label(branch.step.way, position, seat)[language] };
}

/** The token that passes, or ends a phase. */
export const ENDS = ".";

const arrows: Record<string, [number, number]> = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export interface Keys {
  cursor: string | undefined;
  setCursor: (point: string | undefined) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** Arrows move over the points, `n` and `p` over those where something can be done; Enter touches, `i` asks what is there, Escape puts down. */
export function useKeys(svg: RefObject<SVGSVGElement>, picture: Picture, lights: ReadonlyMap<string, Light>, touch: (point: string) => void, cancel: () => void, ask?: Help["ask"]): Keys {
  const [cursor, setCursor] = useState<string>();
  const moveTo = (name: string | undefined): void => {
    if (name === undefined) return;
    setCursor(name);
    svg.current?.querySelector<SVGGElement>(`[data-point="${name}"]`)?.focus();
  };
  const nextLit = (by: number): string | undefined => {
    const lit = picture.points.map((point) => point.name).filter((name) => lights.has(name) && lights.get(name) !== "held");
    return lit[(lit.indexOf(cursor ?? "") + by + lit.length) % lit.length];
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const arrow = arrows[event.key];
    const at = picture.points.find((point) => point.name === cursor) ?? picture.points[0];
    if (event.key === "Escape") cancel();
    else if (ask && (event.key === "i" || event.key === "ContextMenu")) ask(cursor);
    else if ((event.key === "Enter" || event.key === " ") && at && (event.target as Element).matches("[data-point]")) touch(at.name);
    else if (arrow && at) moveTo(pointTowards(picture.points, at, ...arrow).name);
    else if (event.key === "n" || event.key === "p") moveTo(nextLit(event.key === "n" ? 1 : -1));
    else return;
    event.preventDefault();
  };
  return { cursor, setCursor, onKeyDown };
}

export function useBoard({ scene, picture, language, awake, choose, help }: HandsProps): Hands {
  const { game } = picture;
  const svg = useRef<SVGSVGElement>(null);
  const root = useMemo(() => grow(awake ? scene.legal : {}, game.steps), [scene.legal, awake, game]);
  const [path, setPath] = useState<Path>(() => start(root));
  const follow = useRef<string>();

  // A new list of moves: the piece that just acted stays in hand where the turn goes on with it.
  useEffect(() => {
    const again = follow.current === undefined ? undefined : childAt(root, follow.current);
    if (root.next.length) follow.current = undefined;
    setPath(again && again.next.length ? [root, again] : start(root));
  }, [root]);

  const here: Path = path[0] === root ? path : start(root);
  const lights = lightsOf(here, game.effect);
  const walk = ({ path: onward, move }: Walked, dropped = false): void => {
    setPath(onward);
    if (!move) return;
    follow.current = game.follow(move.token);
    choose(move.seat, move.token, dropped);
  };
  const touch = (point: string): void => {
    if (awake && !lights.has(point)) help.idle(point, here[1]?.step.point);
    walk(tap(here, point, game.effect));
  };
  const cancel = (): void => setPath(start(root));
  const { cursor, setCursor, onKeyDown } = useKeys(svg, picture, lights, touch, cancel, help.ask);
  const open = (point: string): boolean => ["target", "far", "turn"].includes(lights.get(point) ?? "");
  const pointer = usePointer({
    svg,
    picture,
    lit: (point) => lights.has(point),
    liftable: (point) => lights.get(point) === "held" || (lights.get(point) === "pick" && Boolean(childAt(root, point)?.next.length)),
    open,
    tap: (point) => {
      setCursor(undefined);
      touch(point);
    },
    lift: (point) => {
      if (lights.get(point) !== "held") touch(point);
    },
    drop: (point) => walk(tap(here, point, game.effect), true),
    ask: help.ask,
  });

  const position = readPosition(scene.position);
  const last = lastOf(here);
  const branches = choicesOf(last);
  const handles = game.handles?.(picture, here) ?? [];
  const drawn = (branch: Branch): boolean => handles.some(({ way }) => way === branch.step.way);
  // What has a handle on the board needs no button.
  const choices: Choice[] = branches.filter((branch) => !drawn(branch)).map((branch) => ({
    key: `${branch.step.way} ${branch.move?.seat ?? ""}`,
    ...labelled(branch, position, game, language),
    ends: branch.step.way === ENDS,
    rare: game.rare?.includes(branch.step.way) ?? false,
    take: () => walk(enter(here, branch)),
  }));
  if (last.move && last !== root) {
    const { seat, token } = last.move;
    const label = branches.length ? game.label(last.step.way, position, seat)[language] : boardWord(language, "finish");
    choices.unshift({ key: "finish", token, seat, label, ends: true, take: () => walk(finish(here)) });
  }

  // What ends the phase can be pressed with a piece in hand, too.
  if (last !== root)
    for (const branch of choicesOf(root))
      if (branch.step.way === ENDS)
        choices.push({ key: `root ${branch.move?.seat ?? ""}`, ...labelled(branch, position, game, language), ends: true, take: () => walk(enter(start(root), branch)) });

  return {
    svg,
    lights,
    cursor,
    handles: handles.flatMap((handle) => {
      const branch = branches.find((one) => one.step.way === handle.way);
      return branch ? [{ ...handle, ...labelled(branch, position, game, language) }] : [];
    }),
    choices,
    holding: here.length > 1,
    cancel,
    onPoint: touch,
    onHandle: (handle) => {
      const branch = branches.find((one) => one.step.way === handle.way);
      if (branch) walk(enter(here, branch));
    },
    onFocus: setCursor,
    events: { ...pointer, onKeyDown },
  };
}
