/** A lesson: `/lesson/GAME`. One learns a game by playing it, a step at a time, on real boards. */
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { judge, pointedAfter, type Verdict } from "../../books/lesson";
import { openLesson } from "../../books/library";
import { termsOf, type LessonStep } from "../../books/shapes";
import type { Step } from "../../engine/engine";
import type { GameFacts, GameId } from "../../model";
import { bothOf, say, t } from "../../words/words";
import { useGame } from "../facts";
import { gameName } from "../game-words";
import { Heading } from "../heading";
import { recall, remember } from "../settings";
import { announce } from "../voice";
import { Waiting } from "../waiting";
import { Exercise } from "./exercise";
import { pause, useExercise } from "./use-exercise";

const PAUSE = 700; // before the teacher answers, so that one sees what one did

/** A step on its board. Whatever is played is judged; what was missed is taken back when one wants to try again. */
function useStep(facts: GameFacts, step: LessonStep) {
  const [verdict, setVerdict] = useState<Verdict>("going");
  const [played, setPlayed] = useState<Step[]>([]);
  const begin = () => {
    setPlayed([]);
    setVerdict(step.goal ? "going" : "reached");
  };
  const { position, as, seat: own } = step;
  const { sandbox, alone } = useExercise(step, () => ({ terms: termsOf(facts, step), position, as, hands: own ? [own] : [] }), begin);

  const choose = (seat: string, token: string) =>
    alone(async (board, still) => {
      if (verdict !== "going") return;
      await board.choose(seat, token);
      if (!still()) return;
      const tried = {
        steps: board.steps.filter((one) => one.seat !== "#"),
        events: board.log.value.flatMap((one) => one.events),
        result: board.result.value,
        toMove: board.toAct.includes(seat),
      };
      const judged = judge(step, tried);
      setPlayed(tried.steps);
      setVerdict(judged);
      const words = judged === "reached" ? step.right : judged === "missed" ? step.wrong : undefined;
      if (words) announce(say(words));
      if (judged !== "reached" || !step.replies) return;
      await pause(PAUSE);
      await board.follow(step.replies);
    });
  const again = () =>
    alone(async (board) => {
      await board.reset();
      begin();
    });
  return { sandbox, verdict, played, choose, again };
}

interface TaskProps {
  facts: GameFacts;
  step: LessonStep;
  steps: ComponentChildren;
  onward: () => void;
}

function Task({ facts, step, steps, onward }: TaskProps) {
  const { sandbox, verdict, played, choose, again } = useStep(facts, step);
  const [hinted, setHinted] = useState(false);
  useEffect(() => setHinted(false), [step]);
  const session = useMemo(
    () => sandbox && { scene: sandbox.scene, log: sandbox.log, choose, undo: () => sandbox.undo(), confirm: () => sandbox.confirm(), hint: () => sandbox.hint() },
    [sandbox, verdict],
  );
  if (!sandbox || !session) return <Waiting />;
  const words = verdict === "missed" ? (step.wrong ?? bothOf("lesson.wrong")) : verdict === "reached" ? step.right : hinted ? step.hint : undefined;
  return (
    <Exercise
      facts={facts}
      kind="lesson"
      title={t("lesson.title", { game: gameName(facts.id) })}
      session={session}
      pointed={hinted && verdict === "going" ? pointedAfter(step, played) : undefined}
      above={steps}
      verdict={verdict === "missed" ? "wrong" : verdict === "reached" ? "right" : "hint"}
      word={words ? say(words) : ""}
      buttons={
        <>
          {verdict === "reached" && (
            <button type="button" class="choice main" data-primary onClick={onward}>
              {t("lesson.onward")}
            </button>
          )}
          {verdict === "missed" && (
            <button type="button" class="choice main" data-primary onClick={() => void again()}>
              {t("lesson.again")}
            </button>
          )}
          {verdict === "going" && (step.hint ?? step.pointed) && !hinted && (
            <button type="button" class="choice" onClick={() => setHinted(true)}>
              {t("lesson.hint")}
            </button>
          )}
        </>
      }
      panels={[
        {
          id: "words",
          title: say(step.title),
          content: (
            <div class="lesson-words">
              <h2>{say(step.title)}</h2>
              <p>{say(step.text)}</p>
            </div>
          ),
        },
      ]}
    />
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
  const list = (
    <ol class="lesson-steps">
      {steps.map((one, i) => (
        <li key={i}>
          <button type="button" aria-current={i === at ? "step" : undefined} aria-label={t("lesson.step", { n: i + 1, title: say(one.title) })} onClick={() => go(i)}>
            {i + 1}
          </button>
        </li>
      ))}
    </ol>
  );
  if (step) return <Task facts={facts} step={step} steps={list} onward={() => go(at + 1)} />;
  return (
    <div class="page" data-game={facts.id}>
      <Heading title={t("lesson.title", { game: gameName(facts.id) })} />
      {list}
      <Finished game={facts.id} restart={() => go(0)} />
    </div>
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
  if (facts && steps) return <Steps facts={facts} steps={steps} />;
  return (
    <div class="page" data-game={game}>
      <Heading title={t("lesson.title", { game: gameName(game) })} />
      <Waiting failed={failed} />
    </div>
  );
}
