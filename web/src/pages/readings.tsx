/** Readings: where the leaflet can be understood in more than one way, the players choose. Each value is a sentence. */
import { useState } from "preact/hooks";
import { openReadingNotes } from "../books/library";
import type { ReadingNotes } from "../books/shapes";
import type { GameFacts, Text } from "../model";
import { capital, say, t } from "../words/words";

export function usualReadings(facts: GameFacts): Record<string, string> {
  return Object.fromEntries(facts.readings.map((one) => [one.name, one.values[0]?.name ?? ""]));
}

export function Readings({ facts, chosen, choose }: { facts: GameFacts; chosen: Record<string, string>; choose: (name: string, value: string) => void }) {
  const open = facts.readings.filter((one) => one.values.length > 1);
  const [notes, setNotes] = useState<ReadingNotes>({});
  if (open.length === 0) return null;
  // What our studies found comes when somebody opens the list; without it the list is still complete.
  const fetchNotes = () => void openReadingNotes(facts.id).then(setNotes, () => undefined);
  return (
    <details class="readings" onToggle={fetchNotes}>
      <summary>{t("readings.title")}</summary>
      <p>{t("readings.text")}</p>
      {open.map((reading) => (
        <fieldset key={reading.name}>
          <legend>{capital(say(reading.what))}</legend>
          {reading.values.map((value, i) => (
            <label key={value.name} class="sentence">
              <input type="radio" name={reading.name} value={value.name} checked={chosen[reading.name] === value.name} onChange={() => choose(reading.name, value.name)} />
              <span>
                {capital(say(value.what))}
                {i === 0 && <em> {t("readings.usual")}</em>}
              </span>
            </label>
          ))}
          {notes[reading.name] && <p class="faded">{say(notes[reading.name] as Text)}</p>}
        </fieldset>
      ))}
    </details>
  );
}

/** The readings of a table that are not the usual ones, for those who are about to sit down. */
export function UnusualReadings({ facts, chosen }: { facts: GameFacts; chosen: Record<string, string> }) {
  const unusual = facts.readings.flatMap((reading) => {
    const value = reading.values.findIndex((one) => one.name === chosen[reading.name]);
    const found = reading.values[value];
    return value > 0 && found ? [found] : [];
  });
  if (unusual.length === 0) return <p class="faded">{t("readings.all-usual")}</p>;
  return (
    <ul class="plain">
      {unusual.map((one) => (
        <li key={one.name}>{capital(say(one.what))}</li>
      ))}
    </ul>
  );
}
