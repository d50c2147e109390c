/** Shots plotted on the combat grid: choose red or white, touch squares; touch again to take a shot off. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { VNode } from "preact";
import { draftOf, settle } from "../../board/arrange";
import { Board } from "../../board/Board";
import { useHelp } from "../../board/help";
import { Arranging } from "../../board/setup";
import { usePointer } from "../../board/pointer";
import { useKeys } from "../../board/useBoard";
import { useLine } from "../../board/useLine";
import type { Light } from "../../board/words";
import type { Language } from "../../model";
import { say } from "../../words/text";
import type { PhaseProps } from "../game";
import { shots as titles } from "./board";

const words = {
  red: (left: number) => ({ whole: say(`Tirs rouges : encore ${left}`, `Red shots: ${left} left`), short: say(`Rouges : ${left}`, `Red: ${left}`) }),
  white: (left: number) => ({ whole: say(`Tirs blancs : encore ${left}`, `White shots: ${left} left`), short: say(`Blancs : ${left}`, `White: ${left}`) }),
  full: say("plus de tir de cette couleur", "no shot of this colour left"),
  ready: say("Tirs prêts", "Shots ready"),
};

type Colour = "!" | "?";
const signs = { red: "!", white: "?" } as const;

/** How many shots of a colour are left; fewer words where there is little room. */
function ShotChoice({ name, left, chosen, language, choose }: { name: "red" | "white"; left: number; chosen: boolean; language: Language; choose: () => void }): VNode {
  const { whole, short } = words[name](left);
  return (
    <button type="button" class={`choice shot-${name}`} aria-label={whole[language]} aria-pressed={chosen} onClick={choose}>
      <span class="when-wide">{whole[language]}</span>
      <span class="when-small">{short[language]}</span>
    </button>
  );
}

/** Reds first, then whites, each from the lowest square on: as the engine wants them. */
export const inOrder = (shots: readonly string[]): string[] =>
  [...shots].sort((a, b) => Number(a[0] === "?") - Number(b[0] === "?") || Number(a.slice(1)) - Number(b.slice(1)));

export function Plot({ session, seat, picture: seen, advice, language, pointed, places }: PhaseProps): VNode {
  const [shots, setShots] = useState<string[]>(() => draftOf(session, seat));
  const [open, setOpen] = useState<string[]>([]);
  const [colour, setColour] = useState<Colour>("!");
  const svg = useRef<SVGSVGElement>(null);
  const { soon } = useLine(session, seat, () => setShots(draftOf(session, seat)));
  const help = useHelp(advice, session.scene.value, svg, language);

  // What is open at all shows before the first shot.
  useEffect(() => {
    soon(async () => {
      const now = draftOf(session, seat);
      await settle(session, seat, []);
      setOpen(session.scene.value.legal[seat] ?? []);
      await settle(session, seat, now);
    });
  }, [seat]);

  const { legal: all, says } = session.scene.value;
  const legal = all[seat] ?? [];
  /** How many the side may still plot: of the reds of a turn, or of the whites of the whole game. */
  const left = (kind: Colour): number => {
    const fact = says?.facts.find(({ id, side }) => side === seat && id === (kind === "!" ? "reds" : "whites"));
    return (fact?.most ?? fact?.value ?? 0) - shots.filter((shot) => shot[0] === kind).length;
  };

  const apply = (wanted: string[]): void =>
    soon(async () => {
      const refused = await settle(session, seat, inOrder(wanted));
      if (refused.length) await settle(session, seat, inOrder(shots));
      setShots(refused.length ? shots : wanted);
    });

  const ready = (): void =>
    soon(async () => {
      await session.choose(seat, ".");
      if (session.scene.value.complete) await session.confirm();
    });

  const touch = (point: string): void => {
    const there = shots.find((shot) => shot.slice(1) === point);
    if (there) apply(shots.filter((shot) => shot !== there));
    else if (left(colour) <= 0) help.say(point, words.full);
    else if (open.includes(colour + point)) apply([...shots, colour + point]);
    else help.idle(point);
  };

  const shotMarks = shots.map((shot) => {
    const kind = shot[0] === "!" ? "red" : "white";
    return { at: shot.slice(1), kind, title: titles[kind] };
  });
  const picture = { ...seen, marks: [...seen.marks.filter((mark) => ["mine", "swept"].includes(mark.kind)), ...shotMarks] };
  const lights = new Map<string, Light>(open.filter((token) => token[0] === colour).map((token) => [token.slice(1), "open"]));
  shots.forEach((shot) => lights.set(shot.slice(1), "open"));
  const { cursor, setCursor, onKeyDown } = useKeys(svg, picture, lights, touch, () => undefined, help.ask);
  const pointer = usePointer({ svg, picture, lit: (point) => lights.has(point), liftable: () => false, open: () => false, tap: touch, lift: () => undefined, drop: () => undefined, ask: help.ask });

  const board = (
    <>
      <Board picture={picture} language={language} lights={lights} pointed={pointed} cursor={cursor} svg={svg} events={{ ...pointer, onKeyDown }} onPoint={touch} onFocus={setCursor} />
      {help.bubble}
    </>
  );
  const hand = (
    <div class="choices" role="group">
      <div class="choices-others">
        {(["red", "white"] as const).map((name) => (
          <ShotChoice key={name} name={name} left={left(signs[name])} chosen={colour === signs[name]} language={language} choose={() => setColour(signs[name])} />
        ))}
      </div>
      <button type="button" class="choice main" data-primary data-token="." data-seat={seat} disabled={!legal.includes(".")} onClick={ready}>
        {words.ready[language]}
      </button>
    </div>
  );
  return <Arranging board={board} hand={hand} places={places} kind="plot" />;
}
