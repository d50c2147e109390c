/** One puzzle on its board. A wrong try is shown, and taken back; a good one is answered. */
import { useEffect, useRef, useState } from "preact/hooks";
import { GameBoard } from "../../board/GameBoard";
import { judgeToken, placeToLookAt } from "../../books/puzzle";
import { termsOf, type Puzzle } from "../../books/shapes";
import { engine, seatsOf, sideOf } from "../../engine/engine";
import type { GameFacts, Text } from "../../model";
import { Sandbox } from "../../session/sandbox";
import { say, t, type Key } from "../../words/words";
import { animated, language } from "../settings";
import { announce } from "../voice";
import { Waiting } from "../waiting";

const PAUSE = 800; // so that one sees what was played before it is answered or taken back

type Stage = "open" | "wrong" | "onward" | "right" | "shown";

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE));

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
  const [sandbox, setSandbox] = useState<Sandbox | null>(null);
  const [stage, setStage] = useState<Stage>("open");
  const [at, setAt] = useState(0);
  const busy = useRef(false);
  // A puzzle that one has left must not go on by itself.
  const current = useRef(puzzle);
  current.current = puzzle;

  useEffect(() => {
    let here = true;
    const { position, as } = puzzle;
    setSandbox(null);
    setStage("open");
    setAt(0);
    busy.current = false;
    const start = { terms: termsOf(facts, puzzle), position, as, hands: handsOf(facts, puzzle) };
    void Sandbox.open(engine(), start).then((opened) => here && setSandbox(opened));
    return () => void (here = false);
  }, [facts, puzzle]);

  const reach = (next: Stage) => {
    setStage(next);
    announce(t(`puzzles.${next}` as Key));
  };

  /** One thing at a time; what comes of a puzzle that one has left is forgotten. */
  const alone = async (run: (board: Sandbox, still: () => boolean) => Promise<void>) => {
    if (!sandbox || busy.current) return;
    busy.current = true;
    await run(sandbox, () => current.current === puzzle);
    if (current.current === puzzle) busy.current = false;
  };

  const choose = (seat: string, token: string) =>
    alone(async (board, still) => {
      if (stage === "right" || stage === "shown") return;
      const judged = judgeToken(puzzle, at, token);
      await board.follow([{ seat, token }]);
      if (!still()) return;
      if (judged.verdict === "wrong") {
        reach("wrong");
        await pause();
        await board.undo();
        return;
      }
      if (judged.verdict === "solved") {
        reach("right");
        onSolved();
        return;
      }
      await pause();
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
        await pause();
        if (!still()) return;
        await board.follow(puzzle.replies[i] ?? []);
      }
      if (still()) reach("shown");
    });

  const again = () =>
    alone(async (board) => {
      await board.reset();
      setAt(0);
      setStage("open");
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
}

export function PuzzleBoard({ facts, puzzle, title, onSolved, onward }: PuzzleBoardProps) {
  const { sandbox, stage, at, choose, show, again } = usePuzzle(facts, puzzle, onSolved);
  const [hinted, setHinted] = useState(false);
  useEffect(() => setHinted(false), [puzzle, at]);
  const over = stage === "right" || stage === "shown";
  const side = titleOf(facts, puzzle);
  return (
    <div class="lesson">
      <div class="lesson-board">
        {sandbox ? (
          <GameBoard
            session={{
              scene: sandbox.scene,
              log: sandbox.log,
              choose,
              undo: () => Promise.resolve(),
              confirm: () => sandbox.confirm(),
              hint: () => sandbox.hint(),
            }}
            language={language.value}
            motion={animated.value}
          />
        ) : (
          <Waiting />
        )}
      </div>
      <div class="lesson-words">
        <h2>{title}</h2>
        <p class="faded">
          {t(`puzzles.kind.${puzzle.kind}`)} · {t(`puzzles.grade.${puzzle.grade}` as Key)}
        </p>
        <p>
          {side && t("puzzles.turn", { side: say(side) })} {t(`puzzles.ask.${puzzle.kind}`)}{" "}
          {puzzle.solution.length > 1 && t("puzzles.long", { n: puzzle.solution.length })}
        </p>
        {hinted && !over && <p class="lesson-hint">{t("puzzles.hint.place", { place: placeToLookAt(puzzle, at) })}</p>}
        <p class={`puzzle-word ${stage === "wrong" ? "lesson-wrong" : "lesson-right"}`}>{stage !== "open" && t(`puzzles.${stage}`)}</p>
        <p class="lesson-do">
          {!over && !hinted && (
            <button type="button" class="button second" onClick={() => setHinted(true)}>
              {t("puzzles.hint")}
            </button>
          )}
          {!over && (
            <button type="button" class="button second" onClick={() => void show()}>
              {t("puzzles.show")}
            </button>
          )}
          {over && onward && (
            <button type="button" class="button" onClick={onward}>
              {t("puzzles.next")}
            </button>
          )}
          {over && (
            <button type="button" class="button second" onClick={() => void again()}>
              {t("puzzles.again")}
            </button>
          )}
        </p>
      </div>
    </div>
  );
}
