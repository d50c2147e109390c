/**
 * A live diagram: a board that stands in a text. It is drawn at once from its position; the rules are asked when the
 * reader touches it or wants to be shown something.
 */
import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { Board } from "../../board/Board";
import { GameBoard } from "../../board/GameBoard";
import { pictureOf } from "../../board/games";
import { engine } from "../../engine/engine";
import type { GameFacts } from "../../model";
import { animated, language } from "../settings";
import { EVERYBODY, Sandbox } from "../../session/sandbox";
import { capital, say, t } from "../../words/words";
import { termsOf, type Diagram } from "../../books/shapes";

export interface DiagramProps {
  facts: GameFacts;
  diagram: Diagram & { position: string };
}

/** Nothing to touch: the picture alone. */
function Still({ facts, diagram }: DiagramProps): VNode {
  const terms = termsOf(facts, diagram);
  const picture = useMemo(() => pictureOf({ terms, as: diagram.as ?? EVERYBODY }, diagram.position), [diagram]);
  return (
    <div class="board-place">
      <Board picture={picture} language={language.value} pointed={diagram.pointed} />
    </div>
  );
}

function Live({ sandbox, pointed }: { sandbox: Sandbox; pointed?: string }): VNode {
  const touched = sandbox.log.value.length > 0;
  return <GameBoard session={sandbox} language={language.value} motion={animated.value} pointed={touched ? undefined : pointed} />;
}

/** Steps are shown one after the other, each when the one before has been seen. */
function useShowing(sandbox: Sandbox | null, diagram: Diagram): { shown: number; next: () => Promise<void> } {
  const [shown, setShown] = useState(0);
  const steps = diagram.play ?? [];
  const next = async () => {
    if (!sandbox) return;
    const step = steps[shown];
    if (step) await sandbox.follow([step]);
    else await sandbox.reset();
    setShown(step ? shown + 1 : 0);
  };
  return { shown, next };
}

export function DiagramView({ facts, diagram }: DiagramProps): VNode {
  const [sandbox, setSandbox] = useState<Sandbox | null>(null);
  const { shown, next } = useShowing(sandbox, diagram);
  const steps = diagram.play?.length ?? 0;
  const { hands } = diagram;
  const open = async () => {
    const { position, as } = diagram;
    setSandbox(await Sandbox.open(engine(), { terms: termsOf(facts, diagram), position, as, hands: hands ?? [] }));
  };
  const said = sandbox?.log.value[sandbox.log.value.length - 1]?.said ?? [];
  return (
    <figure class="diagram" data-game={facts.id}>
      {sandbox ? <Live sandbox={sandbox} pointed={diagram.pointed} /> : <Still facts={facts} diagram={diagram} />}
      <figcaption>
        <span>{say(diagram.caption)}</span>
        {(hands || steps > 0) && !sandbox && (
          <button type="button" class="button second small" onClick={() => void open()}>
            {t(hands ? "diagram.try" : "diagram.show")}
          </button>
        )}
        {sandbox && steps > 0 && (
          <button type="button" class="button second small" onClick={() => void next()}>
            {t(shown < steps ? "diagram.next" : "diagram.again")}
          </button>
        )}
        {sandbox && hands && (
          <button type="button" class="button second small" onClick={() => void sandbox.reset()}>
            {t("diagram.again")}
          </button>
        )}
        <span class="diagram-said" aria-live="polite">
          {said.map((text) => capital(say(text))).join(" ")}
        </span>
      </figcaption>
    </figure>
  );
}
