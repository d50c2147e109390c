/** One box: its story, and all the choices for a game on this device. */
import { useState } from "preact/hooks";
import { games } from "../games";
import type { GameFacts, GameId } from "../model";
import { say, t } from "../words/words";
import { isNew, playLocally } from "./open";
import { factsFailed, useGame } from "./facts";
import { Heading } from "./heading";
import { choicesOf, rememberChoices, sideOfChoice } from "./choices";
import { levelHint, levelName, levels, sideTitle } from "./levels";
import { Lid } from "./lid";
import { RuleOptions } from "./rule-options";
import { Waiting } from "./waiting";

type Against = "computer" | "screen";

function AgainstChoice({ against, set }: { against: Against; set: (value: Against) => void }) {
  return (
    <fieldset class="options">
      <legend>{t("box.against")}</legend>
      <div class="options-row">
        {(["computer", "screen"] as const).map((one) => (
          <label key={one}>
            <input type="radio" name="against" checked={against === one} onChange={() => set(one)} />
            <span>{t(`box.against.${one}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function LevelChoice({ level, set }: { level: number; set: (value: number) => void }) {
  return (
    <fieldset class="options">
      <legend>{t("box.level")}</legend>
      <div class="options-row levels">
        {levels.map((one) => (
          <label key={one}>
            <input type="radio" name="level" checked={level === one} onChange={() => set(one)} />
            <span>
              <b aria-hidden="true">{one}</b> {levelName(one)}
            </span>
          </label>
        ))}
      </div>
      <p class="faded" aria-live="polite">
        {levelHint(level)}
      </p>
    </fieldset>
  );
}

function SideChoice({ facts, side, set }: { facts: GameFacts; side: string; set: (value: string) => void }) {
  return (
    <fieldset class="options">
      <legend>{t("box.side")}</legend>
      <div class="options-row" data-game={facts.id}>
        {facts.sides.map((one) => (
          <label key={one.side} data-side={one.side}>
            <input type="radio" name="side" checked={side === one.side} onChange={() => set(one.side)} />
            <span>
              <i class="swatch" aria-hidden="true" />
              {sideTitle(facts, one.side)}
            </span>
          </label>
        ))}
        <label>
          <input type="radio" name="side" checked={side === "any"} onChange={() => set("any")} />
          <span>{t("box.side.any")}</span>
        </label>
      </div>
    </fieldset>
  );
}

export function SeatsChoice({ facts, seats, set }: { facts: GameFacts; seats: number; set: (value: number) => void }) {
  if (facts.forms.length < 2) return null;
  return (
    <fieldset class="options">
      <legend>{t("box.seats")}</legend>
      <div class="options-row">
        {facts.forms.map((form) => (
          <label key={form.seats}>
            <input type="radio" name="seats" checked={seats === form.seats} onChange={() => set(form.seats)} />
            <span>{t("box.seats.n", { n: form.seats })}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Choices({ facts }: { facts: GameFacts }) {
  const [against, setAgainst] = useState<Against>("computer");
  const [before] = useState(() => choicesOf(facts));
  const [level, setLevel] = useState(before.level);
  const [side, setSide] = useState(before.side);
  const [seats, setSeats] = useState(facts.forms[0]?.seats ?? 2);
  const [options, setOptions] = useState(before.options);
  const play = (event: Event) => {
    event.preventDefault();
    rememberChoices(facts.id, { level, side, options });
    const mine = sideOfChoice(facts, side);
    const form = facts.forms.find((one) => one.seats === seats);
    const occupants = (form?.seat ?? []).map((one) => ({
      seat: one.seat,
      level: against === "screen" || one.side === mine ? 0 : level,
    }));
    playLocally({ game: facts.id, seats, options }, occupants).catch(() => (factsFailed.value = true));
  };
  return (
    <form class="sheet-form" onSubmit={play}>
      <h2>{t("box.play-here")}</h2>
      <AgainstChoice against={against} set={setAgainst} />
      {against === "computer" && <LevelChoice level={level} set={setLevel} />}
      {against === "computer" && <SideChoice facts={facts} side={side} set={setSide} />}
      {against === "screen" && <SeatsChoice facts={facts} seats={seats} set={setSeats} />}
      <RuleOptions facts={facts} chosen={options} choose={(name, value) => setOptions({ ...options, [name]: value })} />
      <p class="box-do">
        <button class="button large" type="submit">
          {t("box.play")}
        </button>
        {isNew(facts.id) && (
          <a class="button second large" href={`/lesson/${facts.id}`}>
            {t("home.lesson")}
          </a>
        )}
      </p>
    </form>
  );
}

export function Box({ game }: { game: GameId }) {
  const facts = useGame(game);
  const { words } = games[game];
  return (
    <div class="page box-page" data-game={game}>
      <div class="box-head">
        <Lid game={game} />
        <div>
          <Heading title={say(words.name)} />
          <p class="box-year">{say(words.year)}</p>
          <p class="lead">{say(words.line)}</p>
        </div>
      </div>
      <div class="two-columns">
        <div>{facts && !factsFailed.value ? <Choices facts={facts} /> : <Waiting failed={factsFailed.value} />}</div>
        <div>
          <section class="story" aria-labelledby="story">
            <h2 id="story">{t("box.story")}</h2>
            <p>{say(words.story1)}</p>
            <p>{say(words.story2)}</p>
            <h3>{t("box.aim")}</h3>
            <p>{say(words.aim)}</p>
          </section>
          <section aria-labelledby="learn">
            <h2 id="learn">{t("box.learn")}</h2>
            <p class="book-doors">
              <a class="button second" href={`/lesson/${game}`}>
                {t("box.lesson")}
              </a>
              <a class="button second" href={`/rules/${game}`}>
                {t("box.rules")}
              </a>
              <a class="button second" href={`/puzzles/${game}`}>
                {t("box.puzzles")}
              </a>
              <a class="button second" href={`/analysis/${game}`}>
                {t("box.analysis")}
              </a>
              <a class="button second" href={`/editor/${game}`}>
                {t("box.editor")}
              </a>
            </p>
          </section>
          <section aria-labelledby="friends">
            <h2 id="friends">{t("box.friends")}</h2>
            <p>{t("box.friends-text")}</p>
            <p class="box-do">
              <a class="button" href={`/seek/${game}`} data-do="find">
                {t("home.seek")}
              </a>
              <a class="button second" href={`/new/${game}`}>
                {t("box.new-table")}
              </a>
            </p>
          </section>
        </div>
      </div>
    </div>
  );
}
