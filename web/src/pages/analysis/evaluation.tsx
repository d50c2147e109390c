/** What the computer thinks of the position: a bar, the score in words, the best moves and the line it expects. */
import { useEffect, useState } from "preact/hooks";
import { engine } from "../../engine/engine";
import type { GameFacts, GameId } from "../../model";
import { Analyst, type Finding } from "../../session/analyst";
import { isHelpAllowed } from "../../session/help";
import type { Sandbox } from "../../session/sandbox";
import { t } from "../../words/words";
import { sideTitle } from "../levels";
import { meet, myTables } from "../person";
import { language, recall, remember } from "../settings";

const SHOWN = 3;
/** What promises so much less than the best, in thousandths, is not worth an arrow. */
const WORTH = 150;

/** A player who goes through moves quickly is not followed at every step, in milliseconds. */
const PAUSE = 150;

export interface Evaluated {
  finding: Finding | null;
  busy: boolean;
  on: boolean;
  turn: (on: boolean) => void;
  /** One plays this very game against people: nothing is judged until that is over. */
  barred: boolean;
}

/** Whether one plays a game against people at this server now, away from any training table. */
function usePlaying(game: GameId): boolean {
  useEffect(() => void meet(), []);
  return myTables.value.some((one) => one.game === game && one.stage === "playing" && !isHelpAllowed(one));
}

/** Thinks about whatever lies on the board, as long as one wants it to. */
export function useEvaluation(facts: GameFacts, sandbox: Sandbox | null): Evaluated {
  const [analyst] = useState(() => new Analyst(engine()));
  const barred = usePlaying(facts.id);
  const [wanted, setWanted] = useState(recall("analysis.think") !== "off");
  const on = wanted && !barred;
  const standing = sandbox?.scene.value && sandbox.standing;
  useEffect(() => {
    if (!on || !sandbox || standing === undefined) return analyst.stop();
    const { terms } = sandbox.start;
    const soon = setTimeout(() => void analyst.look({ facts, terms, standing, toAct: sandbox.toAct }), PAUSE);
    return () => clearTimeout(soon);
  }, [on, sandbox, standing]);
  useEffect(() => () => analyst.close(), []);
  const turn = (on: boolean) => {
    remember("analysis.think", on ? "on" : "off");
    setWanted(on);
  };
  // What was found about another position is no longer worth showing.
  const finding = analyst.finding.value;
  return { finding: finding?.standing === standing && !barred ? finding : null, busy: analyst.busy.value, on, turn, barred };
}

/** The tokens that deserve an arrow, the best first. */
export function arrowsOf(finding: Finding | null): string[] {
  const choices = finding?.thought.choices ?? [];
  const best = choices[0]?.score ?? 0;
  return choices.slice(0, SHOWN).filter(({ score }) => best - score <= WORTH).map(({ token }) => token);
}

function scoreWords(facts: GameFacts, hope: number): string {
  const [first, second] = facts.sides;
  const ahead = hope >= 500 ? hope : 1000 - hope;
  const side = sideTitle(facts, (hope >= 500 ? first : second)?.side ?? "");
  if (ahead < 560) return t("analysis.score.even");
  return t(ahead < 700 ? "analysis.score.better" : ahead < 930 ? "analysis.score.much" : "analysis.score.winning", { side });
}

const percent = (score: number): number => Math.round(score / 10);

/** Undecided until something is known. */
function Bar({ facts, hope }: { facts: GameFacts; hope: number | undefined }) {
  const [first, second] = facts.sides;
  return (
    <div class="hope">
      <svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
        <rect class="theirs" data-side={second?.side} width="1000" height="10" />
        <rect class="ours" data-side={first?.side} width={hope ?? 500} height="10" />
        <path d="M500,0V10" />
      </svg>
      <p>
        <span>{hope === undefined ? sideTitle(facts, first?.side ?? "") : t("analysis.hope", { side: sideTitle(facts, first?.side ?? ""), n: percent(hope) })}</span>
        <span>{hope === undefined ? sideTitle(facts, second?.side ?? "") : t("analysis.hope", { side: sideTitle(facts, second?.side ?? ""), n: 100 - percent(hope) })}</span>
      </p>
    </div>
  );
}

function Candidates({ finding, play }: { finding: Finding; play: (seat: string, token: string) => void }) {
  const { choices = [], line = [] } = finding.thought;
  return (
    <>
      <h3>{t("analysis.candidates")}</h3>
      <ol class="candidates">
        {choices.slice(0, SHOWN).map(({ seat, token, score, atMost }) => (
          <li key={`${seat} ${token}`}>
            <button type="button" class="choice" onClick={() => play(seat, token)}>
              {token}
            </button>
            <span>{t(atMost ? "analysis.at-most" : "analysis.percent", { n: percent(score) })}</span>
          </li>
        ))}
      </ol>
      {line.length > 1 && (
        <p>
          {t("analysis.expected")} <code class="expected">{line.join(" ")}</code>
        </p>
      )}
    </>
  );
}

export function Evaluation({ facts, sandbox, evaluated }: { facts: GameFacts; sandbox: Sandbox; evaluated: Evaluated }) {
  const { finding, busy, on, turn, barred } = evaluated;
  return (
    <section class="evaluation" aria-labelledby="evaluation" data-game={facts.id}>
      <div class="row">
        <h2 id="evaluation">{t("analysis.evaluation")}</h2>
        <button type="button" class="button second" aria-pressed={on} disabled={barred} onClick={() => turn(!on)}>
          {on ? t("analysis.stop") : t("analysis.go")}
        </button>
      </div>
      {barred && <p role="status">{t("analysis.playing")}</p>}
      {sandbox.toAct.includes("#") && <p>{t("analysis.throw-first")}</p>}
      <Bar facts={facts} hope={finding?.hope} />
      <p class="verdict" aria-live="polite">
        {finding ? scoreWords(facts, finding.hope) : busy ? t("analysis.thinking") : ""}
      </p>
      {finding && <Candidates finding={finding} play={(seat, token) => void sandbox.choose(seat, token)} />}
      <p class="faded">{finding ? t("analysis.nodes", { n: finding.thought.nodes.toLocaleString(language.value) }) : ""}</p>
    </section>
  );
}
