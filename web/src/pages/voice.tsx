/** What happens is said aloud to those who cannot see it. */
import { signal } from "@preact/signals";
import { language } from "../words/language";

/** More than can be read while something new comes. */
const MOST = 8;

interface Sentence {
  number: number;
  text: string;
}

/** The last sentences. A new one is added and pushes none away: a move and the turn that follows it are both read. */
export const spoken = signal<readonly Sentence[]>([]);
let number = 0;

// What was said in the other language is not read again.
language.subscribe(() => {
  spoken.value = [];
});

export function announce(text: string): void {
  if (text) spoken.value = [...spoken.value, { number: number++, text }].slice(-MOST);
}

export function Voice() {
  return (
    <div class="unseen" role="log" aria-live="polite" aria-relevant="additions">
      {spoken.value.map((one) => (
        <p key={one.number}>{one.text}</p>
      ))}
    </div>
  );
}
