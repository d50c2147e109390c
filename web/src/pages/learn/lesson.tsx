/** A lesson: `/lesson/GAME`. One learns a game by playing it, a step at a time, on real boards. */
import { useEffect, useState } from "preact/hooks";
import { GameBoard } from "../../board/GameBoard";
import { judge, pointedAfter, type Verdict } from "../../books/lesson";
import { openLesson } from "../../books/library";
import { termsOf, type LessonStep } from "../../books/shapes";
import { engine, type Step } from "../../engine/engine";
import type { GameFacts, GameId } from "../../model";
import { Sandbox } from "../../session/sandbox";
import { say, t } from "../../words/words";
import { useGame } from "../facts";
import { gameName } from "../game-words";
import { Heading } from "../heading";
import { animated, language, recall, remember } from "../settings";
import { announce } from "../voice";
import { Waiting } from "../waiting";

const PAUSE = 700; // before the teacher answers, so that one sees what one did

/** A step on its board. Whatever is played is judged; what was missed is taken back when one wants to try again. */
function useStep(facts: GameFacts, step: LessonStep) {
  const [sandbox, setSandbox] = useState<Sandbox | null>(null);
  const [verdict, setVerdict] = useState<Verdict>("going");
  const [played, setPlayed] = useState<Step[]>([]);
  useEffect(() => {
    let here = true;
    const { position, as, seat } = step;
    setSandbox(null);
    setPlayed([]);
    setVerdict(step.goal ? "going" : "reached");
    const start = { terms: termsOf(facts, step), position, as, hands: seat ? [seat] : [] };
    void Sandbox.open(engine(), start).then((opened) => here && setSandbox(opened));
    return () => void (here = false);
  }, [facts, step]);

  const choose = async (seat: string, token: string) => {
    if (!sandbox || verdict !== "going") return;
    await sandbox.choose(seat, token);
    const tried = {
      steps: sandbox.steps.filter((one) => one.seat !== "#"),
      events: sandbox.log.value.flatMap((one) => one.events),
      result: sandbox.result.value,
      toMove: sandbox.toAct.includes(seat),
    };
    const judged = judge(step, tried);
    setPlayed(tried.steps);
    setVerdict(judged);
    const words = judged === "reached" ? step.right : judged === "missed" ? step.wrong : undefined;
    if (words) announce(say(words));
    if (judged !== "reached" || !step.replies) return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    await sandbox.follow(step.replies);
  };
  const again = async () => {
    await sandbox?.reset();
    setPlayed([]);
    setVerdict(step.goal ? "going" : "reached");
  };
  return { sandbox, verdict, played, choose, again };
}

function Task({ facts, step, onward }: { facts: GameFacts; step: LessonStep; onward: () => void }) {
  const { sandbox, verdict, played, choose, again } = useStep(facts, step);
  const [hinted, setHinted] = useState(false);
  useEffect(() => setHinted(false), [step]);
  const pointed = hinted && verdict === "going" ? pointedAfter(step, played) : undefined;
  return (
    <div class="lesson">
      <div class="lesson-board">
        {sandbox ? (
          <GameBoard
            session={{ scene: sandbox.scene, log: sandbox.log, choose, undo: () => sandbox.undo(), confirm: () => sandbox.confirm(), hint: () => sandbox.hint() }}
            language={language.value}
            motion={animated.value}
            pointed={pointed}
          />
        ) : (
          <Waiting />
        )}
      </div>
      <div class="lesson-words">
        <h2>{say(step.title)}</h2>
        <p>{say(step.text)}</p>
        {hinted && step.hint && verdict === "going" && <p class="lesson-hint">{say(step.hint)}</p>}
        {verdict === "missed" && <p class="lesson-wrong" role="status">{say(step.wrong ?? { fr: t("lesson.wrong"), en: t("lesson.wrong") })}</p>}
        {verdict === "reached" && step.right && <p class="lesson-right" role="status">{say(step.right)}</p>}
        <p class="lesson-do">
          {verdict === "reached" && (
            <button type="button" class="button" onClick={onward}>
              {t("lesson.onward")}
            </button>
          )}
          {verdict === "missed" && (
            <button type="button" class="button" onClick={() => void again()}>
              {t("lesson.again")}
            </button>
          )}
          {verdict === "going" && (step.hint ?? step.pointed) && !hinted && (
            <button type="button" class="button second" onClick={() => setHinted(true)}>
              {t("lesson.hint")}
            </button>
          )}
        </p>
      </div>
    </div>
  );
}

function Finished({ game, restart }: { game: GameId; restart: () => void }) {
  return (
    <div class="lesson-end">
      <p class="lead">{t("lesson.finished")}</p>
      <p>
        <a class="button" href={`/box/${game}`}>
          {t("rules.play")}
        </a>
        <a class="button second" href={`/puzzles/${game}`}>
          {t("lesson.puzzles")}
        </a>
        <button type="button" class="button second" onClick={restart}>
          {t("lesson.restart")}
        </button>
      </p>
    </div>
  );
}

function Steps({ facts, steps }: { facts: GameFacts; steps: LessonStep[] }) {
  const kept = Number(recall(`lesson.${facts.id}`) ?? 0);
  const [at, setAt] = useState(kept < steps.length ? kept : 0);
  const go = (to: number) => {
    remember(`lesson.${facts.id}`, String(to));
    setAt(to);
  };
  const step = steps[at];
  return (
    <>
      <ol class="lesson-steps">
        {steps.map((one, i) => (
          <li key={i}>
            <button type="button" aria-current={i === at ? "step" : undefined} aria-label={t("lesson.step", { n: i + 1, title: say(one.title) })} onClick={() => go(i)}>
              {i + 1}
            </button>
          </li>
        ))}
      </ol>
      {step ? <Task facts={facts} step={step} onward={() => go(at + 1)} /> : <Finished game={facts.id} restart={() => go(0)} />}
    </>
  );
}

export function LessonPage({ game }: { game: GameId }) {
  const facts = useGame(game);
  const [steps, setSteps] = useState<LessonStep[] | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    openLesson(game).then(
      (lesson) => setSteps(lesson.steps),
      () => setFailed(true),
    );
  }, [game]);
  return (
    <div class="page lesson-page" data-game={game}>
      <Heading title={t("lesson.title", { game: gameName(game) })} />
      {facts && steps ? <Steps facts={facts} steps={steps} /> : <Waiting failed={failed} />}
    </div>
  );
}
