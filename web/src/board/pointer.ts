/**
 * Fingers and mice on a board: a tap, or a lift, a drag and a drop. Fat fingers are forgiven: a tap means the nearest point
 * where something can be done.
 */
import type { JSX, RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { CELL, pointNear, type Picture } from "./geometry";

/** How near a finger must come to something that can be touched, in pixels of the screen. */
const FINGER = 26;
/** How far a finger goes before a tap becomes a drag. */
const DRAG = 7;
/** How long it rests before it asks what is there, in milliseconds. */
const REST = 600;

export interface PointerNeeds {
  svg: RefObject<SVGSVGElement>;
  picture: Picture;
  /** Whether something can be done at a point. */
  lit: (point: string) => boolean;
  /** Whether a drag may begin here. */
  liftable: (point: string) => boolean;
  /** Whether what is in hand may be dropped here. */
  open: (point: string) => boolean;
  tap: (point: string) => void;
  lift: (point: string) => void;
  drop: (point: string) => void;
  /** What is here: a finger rests, a mouse rests, or the context menu is asked for. `undefined`: no longer. */
  ask?: (point: string | undefined) => void;
}

export interface Spot {
  x: number;
  y: number;
  /** Pixels of the screen in a unit of the drawing. */
  scale: number;
}

export function spotOf(svg: SVGSVGElement | null, event: { clientX: number; clientY: number }): Spot | null {
  const matrix = svg?.getScreenCTM();
  if (!matrix) return null;
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  return { x, y, scale: matrix.a };
}

/** The point meant: the one below if it is wanted, else the nearest wanted one, else the one below. */
export function pointMeant(picture: Picture, spot: Spot, wanted: (point: string) => boolean): string | undefined {
  const below = pointNear(picture.points, spot.x, spot.y, CELL * 0.62, () => true);
  if (below && wanted(below.name)) return below.name;
  const reach = Math.max(FINGER / spot.scale, CELL / 2);
  return (pointNear(picture.points, spot.x, spot.y, reach, wanted) ?? below)?.name;
}

/** Moves the piece in hand under the finger; nothing else on the page is touched. */
function carry(svg: SVGSVGElement | null, at: string, spot: Spot): void {
  const pieces = svg?.querySelectorAll<SVGGElement>(`.piece[data-at="${at}"]`);
  const piece = pieces?.[pieces.length - 1];
  if (!piece) return;
  piece.style.transform = `translate(${spot.x}px, ${spot.y}px)`;
  piece.classList.add("carried");
}

function letGo(svg: SVGSVGElement | null): void {
  svg?.querySelectorAll<SVGGElement>(".piece[style]").forEach((piece) => {
    piece.style.transform = "";
    piece.classList.remove("carried");
  });
}

export function usePointer(needs: PointerNeeds): JSX.SVGAttributes<SVGSVGElement> {
  const { svg, picture } = needs;
  const press = useRef<{ point: string; x: number; y: number; dragging: boolean } | null>(null);
  const resting = useRef<{ point: string | undefined; timer: number }>({ point: undefined, timer: 0 });

  // A finger on something that can be lifted drags it; anywhere else it scrolls the page. Only a listener that is not
  // passive may say so, and only before the browser has begun to scroll.
  const now = useRef(needs);
  now.current = needs;
  useEffect(() => {
    const board = svg.current;
    const hold = (event: TouchEvent): void => {
      const { current } = press;
      if (current && event.cancelable && (current.dragging || now.current.liftable(current.point))) event.preventDefault();
    };
    board?.addEventListener("touchmove", hold, { passive: false });
    return () => board?.removeEventListener("touchmove", hold);
  }, []);

  const meant = (event: PointerEvent, wanted: (point: string) => boolean): string | undefined => {
    const spot = spotOf(svg.current, event);
    return spot ? pointMeant(picture, spot, wanted) : undefined;
  };

  const any = (): boolean => true;
  const rest = (point: string | undefined, from: "finger" | "mouse"): void => {
    window.clearTimeout(resting.current.timer);
    const asked = (): void => {
      if (from === "finger") press.current = null;
      now.current.ask?.(point);
    };
    resting.current = { point, timer: point === undefined ? 0 : window.setTimeout(asked, REST) };
  };
  /** A mouse that goes elsewhere no longer asks. */
  const hover = (event: PointerEvent): void => {
    const point = event.pointerType === "mouse" ? meant(event, any) : undefined;
    if (event.pointerType !== "mouse" || point === resting.current.point) return;
    if (resting.current.point !== undefined) needs.ask?.(undefined);
    rest(point, "mouse");
  };
  useEffect(() => () => window.clearTimeout(resting.current.timer), []);

  return {
    onContextMenu: (event) => {
      const point = meant(event as unknown as PointerEvent, any);
      if (!needs.ask || point === undefined) return;
      event.preventDefault();
      press.current = null;
      needs.ask(point);
    },
    onPointerLeave: (event) => {
      if (event.pointerType !== "mouse") return;
      rest(undefined, "mouse");
      needs.ask?.(undefined);
    },
    onPointerDown: (event) => {
      needs.ask?.(undefined);
      rest(event.pointerType === "mouse" ? undefined : meant(event, any), "finger");
      // A second finger enlarges the page: what lay under the first is not meant.
      if (!event.isPrimary && !press.current?.dragging) press.current = null;
      if (event.button !== 0 || !event.isPrimary) return;
      const point = meant(event, needs.lit);
      press.current = point === undefined ? null : { point, x: event.clientX, y: event.clientY, dragging: false };
    },
    onPointerMove: (event) => {
      const now = press.current;
      if (!now) return hover(event);
      if (!now.dragging) {
        if (Math.hypot(event.clientX - now.x, event.clientY - now.y) <= DRAG) return;
        rest(undefined, "finger");
        if (!needs.liftable(now.point)) return;
        now.dragging = true;
        svg.current?.setPointerCapture(event.pointerId);
        needs.lift(now.point);
      }
      const spot = spotOf(svg.current, event);
      if (spot) carry(svg.current, now.point, spot);
    },
    onPointerUp: (event) => {
      const now = press.current;
      rest(undefined, "finger");
      press.current = null;
      letGo(svg.current);
      if (!now) return;
      const goal = meant(event, now.dragging ? needs.open : needs.lit);
      if (goal === undefined) return;
      if (!now.dragging) needs.tap(goal);
      else if (goal !== now.point && needs.open(goal)) needs.drop(goal);
    },
    onPointerCancel: () => {
      press.current = null;
      rest(undefined, "finger");
      letGo(svg.current);
    },
  };
}
