/** A secret set-up, arranged in comfort: a tray of what is still to be placed, and the board. */
import { signal } from "@preact/signals";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { VNode } from "preact";
import type { PhaseProps, SetupGame, Thing } from "../games/game";
import type { Text } from "../model";
import { boardText, boardWord } from "../words/board";
import { spokenIn } from "../words/fill";
import { arrangementOf, draftOf, fillAround, forgetSetup, groupOf, saveSetup, savedSetups, pieceOf, placesFor, settle, settleArrangement, sorted, tokensOf } from "./arrange";
import type { Arrangement } from "./arrange";
import { Board } from "./Board";
import type { Places } from "./GameBoard";
import { boardTextOf, pictureOf, sideOf } from "./games";
import { readBoard, type Picture } from "./geometry";
import { useHelp } from "./help";
import { Into } from "./Into";
import { usePointer } from "./pointer";
import { ReadOnce } from "./read-once";
import { Tray } from "./Tray";
import { useKeys } from "./useBoard";
import { useLine } from "./useLine";
import type { Light } from "./words";

/** Whether a set-up is on the board whole, and waits for its owner to say that he is ready. */
export const isAllPlaced = signal(false);

/** What is wanted, if it is among the choices; else any of them. */
function among(choices: readonly string[], wanted?: string): string | null {
  if (wanted !== undefined && choices.includes(wanted)) return wanted;
  return choices[Math.floor(Math.random() * choices.length)] ?? null;
}

/** Own pieces as arranged, also those that the engine has not been told of yet. */
function withArrangement(picture: Picture, things: readonly Thing[], arrangement: Arrangement, side: string): Picture {
  const placed = things.flatMap((thing, i) => (arrangement[i] ? [{ thing, at: arrangement[i] }] : []));
  const kinds = new Set(things.map(({ kind }) => kind));
  const points = new Set<string>(placed.map(({ at }) => at));
  return {
    ...picture,
    pieces: [
      // Own pieces that are not arranged stay where they stand.
      ...picture.pieces.filter((piece) => piece.side !== side || !(kinds.has(piece.kind) || points.has(piece.at))),
      ...placed.filter(({ thing }) => !thing.mark).map(({ thing, at }) => ({ ...pieceOf(thing, side, at), facing: picture.turn })),
    ],
    marks: [
      ...picture.marks.filter((mark) => !kinds.has(mark.kind)),
      ...placed.filter(({ thing }) => thing.mark).map(({ thing, at }) => ({ at, kind: thing.kind, title: thing.title })),
    ],
  };
}

function useArrangement({ session, seat, advice }: PhaseProps, setup: SetupGame) {
  const scene = session.scene.value;
  const board = readBoard(boardTextOf(scene.terms));
  const things = setup.things(board);
  const [arrangement, setArrangement] = useState<Arrangement>(() => arrangementOf(things, draftOf(session, seat)));
  const [held, setHeld] = useState<number | null>(null);
  const [places, setPlaces] = useState<string[]>([]);
  const [refused, setRefused] = useState<Thing[]>([]);
  const follow = (): void => {
    const now = arrangementOf(things, draftOf(session, seat));
    setHeld(null);
    setArrangement(now);
    soon(() => settleAround(now));
  };
  const { busy, soon } = useLine(session, seat, follow);

  const light = async (now: Arrangement, index: number | null): Promise<void> => {
    const wanted = index ?? now.indexOf(null);
    setPlaces(wanted < 0 ? [] : await placesFor(session, seat, things, now, wanted));
  };

  const apply = (wanted: Arrangement): void =>
    soon(async () => {
      setHeld(null);
      const now = sorted(things, wanted, setup.order);
      setArrangement(now);
      await light(now, null);
      const settled = await settleArrangement(session, seat, things, now);
      setArrangement(sorted(things, settled.arrangement, setup.order));
      setRefused(settled.refused);
    });

  const take = (index: number): void =>
    soon(async () => {
      setHeld(index);
      // Of things alike the one in hand is put last, so that the others keep their order.
      const without = arrangement.map((point, i) => (i === index ? null : point));
      await light(without, index);
    });

  const put = (index: number, point: string): void => {
    const old = arrangement[index] ?? null;
    apply(arrangement.map((at, i) => (i === index ? point : at === point ? old : at)));
  };

  /** Has the rest chosen, token by token: what stands already stays. */
  const fill = (next: (legal: string[]) => Promise<string | null>): void =>
    soon(async () => {
      setHeld(null);
      const tokens = await fillAround(session, seat, things, arrangement, setup.order, next);
      setArrangement(arrangementOf(things, tokens));
      setPlaces([]);
    });

  /** Asks where the next thing may go, and puts the draft back as it was. */
  const settleAround = async (now: Arrangement): Promise<void> => {
    await light(now, null);
    await settleArrangement(session, seat, things, now);
  };
  /** Why a thing may not stand on a point, by asking with everything before it in place. */
  const explain = (index: number, point: string, tell: (why: Text | null) => void): void =>
    soon(async () => {
      const without = arrangement.map((at, i) => (i === index ? null : at));
      await settle(session, seat, tokensOf(things, without).slice(0, groupOf(things, index)[0]));
      const why = await advice?.whyNot(scene.terms, session.scene.value.position, [seat], undefined, point);
      await settleArrangement(session, seat, things, arrangement);
      tell(why ?? null);
    });

  // Before the player can touch anything: an arranged set-up must not be replaced by the first one.
  useLayoutEffect(() => soon(() => settleAround(arrangement)), [seat]);

  const final = arrangement.includes(null) ? undefined : tokensOf(things, arrangement).at(-1);
  const complete = final !== undefined;
  useLayoutEffect(() => {
    isAllPlaced.value = complete;
    return () => void (isAllPlaced.value = false);
  }, [complete]);
  const ready = (): void =>
    soon(async () => {
      if (final === undefined) return;
      await session.choose(seat, final);
      if (session.scene.value.complete) await session.confirm();
    });

  return { scene, board, things, arrangement, held, places, refused, busy, final, setHeld, apply, take, put, fill, explain, ready };
}

interface ArrangingProps {
  board: VNode;
  tray?: VNode;
  hand: VNode;
  places?: Places;
  kind?: string;
}

/** A board on which something is laid out: what is laid out and the buttons stand where the page wants them. */
export function Arranging({ board, tray, hand, places, kind = "" }: ArrangingProps): VNode {
  return (
    <div class={`setup ${kind}`}>
      {board}
      {places ? (
        <>
          <Into place={places.tray}>{tray}</Into>
          <Into place={places.hand}>{hand}</Into>
        </>
      ) : (
        <div class="setup-side">
          {tray}
          {hand}
        </div>
      )}
    </div>
  );
}

export function Setup(props: PhaseProps): VNode | null {
  const { session, seat, picture: seen, advice, language, pointed, help, places: page } = props;
  const { terms } = session.scene.value;
  const setup = seen.game.setup as SetupGame;
  const { scene, board, things, arrangement, held, places, refused, busy, final, setHeld, apply, take, put, fill, explain, ready } = useArrangement(props, setup);
  const [name, setName] = useState("");
  const [saved, setSaved] = useState(() => savedSetups(terms.game));
  const svg = useRef<SVGSVGElement>(null);
  const side = sideOf(seat);
  const picture = withArrangement(seen, things, arrangement, side);
  const current = held ?? arrangement.indexOf(null);
  const told = useHelp(advice, scene, svg, language, `${held} ${arrangement.join()}`);

  const lights = new Map<string, Light>(places.map((point) => [point, "target"]));
  arrangement.forEach((point) => point && lights.set(point, held !== null && lights.has(point) ? "target" : "pick"));
  const from = held === null ? null : arrangement[held];
  if (from) lights.set(from, "held");

  const touch = (point: string): void => {
    const there = arrangement.indexOf(point);
    if (held !== null && there === held) setHeld(null);
    else if (there >= 0 && held === null) take(there);
    else if (current >= 0 && places.includes(point)) put(current, point);
    else if (there >= 0) take(there);
    else if (current >= 0) explain(current, point, (why) => told.say(point, why));
    else told.say(point, boardText("setup.which"));
  };
  const { cursor, setCursor, onKeyDown } = useKeys(svg, picture, lights, touch, () => setHeld(null), told.ask);
  const pointer = usePointer({
    svg,
    picture,
    lit: (point) => lights.has(point),
    liftable: (point) => arrangement.includes(point),
    open: (point) => lights.get(point) === "target" || (held !== null && arrangement.includes(point)),
    tap: touch,
    lift: (point) => take(arrangement.indexOf(point)),
    drop: (point) => (held === null ? undefined : put(held, point)),
    ask: told.ask,
  });

  // A saved set-up is written as the first side sees it, so that it serves either.
  const isNatural = (): boolean => seen.side === pictureOf({ terms, as: "watcher" }, scene.position).side;
  const asFirst = (points: Arrangement): Arrangement => (isNatural() ? points : points.map((point) => point && setup.turn(point, board)));
  const keep = (): void => {
    const tokens = asFirst(arrangement).flatMap((point, i) => (point ? [`${things[i]?.thing}=${point}`] : []));
    saveSetup(terms.game, { name: name.trim() || new Date().toLocaleString(language), tokens });
    setSaved(savedSetups(terms.game));
    setName("");
  };
  const load = (tokens: string[]): void => apply(asFirst(arrangementOf(things, tokens)));

  const tray = (
    <>
        <Tray picture={picture} things={things} arrangement={arrangement} current={current} side={side} language={language} svg={svg} places={places} take={(index) => setHeld(index)} put={put} />
        <p class="setup-note">{spokenIn(language, setup.note)}</p>
        {refused.length > 0 && (
          <p class="refused" role="status">
            {boardWord(language, "setup.refused", { things: refused.map((thing) => thing.title[language]).join(", ") })}
          </p>
        )}
        <div class="choices setup-tools" role="group">
          {help && (
            <button type="button" class="choice" onClick={() => fill(async (legal) => among(legal, (await session.hint())?.token))}>
              {boardWord(language, "setup.suggest")}
            </button>
          )}
          <button type="button" class="choice" onClick={() => fill((legal) => Promise.resolve(among(legal)))}>
            {boardWord(language, "setup.random")}
          </button>
          <button type="button" class="choice" onClick={() => apply(arrangement.map((point) => (point === null ? null : setup.mirror(point, board))))}>
            {boardWord(language, "setup.mirror")}
          </button>
          <button type="button" class="choice lesser" onClick={() => apply(things.map(() => null))}>
            {boardWord(language, "setup.clear")}
          </button>
        </div>
        <details class="saved">
          <summary>{boardWord(language, "setup.saved")}</summary>
          <ul>
            {saved.map((one) => (
              <li key={one.name}>
                <button type="button" class="choice" onClick={() => load(one.tokens)}>
                  {one.name}
                </button>
                <button
                  type="button"
                  class="choice lesser"
                  aria-label={boardWord(language, "setup.forget", { name: one.name })}
                  onClick={() => {
                    forgetSetup(terms.game, one.name);
                    setSaved(savedSetups(terms.game));
                  }}
                >
                  ×
                </button>
              </li>
            ))}
          </ul>
          <input type="text" value={name} maxLength={40} aria-label={boardWord(language, "setup.name")} placeholder={boardWord(language, "setup.name")} onInput={(event) => setName(event.currentTarget.value)} />
          <button type="button" class="choice" onClick={keep}>
            {boardWord(language, "setup.save")}
          </button>
        </details>
    </>
  );
  const hand = (
    <div class="choices" role="group">
      <button type="button" class="choice main" data-primary data-token={final} data-seat={seat} disabled={busy || final === undefined} onClick={ready}>
        {boardWord(language, "setup.ready")}
      </button>
    </div>
  );
  const drawn = <Board picture={picture} language={language} lights={lights} pointed={pointed} cursor={cursor} svg={svg} events={{ ...pointer, onKeyDown }} onPoint={touch} onFocus={setCursor} />;
  const noted = (
    <>
      {drawn}
      {told.bubble}
      {page && <ReadOnce name={`setup.${terms.game}`} text={spokenIn(language, setup.note)} language={language} look="of-setup" />}
    </>
  );
  return <Arranging board={noted} tray={tray} hand={hand} places={page} />;
}
