/** Rule options: where the leaflet can be understood in more than one way, the players choose. Each value is a sentence. */
import { useState } from "preact/hooks";
import { openOptionNotes } from "../books/library";
import type { OptionNotes } from "../books/shapes";
import type { GameFacts, Text } from "../model";
import { capital, say, t } from "../words/words";

export function usualOptions(facts: GameFacts): Record<string, string> {
  return Object.fromEntries(facts.options.map((one) => [one.name, one.values[0]?.name ?? ""]));
}

export function RuleOptions({ facts, chosen, choose }: { facts: GameFacts; chosen: Record<string, string>; choose: (name: string, value: string) => void }) {
  const open = facts.options.filter((one) => one.values.length > 1);
  const [notes, setNotes] = useState<OptionNotes>({});
  if (open.length === 0) return null;
  // What our studies found comes when somebody opens the list; without it the list is still complete.
  const fetchNotes = () => void openOptionNotes(facts.id).then(setNotes, () => undefined);
  return (
    <details class="rule-options" onToggle={fetchNotes}>
      <summary>{t("options.title")}</summary>
      <p>{t("options.text")}</p>
      {open.map((option) => (
        <fieldset key={option.name}>
          <legend>{capital(say(option.what))}</legend>
          {option.values.map((value, i) => (
            <label key={value.name} class="sentence">
              <input type="radio" name={option.name} value={value.name} checked={chosen[option.name] === value.name} onChange={() => choose(option.name, value.name)} />
              <span>
                {capital(say(value.what))}
                {i === 0 && <em> {t("options.usual")}</em>}
              </span>
            </label>
          ))}
          {notes[option.name] && <p class="faded">{say(notes[option.name] as Text)}</p>}
        </fieldset>
      ))}
    </details>
  );
}

/** The options of a table that are not the usual ones, for those who are about to sit down. */
export function UnusualOptions({ facts, chosen }: { facts: GameFacts; chosen: Record<string, string> }) {
  const unusual = facts.options.flatMap((option) => {
    const value = option.values.findIndex((one) => one.name === chosen[option.name]);
    const found = option.values[value];
    return value > 0 && found ? [found] : [];
  });
  if (unusual.length === 0) return <p class="faded">{t("options.all-usual")}</p>;
  return (
    <ul class="plain">
      {unusual.map((one) => (
        <li key={one.name}>{capital(say(one.what))}</li>
      ))}
    </ul>
  );
}
