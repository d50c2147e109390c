/** A secret set-up, arranged in comfort: a tray of what is still to be placed, and the board. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { VNode } from "preact";
import type { PhaseProps, SetupGame, Thing } from "../games/game";
import { say } from "../words/text";
import { arrangementOf, draftOf, forgetSetup, keepSetup, keptSetups, pieceOf, placesFor, settle, settleArrangement, sorted, tokensOf } from "./arrange";
import type { Arrangement } from "./arrange";
import { Board } from "./Board";
import { boardTextOf, pictureOf, sideOf } from "./games";
import { readBoard, type Picture } from "./geometry";
import { usePointer } from "./pointer";
import { Tray } from "./Tray";
import { useKeys } from "./useBoard";
import { useLine } from "./useLine";
import type { Light } from "./words";

const words = {
  ready: say("Prêt", "Ready"),
  random: say("Au hasard", "At random"),
  mirror: say("En miroir", "Mirrored"),
  suggest: say("Proposer", "Suggest"),
  clear: say("Tout reprendre", "Start again"),
  keep: say("Garder", "Keep"),
  name: say("Nom de ce placement", "Name of this set-up"),
  forget: say("Oublier", "Forget"),
  kept: say("Placements gardés", "Kept set-ups"),
  refused: say("À replacer : ", "To be placed again: "),
};

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
      ...placed.filter(({ thing }) => !thing.mark).map(({ thing, at }) => pieceOf(thing, side, at)),
    ],
    marks: [
      ...picture.marks.filter((mark) => !kinds.has(mark.kind)),
      ...placed.filter(({ thing }) => thing.mark).map(({ thing, at }) => ({ at, kind: thing.kind, title: thing.title })),
    ],
  };
}

function useArrangement({ session, seat }: PhaseProps, setup: SetupGame) {
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

  /** Lets somebody else choose the rest, token by token. */
  const fill = (next: (legal: string[]) => Promise<string | null>): void =>
    soon(async () => {
      setHeld(null);
      await settle(session, seat, tokensOf(things, arrangement).slice(0, things.length - 1));
      let last: string[] = [];
      for (let i = draftOf(session, seat).length; i < things.length; i++) {
        const legal = session.scene.value.legal[seat] ?? [];
        const token = legal.length ? await next(legal) : null;
        if (token === null) break;
        if (i === things.length - 1) last = [token];
        else await session.choose(seat, token);
      }
      setArrangement(arrangementOf(things, [...draftOf(session, seat), ...last]));
      setPlaces([]);
    });

  /** Asks where the next thing may go, and puts the draft back as it was. */
  const settleAround = async (now: Arrangement): Promise<void> => {
    await light(now, null);
    await settleArrangement(session, seat, things, now);
  };
  // Before anybody can touch anything: what is arranged must not be followed by what was there first.
  useLayoutEffect(() => soon(() => settleAround(arrangement)), [seat]);

  const final = arrangement.includes(null) ? undefined : tokensOf(things, arrangement).at(-1);
  const ready = (): void =>
    soon(async () => {
      if (final === undefined) return;
      await session.choose(seat, final);
      if (session.scene.value.complete) await session.confirm();
    });

  return { scene, board, things, arrangement, held, places, refused, busy, final, setHeld, apply, take, put, fill, ready };
}

export function Setup(props: PhaseProps): VNode | null {
  const { session, seat, picture: seen, language, pointed } = props;
  const { terms } = session.scene.value;
  const setup = seen.game.setup as SetupGame;
  const { scene, board, things, arrangement, held, places, refused, busy, final, setHeld, apply, take, put, fill, ready } = useArrangement(props, setup);
  const [name, setName] = useState("");
  const [kept, setKept] = useState(() => keptSetups(terms.game));
  const svg = useRef<SVGSVGElement>(null);
  const side = sideOf(seat);
  const picture = withArrangement(seen, things, arrangement, side);
  const current = held ?? arrangement.indexOf(null);

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
  };
  const { cursor, setCursor, onKeyDown } = useKeys(svg, picture, lights, touch, () => setHeld(null));
  const pointer = usePointer({
    svg,
    picture,
    lit: (point) => lights.has(point),
    liftable: (point) => arrangement.includes(point),
    open: (point) => lights.get(point) === "target" || (held !== null && arrangement.includes(point)),
    tap: touch,
    lift: (point) => take(arrangement.indexOf(point)),
    drop: (point) => (held === null ? undefined : put(held, point)),
  });

  // A kept set-up is written as the first side sees it, so that it serves either.
  const natural = seen.side === pictureOf({ terms, as: "watcher" }, scene.position).side;
  const asFirst = (point: string): string => (natural ? point : setup.turn(point, board));
  const keep = (): void => {
    const tokens = things.flatMap((thing, i) => (arrangement[i] ? [`${thing.thing}=${asFirst(arrangement[i])}`] : []));
    keepSetup(terms.game, { name: name.trim() || new Date().toLocaleString(language), tokens });
    setKept(keptSetups(terms.game));
    setName("");
  };
  const load = (tokens: string[]): void => apply(arrangementOf(things, tokens).map((point) => (point === null ? null : asFirst(point))));

  return (
    <div class="setup">
      <Board picture={picture} language={language} lights={lights} pointed={pointed} cursor={cursor} svg={svg} events={{ ...pointer, onKeyDown }} onPoint={touch} onFocus={setCursor} />
      <div class="setup-side">
        <Tray picture={picture} things={things} arrangement={arrangement} current={current} side={side} language={language} svg={svg} places={places} take={(index) => setHeld(index)} put={put} />
        {refused.length > 0 && (
          <p class="refused" role="status">
            {words.refused[language] + refused.map((thing) => thing.title[language]).join(", ")}
          </p>
        )}
        <div class="choices" role="group">
          {final !== undefined && (
            <button type="button" class="choice main" data-token={final} data-seat={seat} disabled={busy} onClick={ready}>
              {words.ready[language]}
            </button>
          )}
          <button type="button" class="choice" onClick={() => fill((legal) => Promise.resolve(legal[Math.floor(Math.random() * legal.length)] ?? null))}>
            {words.random[language]}
          </button>
          <button type="button" class="choice" onClick={() => fill(async () => (await session.hint())?.token ?? null)}>
            {words.suggest[language]}
          </button>
          <button type="button" class="choice" onClick={() => apply(arrangement.map((point) => (point === null ? null : setup.mirror(point, board))))}>
            {words.mirror[language]}
          </button>
          <button type="button" class="choice lesser" onClick={() => apply(things.map(() => null))}>
            {words.clear[language]}
          </button>
        </div>
        <details class="kept">
          <summary>{words.kept[language]}</summary>
          <ul>
            {kept.map((one) => (
              <li key={one.name}>
                <button type="button" class="choice" onClick={() => load(one.tokens)}>
                  {one.name}
                </button>
                <button
                  type="button"
                  class="choice lesser"
                  aria-label={`${words.forget[language]} ${one.name}`}
                  onClick={() => {
                    forgetSetup(terms.game, one.name);
                    setKept(keptSetups(terms.game));
                  }}
                >
                  ×
                </button>
              </li>
            ))}
          </ul>
          <input type="text" value={name} maxLength={40} aria-label={words.name[language]} placeholder={words.name[language]} onInput={(event) => setName(event.currentTarget.value)} />
          <button type="button" class="choice" onClick={keep}>
            {words.keep[language]}
          </button>
        </details>
      </div>
    </div>
  );
}
