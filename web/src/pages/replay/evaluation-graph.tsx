/** Who was ahead: what each side could hope for, drawn through the game, and where it fell. Worked out in the background. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { engine, seatsOf } from "../../engine/engine";
import { Appraiser, fallsOf, questionsOf, type Fall, type Evaluation } from "../../session/appraise";
import type { Replay } from "../../session/replay";
import { t } from "../../words/words";
import { sideTitle } from "../levels";
import { readResult } from "../result";
import { fallSign, fallWords } from "./moves";

const WIDTH = 600;
const HEIGHT = 160;
const EDGE = 8;
const WORST = 10; // turning points that are listed; all of them are in the graph and beside the moves

export interface Evaluations {
  evaluations: readonly Evaluation[];
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

export function useEvaluations(replay: Replay): Evaluations {
  const { game, record, facts } = replay;
  const [evaluations, setEvaluations] = useState<Evaluation[]>([]);
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
    setEvaluations([]);
    setBusy(true);
    setBegun(true);
    appraiser.current = new Appraiser(engine(), { terms, start, steps, questions, seatsOf: ofSide });
    void appraiser.current.run((evaluation) => setEvaluations((all) => [...all, evaluation])).then(() => setBusy(false));
  };
  const stop = () => {
    appraiser.current?.stop();
    setBusy(false);
  };
  const whole = evaluations.length === questions.length;
  const falls = useMemo(() => fallsOf(evaluations, sides, facts.secrets, whole ? endOf(replay) : undefined), [evaluations]);
  return { evaluations, falls, asked: questions.length, busy, begun, begin, stop };
}

interface GraphProps {
  replay: Replay;
  evaluations: readonly Evaluation[];
  falls: readonly Fall[];
}

function Graph({ replay, evaluations, falls }: GraphProps) {
  const { facts, game } = replay;
  const [up = "", down = ""] = facts.sides.map(({ side }) => side);
  const length = Math.max(1, game.steps.length);
  const x = (at: number) => EDGE + (at / length) * (WIDTH - 2 * EDGE);
  const y = (evaluation: Evaluation) => EDGE + ((1000 - (evaluation.side === up ? evaluation.score : 1000 - evaluation.score)) / 1000) * (HEIGHT - 2 * EDGE);
  const curves = facts.secrets ? facts.sides.map(({ side }) => ({ side, points: evaluations.filter((one) => one.side === side) })) : [{ side: up, points: evaluations }];
  const seek = (event: MouseEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const at = Math.round((((event.clientX - box.left) / box.width) * WIDTH - EDGE) / ((WIDTH - 2 * EDGE) / length));
    void replay.go({ line: game, at: Math.max(0, Math.min(game.steps.length, at)) });
  };
  const { line, at } = replay.spot.value;
  return (
    <svg class="evaluation-graph" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={t("replay.evaluation-graph", { up: sideTitle(facts, up), down: sideTitle(facts, down) })} onClick={seek}>
      <g data-side={up}>
        <rect class="evaluation-edge" x="0" y="0" width="4" height={HEIGHT / 2} />
      </g>
      <g data-side={down}>
        <rect class="evaluation-edge" x="0" y={HEIGHT / 2} width="4" height={HEIGHT / 2} />
      </g>
      <path class="evaluation-middle" d={`M0 ${HEIGHT / 2}H${WIDTH}`} />
      {curves.map(({ side, points }) => (
        <g key={side} data-side={side}>
          <polyline class="evaluation-casing" points={points.map((one) => `${x(one.at)},${y(one)}`).join(" ")} />
          <polyline class="evaluation-curve" points={points.map((one) => `${x(one.at)},${y(one)}`).join(" ")} />
        </g>
      ))}
      {falls.map((fall) => {
        const evaluation = evaluations.find((one) => one.at === fall.from);
        return (
          evaluation && (
            <g key={fall.from} class="evaluation-fall" data-side={fall.side} transform={`translate(${x(fall.from)} ${y(evaluation)})`}>
              <circle r="6" />
              <text y={evaluation.side === up ? -9 : 19} text-anchor="middle">
                {fallSign[fall.kind]}
              </text>
            </g>
          )
        );
      })}
      {line === game && <path class="evaluation-here" d={`M${x(at)} 0V${HEIGHT}`} />}
    </svg>
  );
}

/** The last evaluation up to here, in words. */
function Now({ replay, evaluations }: { replay: Replay; evaluations: readonly Evaluation[] }) {
  const { line, at } = replay.spot.value;
  const last = line === replay.game ? evaluations.filter((one) => one.at <= at).pop() : undefined;
  return <p class="faded evaluation-now">{last ? t("replay.evaluation-now", { side: sideTitle(replay.facts, last.side), n: Math.round(last.score / 10) }) : " "}</p>;
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

export function EvaluationGraph({ replay, all }: { replay: Replay; all: Evaluations }) {
  const { evaluations, falls, asked, busy, begun, begin, stop } = all;
  if (asked === 0) return null;
  return (
    <section class="replay-card" aria-labelledby="evaluation">
      <h2 id="evaluation">{t("replay.evaluation")}</h2>
      <p class="note">{t("replay.evaluation-text")}</p>
      {replay.facts.secrets && <p class="note">{t("replay.evaluation-secret")}</p>}
      {begun && (
        <>
          <Graph replay={replay} evaluations={evaluations} falls={falls} />
          <Now replay={replay} evaluations={evaluations} />
        </>
      )}
      {busy ? (
        <div class="row">
          <progress max={asked} value={evaluations.length} aria-label={t("replay.evaluation-busy", { n: evaluations.length, of: asked })} />
          <span class="faded">{t("replay.evaluation-busy", { n: evaluations.length, of: asked })}</span>
          <button type="button" class="button second" onClick={stop}>
            {t("replay.evaluation-stop")}
          </button>
        </div>
      ) : (
        evaluations.length < asked && (
          <button type="button" class="button second" onClick={begin} data-do="evaluate">
            {t("replay.evaluation-do")}
          </button>
        )
      )}
      {begun && <Falls replay={replay} falls={falls} whole={evaluations.length === asked} />}
    </section>
  );
}
