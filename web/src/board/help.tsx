/**
 * Help at the place where it is wanted: why a touch did nothing, in a word, for a moment; and what stands on a point. The game
 * says both (engine); this shows it and has it read aloud.
 */
import type { RefObject, VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Advice, Thing } from "../engine/types";
import type { Language, Scene, Text } from "../model";
import { spokenIn } from "../words/fill";

/** How long a word stays, in milliseconds. */
const MOMENT = 2200;

interface Shown {
  point: string;
  why?: Text;
  things: Thing[];
}

export interface Help {
  /** Nothing can be done with this point, or with what is in hand there. */
  idle: (point: string, from?: string) => void;
  /** Says at a point why nothing can be done there. */
  say: (point: string, why: Text | null) => void;
  /** What is on this point? Undefined: the question is over. */
  ask: (point: string | undefined) => void;
  bubble: VNode;
}

export function ThingText({ thing, language }: { thing: Thing; language: Language }): VNode {
  return (
    <>
      <strong>{spokenIn(language, thing.name)}</strong>
      {thing.lines.map((line) => (
        <span key={line.en}> {spokenIn(language, line)}.</span>
      ))}
    </>
  );
}

/** Over or below the point, within the window; null if the board no longer has it. */
function placeOf(svg: SVGSVGElement | null, point: string): Record<string, string> | null {
  const box = svg?.querySelector(`[data-point="${CSS.escape(point)}"]`)?.getBoundingClientRect();
  if (!box) return null;
  const half = Math.min(172, window.innerWidth / 2);
  const middle = Math.max(half, Math.min(window.innerWidth - half, box.left + box.width / 2));
  // It lies over the board: below it stands what one presses.
  const frame = svg?.getBoundingClientRect() ?? box;
  const below = box.top < frame.top + frame.height / 2;
  return { left: `${middle}px`, ...(below ? { top: `${box.bottom + 6}px` } : { bottom: `${window.innerHeight - box.top + 6}px` }) };
}

function Bubble({ shown, svg, language }: { shown: Shown | null; svg: RefObject<SVGSVGElement>; language: Language }): VNode {
  const place = shown && (shown.why ?? shown.things.length) ? placeOf(svg.current, shown.point) : null;
  return (
    <div class={place ? "bubble" : "bubble unseen"} role="status" style={place ?? {}}>
      {shown?.why && <p>{spokenIn(language, shown.why)}</p>}
      {shown?.things.map((thing) => (
        <p key={thing.id}>
          <ThingText thing={thing} language={language} />
        </p>
      ))}
    </div>
  );
}

/** `until`: what is said is about the board as it stands; another text here, and it is said no longer. */
export function useHelp(advice: Advice | undefined, scene: Scene, svg: RefObject<SVGSVGElement>, language: Language, until = scene.position): Help {
  const [shown, setShown] = useState<Shown | null>(null);
  const timer = useRef(0);
  /** Answers that come after another question are not shown. */
  const question = useRef(0);
  const show = (answer: Promise<Shown | null>, passing: boolean): void => {
    const mine = ++question.current;
    window.clearTimeout(timer.current);
    answer.then(
      (next) => {
        if (mine !== question.current) return;
        setShown(next);
        if (passing && next) timer.current = window.setTimeout(() => setShown(null), next.things.length ? 2 * MOMENT : MOMENT);
      },
      () => setShown(null),
    );
  };
  const thingsAt = async (point: string): Promise<Thing[]> => (await advice?.about(scene.terms, scene.position, scene.as, point)) ?? [];
  const about = async (point: string): Promise<Shown | null> => {
    const things = await thingsAt(point);
    return things.length ? { point, things } : null;
  };
  /** With nothing in hand, a touch is also the question what is there. */
  const whyNot = async (seats: string[], from: string | undefined, point: string): Promise<Shown | null> => {
    const why = (await advice?.whyNot(scene.terms, scene.position, seats, from, point)) ?? undefined;
    return { point, why, things: from === undefined ? await thingsAt(point) : [] };
  };
  useEffect(() => show(Promise.resolve(null), false), [until]);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return {
    idle: (point, from) => {
      const seats = Object.keys(scene.legal);
      show(seats.length ? whyNot(seats, from, point) : about(point), true);
    },
    say: (point, why) => show(Promise.resolve(why && { point, why, things: [] }), true),
    ask: (point) => show(point === undefined ? Promise.resolve(null) : about(point), false),
    bubble: <Bubble shown={shown} svg={svg} language={language} />,
  };
}
