/** The dice thrown again in the browser, for the player to check. */
import { useState } from "preact/hooks";
import { engine, type ReadRecord } from "../../engine/engine";
import type { GameId } from "../../model";
import { verdictOf, type Verdict } from "../../session/verdict";
import { say, t } from "../../words/words";
import { faceOf } from "../die";
import { seatTitle } from "../levels";
import type { Opened } from "./source";

function tokenWords(game: GameId, token: string): string {
  const face = faceOf(game, token);
  return face ? `${token} · ${say(face.title)}` : token;
}

function verdictWords(verdict: Verdict): string {
  if (verdict.kind === "right") return verdict.throws ? t("replay.dice-right", { n: verdict.throws }) : t("replay.dice-none");
  switch (verdict.why) {
    case "no-dice":
      return t("replay.dice-no-promise");
    case "going-on":
      return t("replay.dice-going");
    case "seed":
      return t("replay.dice-seed");
    case "unrevealed":
      return t("replay.dice-unrevealed");
    case "throw": {
      const { number, said, given } = verdict.thrown;
      return t("replay.dice-throw", { n: number, said, given });
    }
  }
}

function Throws({ read }: { read: ReadRecord }) {
  const { terms, dice } = read;
  if (!dice || dice.throws.length === 0) return null;
  return (
    <div class="dice-throws" tabIndex={0} role="group" aria-label={t("replay.dice-table")}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("replay.dice-number")}</th>
            <th scope="col">{t("replay.dice-hash")}</th>
            <th scope="col">{t("replay.dice-drawn")}</th>
            <th scope="col">{t("replay.dice-given")}</th>
            <th scope="col">{t("replay.dice-said")}</th>
          </tr>
        </thead>
        <tbody>
          {dice.throws.map(({ number, hash, drawn, below, given, said }) => (
            <tr key={number} data-right={given === said}>
              <th scope="row">{number}</th>
              <td>
                <code>{hash}…</code>
              </td>
              <td>{t("replay.dice-below", { n: drawn, of: below })}</td>
              <td>{tokenWords(terms.game, given)}</td>
              <td>
                <span aria-hidden="true">{given === said ? "✓ " : "✗ "}</span>
                {tokenWords(terms.game, said)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Promised({ opened, read }: { opened: Opened; read: ReadRecord }) {
  const { dice, terms } = read;
  if (!dice) return null;
  return (
    <dl class="dice-promise">
      <dt>{t("replay.dice-promise")}</dt>
      <dd>
        <code>{dice.commitment}</code>
      </dd>
      {dice.seed && <dt>{t("replay.dice-revealed")}</dt>}
      {dice.seed && (
        <dd>
          <code>{dice.seed}</code>
        </dd>
      )}
      {dice.words.length > 0 && <dt>{t("replay.dice-words")}</dt>}
      {dice.words.map(({ seat, text }) => (
        <dd key={seat}>
          {t("seat-of", { seat: seatTitle(opened.replay.facts, terms.seats, seat) })} <bdi>{text}</bdi>
        </dd>
      ))}
    </dl>
  );
}

export function Dice({ opened }: { opened: Opened }) {
  const [read, setRead] = useState<ReadRecord | null>(null);
  if (!opened.replay.facts.chance || opened.veiled) return null;
  const verdict = read && verdictOf(read);
  return (
    <section class="replay-card" aria-labelledby="dice">
      <h2 id="dice">{t("replay.dice")}</h2>
      <p class="note">{t("replay.dice-text")}</p>
      {!read && (
        <button type="button" class="button second" onClick={() => void engine().readRecord(opened.text).then(setRead)} data-do="verify">
          {t("replay.dice-do")}
        </button>
      )}
      <p class="dice-verdict" role="status" data-verdict={verdict?.kind}>
        {verdict && verdictWords(verdict)}
      </p>
      {read && <Promised opened={opened} read={read} />}
      {read && <Throws read={read} />}
      {read && (
        <details>
          <summary>{t("replay.dice-how")}</summary>
          <p>{t("replay.dice-hand")}</p>
        </details>
      )}
    </section>
  );
}
