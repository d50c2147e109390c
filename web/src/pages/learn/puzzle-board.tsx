/** One puzzle on its board. A wrong try is shown, and taken back; a good one is answered. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { judgeToken, placeToLookAt } from "../../books/puzzle";
import { termsOf, type Puzzle } from "../../books/shapes";
import { seatsOf, sideOf } from "../../engine/engine";
import type { GameFacts, Text } from "../../model";
import type { Panel } from "../../stage/Stage";
import { say, t, type Key } from "../../words/words";
import { gameName } from "../game-words";
import { announce } from "../voice";
import { Waiting } from "../waiting";
import { Exercise } from "./exercise";
import { pause, useExercise } from "./use-exercise";

const PAUSE = 800; // so that one sees what was played before it is answered or taken back

type Stage = "open" | "wrong" | "onward" | "right" | "shown";

/** All seats of the solver's side: where an army has several, the solution may pass from one to another. */
function handsOf(facts: GameFacts, puzzle: Puzzle): string[] {
  const terms = termsOf(facts, puzzle);
  const side = sideOf(facts, terms, puzzle.seat);
  return seatsOf(facts, terms)
    .filter((one) => one.side === side)
    .map(({ seat }) => seat);
}

function titleOf(facts: GameFacts, puzzle: Puzzle): Text | undefined {
  const form = facts.forms.find((one) => one.seats === termsOf(facts, puzzle).seats);
  return form?.seat.find((one) => one.seat === puzzle.seat)?.title;
}

function usePuzzle(facts: GameFacts, puzzle: Puzzle, onSolved: () => void) {
  const [stage, setStage] = useState<Stage>("open");
  const [at, setAt] = useState(0);
  const begin = () => {
    setStage("open");
    setAt(0);
  };
  const { position, as } = puzzle;
  const { sandbox, alone } = useExercise(puzzle, () => ({ terms: termsOf(facts, puzzle), position, as, hands: handsOf(facts, puzzle) }), begin);

  const reach = (next: Stage) => {
    setStage(next);
    announce(t(`puzzles.${next}` as Key));
  };

  const choose = (seat: string, token: string) =>
    alone(async (board, still) => {
      if (stage === "right" || stage === "shown") return;
      const judged = judgeToken(puzzle, at, token);
      await board.follow([{ seat, token }]);
      if (!still()) return;
      if (judged.verdict === "wrong") {
        reach("wrong");
        await pause(PAUSE);
        await board.undo();
        return;
      }
      if (judged.verdict === "solved") {
        reach("right");
        onSolved();
        return;
      }
      await pause(PAUSE);
      await board.follow(judged.replies);
      if (!still()) return;
      setAt(at + 1);
      reach("onward");
    });

  const show = () =>
    alone(async (board, still) => {
      for (let i = at; i < puzzle.solution.length; i++) {
        const token = puzzle.solution[i]?.[0] ?? "";
        const seat = Object.entries(board.scene.value.legal).find(([, tokens]) => tokens.includes(token))?.[0] ?? puzzle.seat;
        await board.follow([{ seat, token }]);
        await pause(PAUSE);
        if (!still()) return;
        await board.follow(puzzle.replies[i] ?? []);
      }
      if (still()) reach("shown");
    });

  const again = () =>
    alone(async (board) => {
      await board.reset();
      begin();
    });

  return { sandbox, stage, at, choose, show, again };
}

export interface PuzzleBoardProps {
  facts: GameFacts;
  puzzle: Puzzle;
  title: string;
  onSolved: () => void;
  /** To the next one; missing: there is none. */
  onward?: () => void;
  /** The other puzzles. */
  list: Panel;
}

export function PuzzleBoard({ facts, puzzle, title, onSolved, onward, list }: PuzzleBoardProps) {
  const { sandbox, stage, at, choose, show, again } = usePuzzle(facts, puzzle, onSolved);
  const [hinted, setHinted] = useState(false);
  useEffect(() => setHinted(false), [puzzle, at]);
  const session = useMemo(
    () => sandbox && { scene: sandbox.scene, log: sandbox.log, choose, undo: () => Promise.resolve(), confirm: () => sandbox.confirm(), hint: () => sandbox.hint() },
    [sandbox, stage, at],
  );
  if (!session) return <Waiting />;
  const over = stage === "right" || stage === "shown";
  const side = titleOf(facts, puzzle);
  const hint = hinted && !over ? t("puzzles.hint.place", { place: placeToLookAt(puzzle, at) }) : "";
  return (
    <Exercise
      facts={facts}
      kind="puzzle"
      title={t("puzzles.title", { game: gameName(facts.id) })}
      session={session}
      above={
        <p class="whose">
          {side && t("puzzles.turn", { side: say(side) })} {t(`puzzles.ask.${puzzle.kind}`)}{" "}
          {puzzle.solution.length > 1 && t("puzzles.long", { n: puzzle.solution.length })}
        </p>
      }
      verdict={stage === "wrong" ? "wrong" : stage === "open" ? "hint" : "right"}
      word={stage === "open" ? hint : `${t(`puzzles.${stage}`)} ${hint}`}
      buttons={
        <>
          {!over && !hinted && (
            <button type="button" class="choice" onClick={() => setHinted(true)}>
              {t("puzzles.hint")}
            </button>
          )}
          {!over && (
            <button type="button" class="choice" onClick={() => void show()}>
              {t("puzzles.show")}
            </button>
          )}
          {over && (
            <button type="button" class="choice" onClick={() => void again()}>
              {t("puzzles.again")}
            </button>
          )}
          {over && onward && (
            <button type="button" class="choice main" data-primary onClick={onward}>
              {t("puzzles.next")}
            </button>
          )}
        </>
      }
      panels={[
        {
          id: "words",
          title,
          content: (
            <div class="lesson-words">
              <h2>{title}</h2>
              <p class="faded">
                {t(`puzzles.kind.${puzzle.kind}`)} · {t(`puzzles.grade.${puzzle.grade}` as Key)}
              </p>
            </div>
          ),
        },
        list,
      ]}
    />
  );
}
