/** What may be played, what the die may show, and what was played so far. */
import { useEffect, useState } from "preact/hooks";
import { engine, type Outcome } from "../../engine/engine";
import type { Sandbox } from "../../session/sandbox";
import { t } from "../../words/words";
import { MoveList } from "../move-list";
import { turnsOf } from "../turns";

const SHOWN = 120;

export function Legal({ sandbox }: { sandbox: Sandbox }) {
  const moves = Object.entries(sandbox.scene.value.legal).flatMap(([seat, tokens]) => tokens.map((token) => ({ seat, token })));
  return (
    <details class="legal">
      <summary>{t("analysis.legal", { n: moves.length })}</summary>
      <div class="tokens">
        {moves.slice(0, SHOWN).map(({ seat, token }) => (
          <button type="button" key={`${seat} ${token}`} class="choice" data-token={token} onClick={() => void sandbox.choose(seat, token)}>
            {token}
          </button>
        ))}
      </div>
      {moves.length > SHOWN && <p>{t("analysis.more", { n: moves.length - SHOWN })}</p>}
    </details>
  );
}

/** The die waits until one says what it shows. */
export function Dice({ sandbox }: { sandbox: Sandbox }) {
  const [outcomes, setOutcomes] = useState<Outcome[]>([]);
  const { position } = sandbox.scene.value;
  const due = sandbox.toAct.includes("#");
  useEffect(() => {
    setOutcomes([]);
    let wanted = true;
    if (due) engine().outcomes(sandbox.start.terms, sandbox.standing).then((found) => wanted && setOutcomes(found), () => undefined);
    return () => void (wanted = false);
  }, [position, due]);
  if (!due) return null;
  return (
    <section class="dice" aria-labelledby="dice">
      <h2 id="dice">{t("analysis.dice")}</h2>
      <p>{t("analysis.dice-text")}</p>
      <div class="row">
        <button type="button" class="button" onClick={() => void sandbox.throw()}>
          {t("analysis.throw")}
        </button>
        {outcomes.map(({ token }) => (
          <button type="button" key={token} class="choice" onClick={() => void sandbox.follow([{ seat: "#", token }])}>
            {token.replace("#", "")}
          </button>
        ))}
      </div>
    </section>
  );
}

/** What was played so far; a touch leads back to where a turn ended. */
export function Played({ sandbox }: { sandbox: Sandbox }) {
  const turns = turnsOf(sandbox.facts, sandbox.log.value, (seat) => sandbox.sideOf(seat));
  const rows = turns.map(({ first, last, side, said }, i) => ({ key: first, side, said, here: i === turns.length - 1, go: () => void sandbox.back(last + 1) }));
  return (
    <details class="played">
      <summary>{t("analysis.played")}</summary>
      {turns.length === 0 ? <p>{t("analysis.none-played")}</p> : <MoveList facts={sandbox.facts} rows={rows} />}
    </details>
  );
}
