/** What happens is said aloud to those who cannot see it. */
import { signal } from "@preact/signals";

const spoken = signal<{ text: string; odd: boolean }>({ text: "", odd: false });

export function announce(text: string): void {
  if (text) spoken.value = { text, odd: !spoken.value.odd };
}

/** Two regions in turn: a sentence that comes twice is then read twice. */
export function Voice() {
  const { text, odd } = spoken.value;
  return (
    <div class="unseen">
      <p role="status" aria-live="polite">
        {odd ? text : ""}
      </p>
      <p role="status" aria-live="polite">
        {odd ? "" : text}
      </p>
    </div>
  );
}
