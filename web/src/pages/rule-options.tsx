/** Rule options: where the leaflet can be understood in more than one way, the players choose. Each value is a sentence. */
import { useState } from "preact/hooks";
import { openOptionNotes } from "../books/library";
import type { OptionNotes } from "../books/shapes";
import type { GameFacts, Text } from "../model";
import { capital, say, t } from "../words/words";

export function usualOptions(facts: GameFacts): Record<string, string> {
  return Object.fromEntries(facts.options.map((one) => [one.name, one.values[0]?.name ?? ""]));
}

type Option = GameFacts["options"][number];

function OptionField({ option, chosen, choose, note }: { option: Option; chosen: string | undefined; choose: (value: string) => void; note: Text | undefined }) {
  return (
    <fieldset>
      <legend>{capital(say(option.what))}</legend>
      {option.values.map((value, i) => (
        <label key={value.name} class="sentence">
          <input type="radio" name={option.name} value={value.name} checked={chosen === value.name} onChange={() => choose(value.name)} />
          <span>
            {capital(say(value.what))}
            {i === 0 && <em> {t("options.usual")}</em>}
          </span>
        </label>
      ))}
      {note && <p class="faded">{say(note)}</p>}
    </fieldset>
  );
}

/** Those that change the game come first; the others are folded away, unless one of them is not the usual one. */
export function RuleOptions({ facts, chosen, choose }: { facts: GameFacts; chosen: Record<string, string>; choose: (name: string, value: string) => void }) {
  const open = facts.options.filter((one) => one.values.length > 1);
  const minor = open.filter((one) => one.minor);
  const [notes, setNotes] = useState<OptionNotes>({});
  if (open.length === 0) return null;
  // The results of our studies are fetched when the list is opened; without them the list is still complete.
  const fetchNotes = () => void openOptionNotes(facts.id).then(setNotes, () => undefined);
  const field = (option: Option) => <OptionField key={option.name} option={option} chosen={chosen[option.name]} choose={(value) => choose(option.name, value)} note={notes[option.name]} />;
  return (
    <details class="rule-options" onToggle={fetchNotes}>
      <summary>{t("options.title")}</summary>
      <p>{t("options.text")}</p>
      {open.filter((one) => !one.minor).map(field)}
      {minor.length > 0 && (
        <details open={minor.some((one) => chosen[one.name] !== one.values[0]?.name)}>
          <summary>{t("options.minor")}</summary>
          {minor.map(field)}
        </details>
      )}
    </details>
  );
}

/** The chosen values that are not the usual ones. */
export function unusualOptions(facts: GameFacts, chosen: Record<string, string>): Option["values"] {
  return facts.options.flatMap((option) => {
    const value = option.values.findIndex((one) => one.name === chosen[option.name]);
    const found = option.values[value];
    return value > 0 && found ? [found] : [];
  });
}

/** The same for those who are about to sit down. */
export function UnusualOptions({ facts, chosen }: { facts: GameFacts; chosen: Record<string, string> }) {
  const unusual = unusualOptions(facts, chosen);
  if (unusual.length === 0) return <p class="faded">{t("options.all-usual")}</p>;
  return (
    <ul class="plain">
      {unusual.map((one) => (
        <li key={one.name}>{capital(say(one.what))}</li>
      ))}
    </ul>
  );
}
