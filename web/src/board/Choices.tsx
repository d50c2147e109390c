/** The choice bar: what can be chosen that is no point of the board. */
import { useState } from "preact/hooks";
import type { VNode } from "preact";
import type { Language } from "../model";
import { say } from "../words/text";
import type { Choice } from "./useBoard";
import { choicesTitle } from "./words";

/** From so many numbers on, a slider is kinder than buttons. */
const MANY = 12;
const price = say("Indemnité", "Indemnity");
const putDown = say("Reposer", "Put down");

const amountOf = (choice: Choice): number => Number(/\d+/.exec(choice.token)?.[0] ?? 0);

function Amounts({ choices, language }: { choices: Choice[]; language: Language }): VNode {
  const sorted = [...choices].sort((a, b) => amountOf(a) - amountOf(b));
  const [index, setIndex] = useState(Math.min(9, sorted.length - 1));
  const chosen = sorted[index] ?? (sorted[0] as Choice);
  const step = (by: number): void => setIndex(Math.max(0, Math.min(sorted.length - 1, index + by)));
  return (
    <div class="amounts">
      <div class="dial">
        <button type="button" class="choice small" aria-label="−100" onClick={() => step(-1)}>
          −
        </button>
        <input
          type="range"
          min="0"
          max={sorted.length - 1}
          value={index}
          aria-label={price[language]}
          aria-valuetext={String(amountOf(chosen))}
          onInput={(event) => setIndex(Number(event.currentTarget.value))}
        />
        <button type="button" class="choice small" aria-label="+100" onClick={() => step(1)}>
          +
        </button>
      </div>
      <button type="button" class="choice" data-token={chosen.token} data-seat={chosen.seat} onClick={chosen.take}>
        {chosen.label}
      </button>
    </div>
  );
}

export interface ChoicesProps {
  choices: Choice[];
  language: Language;
  /** Tokens that the page has buttons of its own for. */
  without?: readonly string[];
  /** The token that somebody points at. */
  pointed?: string;
  holding?: boolean;
  cancel?: () => void;
}

export function Choices({ choices, language, without = [], pointed, holding, cancel }: ChoicesProps): VNode | null {
  const shown = choices.filter((choice) => !without.includes(choice.token));
  const amounts = shown.length > MANY ? shown.filter((choice) => amountOf(choice) > 0) : [];
  const buttons = shown.filter((choice) => !amounts.includes(choice));
  return (
    <div class="choices" role="group" aria-label={choicesTitle[language]}>
      {amounts.length > 0 && <Amounts choices={amounts} language={language} />}
      {buttons.map((choice) => (
        <button type="button" class={choice.token === pointed ? "choice pointed" : "choice"} key={choice.key} data-token={choice.token} data-seat={choice.seat} onClick={choice.take}>
          {choice.label}
        </button>
      ))}
      {holding && cancel && (
        <button type="button" class="choice lesser" onClick={cancel}>
          {putDown[language]}
        </button>
      )}
    </div>
  );
}
