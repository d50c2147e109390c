/** The analysis board: `/analysis/GAME`. */
import { useState } from "preact/hooks";
import { arranging, shapeOf } from "../../board/GameBoard";
import { engine, usualTerms } from "../../engine/engine";
import type { GameFacts } from "../../model";
import { Sandbox } from "../../session/sandbox";
import { Stage } from "../../stage/Stage";
import { StageBoard } from "../../stage/StageBoard";
import { TurnTool } from "../../stage/tools";
import { t } from "../../words/words";
import { SeatsChoice } from "../box";
import { gameName } from "../game-words";
import { Heading } from "../heading";
import { seatTitle } from "../levels";
import { RuleOptions } from "../rule-options";
import { Waiting } from "../waiting";
import { arrowsOf, Evaluation, useEvaluation } from "./evaluation";
import { Dice, Legal, Played } from "./moves";
import { Openings } from "./openings";
import { PositionField } from "./position-field";
import { SetUp } from "./set-up";
import { useStudy, type Study } from "./study";

/** A secret set-up is long: the computer does it for all, aside, and then it is laid on the board at once. */
async function placeAll(sandbox: Sandbox): Promise<void> {
  const { terms } = sandbox.start;
  const thinker = engine().thinker();
  try {
    const aside = await Sandbox.open(engine(), { terms, position: sandbox.position, diceWait: true });
    for (let task = arranging(aside.scene.value); task?.what === "setup"; task = arranging(aside.scene.value)) {
      const side = aside.sideOf(task.seat);
      const seats = Object.keys(aside.scene.value.legal).filter((seat) => aside.sideOf(seat) === side);
      const thought = await thinker.think({ terms, start: aside.standing, past: [], seats, level: 8, seed: 1, nodes: 500 });
      if (!thought) break;
      await aside.choose(thought.seat, thought.token);
    }
    await sandbox.follow(aside.steps);
  } finally {
    thinker.stop();
  }
}

function Whose({ facts, sandbox }: { facts: GameFacts; sandbox: Sandbox }) {
  const result = sandbox.result.value;
  const seats = sandbox.scene.value.toAct.filter((seat) => seat !== "#");
  if (result !== null) return <p class="whose">{t("analysis.over", { result })}</p>;
  return <p class="whose">{seats.length > 0 && t("analysis.to-play", { who: seats.map((seat) => seatTitle(facts, sandbox.start.terms.seats, seat)).join(", ") })}</p>;
}

function Tools({ study, sandbox, editing, edit }: { study: Study; sandbox: Sandbox; editing: boolean; edit: (on: boolean) => void }) {
  const [placing, setPlacing] = useState(false);
  const place = async () => {
    setPlacing(true);
    await placeAll(sandbox).finally(() => setPlacing(false));
  };
  return (
    <div class="row tools">
      <button type="button" class="button second" disabled={editing || !sandbox.canUndo} onClick={() => void sandbox.undo()}>
        {t("analysis.undo")}
      </button>
      <button type="button" class="button second" disabled={editing || !sandbox.canRedo} onClick={() => void sandbox.redo()}>
        {t("analysis.redo")}
      </button>
      <button type="button" class="button second" disabled={editing || !sandbox.canUndo} onClick={() => void sandbox.reset()}>
        {t("analysis.start")}
      </button>
      <button type="button" class="button second" onClick={() => void study.lay()}>
        {t("analysis.reset")}
      </button>
      <button type="button" class="button second" data-do="edit" aria-pressed={editing} onClick={() => edit(!editing)}>
        {editing ? t("analysis.play") : t("analysis.edit")}
      </button>
      {!editing && arranging(sandbox.scene.value)?.what === "setup" && (
        <button type="button" class="button second" disabled={placing} onClick={() => void place()}>
          {t("analysis.placing")}
        </button>
      )}
    </div>
  );
}

function TermsChoice({ facts, study }: { facts: GameFacts; study: Study }) {
  const { terms, lay } = study;
  const board = terms.board ? { board: terms.board } : {};
  return (
    <details class="terms">
      <summary>{t("analysis.terms")}</summary>
      <SeatsChoice facts={facts} seats={terms.seats} set={(seats) => void lay(undefined, { ...terms, seats })} />
      <RuleOptions facts={facts} chosen={terms.options} choose={(name, value) => void lay(undefined, { ...terms, options: { ...terms.options, [name]: value }, ...board })} />
    </details>
  );
}

function Workbench({ facts, study, sandbox }: { facts: GameFacts; study: Study; sandbox: Sandbox }) {
  const [editing, edit] = useState(false);
  const evaluated = useEvaluation(facts, sandbox);
  const usual = study.fromStart && !study.terms.board && JSON.stringify(study.terms) === JSON.stringify(usualTerms(facts));
  const scene = sandbox.scene.value;
  return (
    <Stage
      game={facts.id}
      kind="analysis"
      ratio={shapeOf(scene).ratio}
      heading={<Heading title={t("analysis.title", { game: gameName(facts.id) })} />}
      above={<Whose facts={facts} sandbox={sandbox} />}
      board={(places) =>
        editing ? <SetUp study={study} tray={places.tray} /> : <StageBoard key={study.laid} session={sandbox} places={places} arrows={arrowsOf(evaluated.finding)} open />
      }
      below={<Tools study={study} sandbox={sandbox} editing={editing} edit={edit} />}
      tools={<TurnTool scene={scene} />}
      panels={[
        {
          id: "evaluation",
          title: t("analysis.evaluation"),
          content: (
            <>
              {!editing && <Dice sandbox={sandbox} />}
              <Evaluation facts={facts} sandbox={sandbox} evaluated={evaluated} />
            </>
          ),
        },
        {
          id: "played",
          title: t("table.moves"),
          content: (
            <>
              <Legal sandbox={sandbox} />
              <Played sandbox={sandbox} />
              <Openings facts={facts} sandbox={sandbox} usual={usual} />
            </>
          ),
        },
        {
          id: "position",
          title: t("analysis.position-short"),
          content: (
            <>
              <PositionField study={study} />
              <TermsChoice facts={facts} study={study} />
              <p class="faded">{t("analysis.lead")}</p>
              {facts.secrets && <p class="faded">{t("analysis.secrets")}</p>}
            </>
          ),
        },
      ]}
    />
  );
}

export function AnalysisPage({ facts }: { facts: GameFacts }) {
  const study = useStudy(facts);
  if (study.sandbox) return <Workbench facts={facts} study={study} sandbox={study.sandbox} />;
  return (
    <div class="page" data-game={facts.id}>
      <Heading title={t("analysis.title", { game: gameName(facts.id) })} />
      <Waiting />
    </div>
  );
}
