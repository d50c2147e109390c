/** On from here: against the computer, or to the board where positions are studied. */
import { useState } from "preact/hooks";
import { seatsOf } from "../../engine/engine";
import type { Replay } from "../../session/replay";
import { t } from "../../words/words";
import { playLocally } from "../open";
import { friendlyLevel, levelName, levels, sideTitle } from "../levels";
import { readRoute } from "../route";
import { recall, remember } from "../settings";

/** Where a position is studied; nothing where the server has no such page. */
function analysisOf(replay: Replay): string | null {
  const address = `/analysis/${replay.facts.id}`;
  return readRoute(address, "").page === "not-found" ? null : `${address}#${encodeURIComponent(replay.position)}`;
}

export function Onward({ replay }: { replay: Replay }) {
  const { facts, record } = replay;
  const acting = replay.sideOf(replay.moment.toAct[0] ?? "");
  const [chosen, setChosen] = useState<string | null>(null);
  const [level, setLevel] = useState(Number(recall("level")) || friendlyLevel);
  const side = chosen ?? (acting || (facts.sides[0]?.side ?? ""));
  const over = replay.moment.toAct.length === 0;
  const analysis = analysisOf(replay);
  const play = (event: Event) => {
    event.preventDefault();
    remember("level", String(level));
    const occupants = seatsOf(facts, record.terms).map((one) => ({ seat: one.seat, level: one.side === side ? 0 : level }));
    void playLocally(record.terms, occupants, { start: record.start, steps: replay.steps });
  };
  return (
    <section class="replay-card" aria-labelledby="onward">
      <h2 id="onward">{t("replay.onward")}</h2>
      <p class="note">{over ? t("replay.onward-over") : t("replay.onward-text")}</p>
      <form class="row" onSubmit={play}>
        <label class="field">
          <span>{t("replay.onward-side")}</span>
          <select value={side} onChange={(event) => setChosen(event.currentTarget.value)}>
            {facts.sides.map((one) => (
              <option key={one.side} value={one.side}>
                {sideTitle(facts, one.side)}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>{t("replay.onward-level")}</span>
          <select value={level} onChange={(event) => setLevel(Number(event.currentTarget.value))}>
            {levels.map((one) => (
              <option key={one} value={one}>
                {one} · {levelName(one)}
              </option>
            ))}
          </select>
        </label>
        <button class="button" type="submit" disabled={over} data-do="onward">
          {t("replay.onward-do")}
        </button>
        {analysis && (
          <a class="button second" href={analysis}>
            {t("replay.analyse")}
          </a>
        )}
      </form>
    </section>
  );
}
