/** Who was ahead: what each side could hope for, drawn through the game, and where it fell. Worked out in the background. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { engine, seatsOf } from "../../engine/engine";
import { Appraiser, fallsOf, questionsOf, type Fall, type Hope } from "../../session/appraise";
import type { Replay } from "../../session/replay";
import { t } from "../../words/words";
import { sideTitle } from "../levels";
import { readResult } from "../result";
import { fallSign, fallWords } from "./moves";

const WIDTH = 600;
const HEIGHT = 160;
const EDGE = 8;
const WORST = 10; // turning points that are listed; all of them are in the graph and beside the moves

export interface Hopes {
  hopes: readonly Hope[];
  falls: readonly Fall[];
  asked: number;
  busy: boolean;
  begun: boolean;
  begin: () => void;
  stop: () => void;
}

/** What a finished game was worth to each side, where the rules ended it. */
function endOf(replay: Replay): Record<string, number> | undefined {
  const result = replay.game.moments[replay.game.moments.length - 1]?.result;
  if (!result) return undefined;
  const worth: Record<string, number> = { "0": 0, "1/2": 500, "1": 1000 };
  return Object.fromEntries(Object.entries(readResult(result).score).map(([side, points]) => [side, worth[points] ?? 0]));
}

export function useHopes(replay: Replay): Hopes {
  const { game, record, facts } = replay;
  const [hopes, setHopes] = useState<Hope[]>([]);
  const [busy, setBusy] = useState(false);
  const [begun, setBegun] = useState(false);
  const appraiser = useRef<Appraiser | null>(null);
  const sides = useMemo(() => record.steps.map(({ seat }) => replay.sideOf(seat)), [replay]);
  const questions = useMemo(() => {
    const choosing = game.moments.map(({ toAct }) => [...new Set(toAct.map((seat) => replay.sideOf(seat)))]);
    return questionsOf(sides, choosing);
  }, [replay]);
  useEffect(() => () => appraiser.current?.stop(), []);
  const begin = () => {
    const { terms, start, steps } = record;
    const ofSide = (side: string) => seatsOf(facts, terms).filter((one) => one.side === side).map(({ seat }) => seat);
    setHopes([]);
    setBusy(true);
    setBegun(true);
    appraiser.current = new Appraiser(engine(), { terms, start, steps, questions, seatsOf: ofSide });
    void appraiser.current.run((hope) => setHopes((all) => [...all, hope])).then(() => setBusy(false));
  };
  const stop = () => {
    appraiser.current?.stop();
    setBusy(false);
  };
  const whole = hopes.length === questions.length;
  const falls = useMemo(() => fallsOf(hopes, sides, facts.secrets, whole ? endOf(replay) : undefined), [hopes]);
  return { hopes, falls, asked: questions.length, busy, begun, begin, stop };
}

interface GraphProps {
  replay: Replay;
  hopes: readonly Hope[];
  falls: readonly Fall[];
}

function Graph({ replay, hopes, falls }: GraphProps) {
  const { facts, game } = replay;
  const [up = "", down = ""] = facts.sides.map(({ side }) => side);
  const length = Math.max(1, game.steps.length);
  const x = (at: number) => EDGE + (at / length) * (WIDTH - 2 * EDGE);
  const y = (hope: Hope) => EDGE + ((1000 - (hope.side === up ? hope.score : 1000 - hope.score)) / 1000) * (HEIGHT - 2 * EDGE);
  const curves = facts.secrets ? facts.sides.map(({ side }) => ({ side, points: hopes.filter((one) => one.side === side) })) : [{ side: up, points: hopes }];
  const seek = (event: MouseEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const at = Math.round((((event.clientX - box.left) / box.width) * WIDTH - EDGE) / ((WIDTH - 2 * EDGE) / length));
    void replay.go({ line: game, at: Math.max(0, Math.min(game.steps.length, at)) });
  };
  const { line, at } = replay.spot.value;
  return (
    <svg class="hopes" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={t("replay.hopes-graph", { up: sideTitle(facts, up), down: sideTitle(facts, down) })} onClick={seek}>
      <g data-side={up}>
        <rect class="hopes-edge" x="0" y="0" width="4" height={HEIGHT / 2} />
      </g>
      <g data-side={down}>
        <rect class="hopes-edge" x="0" y={HEIGHT / 2} width="4" height={HEIGHT / 2} />
      </g>
      <path class="hopes-middle" d={`M0 ${HEIGHT / 2}H${WIDTH}`} />
      {curves.map(({ side, points }) => (
        <g key={side} data-side={side}>
          <polyline class="hopes-casing" points={points.map((one) => `${x(one.at)},${y(one)}`).join(" ")} />
          <polyline class="hopes-curve" points={points.map((one) => `${x(one.at)},${y(one)}`).join(" ")} />
        </g>
      ))}
      {falls.map((fall) => {
        const hope = hopes.find((one) => one.at === fall.from);
        return (
          hope && (
            <g key={fall.from} class="hopes-fall" data-side={fall.side} transform={`translate(${x(fall.from)} ${y(hope)})`}>
              <circle r="6" />
              <text y={hope.side === up ? -9 : 19} text-anchor="middle">
                {fallSign[fall.kind]}
              </text>
            </g>
          )
        );
      })}
      {line === game && <path class="hopes-here" d={`M${x(at)} 0V${HEIGHT}`} />}
    </svg>
  );
}

/** The last hope up to here, in words. */
function Now({ replay, hopes }: { replay: Replay; hopes: readonly Hope[] }) {
  const { line, at } = replay.spot.value;
  const last = line === replay.game ? hopes.filter((one) => one.at <= at).pop() : undefined;
  return <p class="faded hopes-now">{last ? t("replay.hopes-now", { side: sideTitle(replay.facts, last.side), n: Math.round(last.score / 10) }) : " "}</p>;
}

function Falls({ replay, falls, whole }: { replay: Replay; falls: readonly Fall[]; whole: boolean }) {
  if (falls.length === 0) return <p>{whole && !replay.facts.secrets ? t("replay.no-falls") : t("replay.no-falls-yet")}</p>;
  const worst = [...falls].sort((a, b) => b.loss - a.loss).slice(0, WORST);
  return (
    <>
      <h3>{t("replay.falls")}</h3>
      <ul class="plain">
        {falls.filter((fall) => worst.includes(fall)).map((fall) => (
          <li key={fall.from} data-side={fall.side}>
            <button type="button" class="move" onClick={() => void replay.go({ line: replay.game, at: fall.from })}>
              <i class="swatch" aria-hidden="true" />
              <b>
                {fallSign[fall.kind]} {t("seat-of", { seat: sideTitle(replay.facts, fall.side) })}{" "}
              </b>
              {fallWords(fall)}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

export function HopesView({ replay, all }: { replay: Replay; all: Hopes }) {
  const { hopes, falls, asked, busy, begun, begin, stop } = all;
  if (asked === 0) return null;
  return (
    <section class="replay-card" aria-labelledby="hopes">
      <h2 id="hopes">{t("replay.hopes")}</h2>
      <p class="note">{t("replay.hopes-text")}</p>
      {replay.facts.secrets && <p class="note">{t("replay.hopes-secret")}</p>}
      {begun && (
        <>
          <Graph replay={replay} hopes={hopes} falls={falls} />
          <Now replay={replay} hopes={hopes} />
        </>
      )}
      {busy ? (
        <div class="row">
          <progress max={asked} value={hopes.length} aria-label={t("replay.hopes-busy", { n: hopes.length, of: asked })} />
          <span class="faded">{t("replay.hopes-busy", { n: hopes.length, of: asked })}</span>
          <button type="button" class="button second" onClick={stop}>
            {t("replay.hopes-stop")}
          </button>
        </div>
      ) : (
        hopes.length < asked && (
          <button type="button" class="button second" onClick={begin} data-do="hopes">
            {t("replay.hopes-do")}
          </button>
        )
      )}
      {begun && <Falls replay={replay} falls={falls} whole={hopes.length === asked} />}
    </section>
  );
}
