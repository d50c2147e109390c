/** Something to try on a board: a step of a lesson, or a puzzle. What came of it is said below the board. */
import type { ComponentChildren } from "preact";
import { shapeOf, type GameBoardProps } from "../../board/GameBoard";
import type { GameFacts } from "../../model";
import { Stage, type Panel } from "../../stage/Stage";
import { StageBoard } from "../../stage/StageBoard";
import { TurnTool } from "../../stage/tools";
import { Heading } from "../heading";

interface ExerciseProps {
  facts: GameFacts;
  kind: "lesson" | "puzzle";
  title: string;
  session: GameBoardProps["session"];
  pointed?: string;
  above: ComponentChildren;
  verdict: "right" | "wrong" | "hint";
  word: string;
  buttons: ComponentChildren;
  panels: Panel[];
}

export function Exercise({ facts, kind, title, session, pointed, above, verdict, word, buttons, panels }: ExerciseProps) {
  const scene = session.scene.value;
  return (
    <Stage
      game={facts.id}
      kind={kind}
      ratio={shapeOf(scene).ratio}
      heading={<Heading title={title} />}
      above={above}
      board={(places) => <StageBoard session={session} places={places} pointed={pointed} />}
      below={
        <>
          <p class={`exercise-word lesson-${verdict}`} role="status">
            {word}
          </p>
          <div class="exercise-do">{buttons}</div>
        </>
      }
      tools={<TurnTool scene={scene} />}
      panels={panels}
    />
  );
}
