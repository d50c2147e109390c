/** A table for two, for one person: what is proposed to them before they come. */
import { useState } from "preact/hooks";
import type { GameFacts, GameId } from "../../model";
import { t } from "../../words/words";
import type { Profile } from "../../protocol";
import { request, type Person } from "../api";
import { Check } from "../check";
import { ClockField, timed, timeOf, type ClockChoice } from "../clock-field";
import { diceWord } from "../dice-word";
import { factsFailed, useGame } from "../facts";
import { Missing, useFetched } from "../fetched";
import { Form } from "../form";
import { gameName } from "../game-words";
import { Heading } from "../heading";
import { sideTitle } from "../levels";
import { Name } from "../name";
import { usePerson } from "../person";
import { RuleOptions, usualOptions } from "../rule-options";
import { go } from "../route";
import { Waiting } from "../waiting";

function ChallengeForm({ facts, to }: { facts: GameFacts; to: Person }) {
  const form = facts.forms[0];
  const [seat, setSeat] = useState(form?.seat[0]?.seat ?? "");
  const [options, setOptions] = useState(usualOptions(facts));
  const [clock, setClock] = useState<ClockChoice>("none");
  const [choices, setChoices] = useState({ rated: false, chat: true });
  const rate = (rated: boolean) => {
    setChoices({ ...choices, rated });
    if (rated) setClock(timed(clock));
  };
  const send = async () => {
    const { table } = await request<{ table: string }>("POST", "/challenges", {
      to: to.id, seat, game: facts.id, seats: form?.seats, options: choices.rated ? usualOptions(facts) : options, time: timeOf(clock), word: diceWord(), ...choices,
    });
    go(`/t/${table}`);
  };
  return (
    <Form class="sheet-form" button={t("challenge.send")} submit={send}>
      <label class="field">
        <span>{t("challenge.side")}</span>
        <select value={seat} onChange={(event) => setSeat(event.currentTarget.value)}>
          {facts.sides.map(({ side }) => (
            <option key={side} value={form?.seat.find((one) => one.side === side)?.seat}>
              {sideTitle(facts, side)}
            </option>
          ))}
        </select>
      </label>
      <ClockField value={clock} set={setClock} timed={choices.rated} />
      <fieldset>
        <legend>{t("new.manners")}</legend>
        <Check title={t("new.rated")} text={t("new.rated-text")} on={choices.rated} set={rate} />
        <Check title={t("new.chat")} text={t("new.chat-text")} on={choices.chat} set={(chat) => setChoices({ ...choices, chat })} />
      </fieldset>
      {!choices.rated && <RuleOptions facts={facts} chosen={options} choose={(name, value) => setOptions({ ...options, [name]: value })} />}
    </Form>
  );
}

export function ChallengePage({ game, to }: { game: GameId; to: string }) {
  const facts = useGame(game);
  const me = usePerson();
  const fetched = useFetched<Profile>(`/people/${encodeURIComponent(to)}`);
  const person = fetched.value?.person;
  return (
    <div class="page narrow" data-game={game}>
      <Heading title={t("challenge.title", { game: gameName(game) })} />
      {!person ? (
        <Missing of={fetched} />
      ) : (
        <>
          <p class="lead">
            {t("challenge.to")} <Name id={person.id} name={person.name} link />
          </p>
          <p>{t("challenge.first")}</p>
          {me && !me.account ? (
            <p>
              {t("person.needs-account")} <a href="/account">{t("person.enter")}</a>
            </p>
          ) : !facts || !me ? (
            <Waiting failed={factsFailed.value} />
          ) : (
            <ChallengeForm facts={facts} to={person} />
          )}
        </>
      )}
    </div>
  );
}
