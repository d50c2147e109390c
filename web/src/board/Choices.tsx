/** What can be chosen that is no point of the board. One choice is the one to press now: it stands last and looks like it. */
import { useState } from "preact/hooks";
import type { VNode } from "preact";
import type { Language } from "../model";
import { boardWord } from "../words/board";
import type { Choice } from "./useBoard";

/** From so many numbers on, a slider is kinder than buttons. */
const MANY = 12;

const amountOf = (choice: Choice): number => Number(/\d+/.exec(choice.token)?.[0] ?? 0);

interface ChoiceButtonProps {
  choice: Choice;
  look?: string;
  pointed?: string;
}

function ChoiceButton({ choice, look = "", pointed }: ChoiceButtonProps): VNode {
  return (
    <button
      type="button"
      class={`choice ${look}${choice.token === pointed ? " pointed" : ""}`}
      data-token={choice.token || undefined}
      data-seat={choice.seat || undefined}
      data-do={choice.does}
      data-primary={look.includes("main") || undefined}
      onClick={choice.take}
    >
      {choice.label}
    </button>
  );
}

/** Numbers on a slider; the button says the number. */
function Amounts({ choices, language }: { choices: Choice[]; language: Language }): VNode {
  const sorted = [...choices].sort((a, b) => amountOf(a) - amountOf(b));
  const [index, setIndex] = useState(Math.min(9, sorted.length - 1));
  const chosen: Choice = sorted[index] ?? (sorted[0] as Choice);
  const apart = amountOf(sorted[1] ?? chosen) - amountOf(sorted[0] ?? chosen);
  const step = (by: number): void => setIndex(Math.max(0, Math.min(sorted.length - 1, index + by)));
  return (
    <>
      <div class="dial">
        <button type="button" class="choice small" aria-label={`−${apart}`} onClick={() => step(-1)}>
          −
        </button>
        <input
          type="range"
          min="0"
          max={sorted.length - 1}
          value={index}
          aria-label={boardWord(language, "amount")}
          aria-valuetext={String(amountOf(chosen))}
          onInput={(event) => setIndex(Number(event.currentTarget.value))}
        />
        <button type="button" class="choice small" aria-label={`+${apart}`} onClick={() => step(1)}>
          +
        </button>
      </div>
      <ChoiceButton choice={chosen} look="main" />
    </>
  );
}

export interface ChoicesProps {
  choices: Choice[];
  language: Language;
  /** The token that the player points at. */
  pointed?: string;
  holding?: boolean;
  cancel?: () => void;
  /** Whether something can be done on the board itself: then ending a phase does not call for attention. */
  busy?: boolean;
}

/** The choice to press: what ends something comes first, then what the game does not call rare. */
function primaryOf(choices: Choice[]): Choice | undefined {
  return choices.find(({ ends }) => ends) ?? choices.find(({ rare }) => !rare);
}

export function Choices({ choices, language, pointed, holding, cancel, busy = false }: ChoicesProps): VNode {
  const amounts = choices.length > MANY ? choices.filter((choice) => amountOf(choice) > 0) : [];
  const buttons = choices.filter((choice) => !amounts.includes(choice));
  const primary = amounts.length ? undefined : primaryOf(buttons);
  return (
    <div class="choices" role="group" aria-label={boardWord(language, "choices")}>
      <div class="choices-others">
        {holding && cancel && (
          <button type="button" class="choice lesser" onClick={cancel}>
            {boardWord(language, "cancel")}
          </button>
        )}
        {buttons.filter((choice) => choice !== primary).map((choice) => (
          <ChoiceButton key={choice.key} choice={choice} pointed={pointed} />
        ))}
      </div>
      {primary && <ChoiceButton key="primary" choice={primary} look={busy ? "main calm" : "main"} pointed={pointed} />}
      {amounts.length > 0 && <Amounts choices={amounts} language={language} />}
    </div>
  );
}
