/** Short notices that lie over the page, wherever it is scrolled to, and go by themselves. */
import { signal } from "@preact/signals";
import { t } from "../words/words";
import { announce } from "./voice";

/** Long enough to be read twice, in milliseconds. */
const STAYS = 10_000;
const MOST = 3;

interface Toast {
  number: number;
  text: string;
  /** Where it leads. */
  link?: { href: string; text: string };
}

export const toasts = signal<readonly Toast[]>([]);
let number = 0;

const dismiss = (one: Toast) => (toasts.value = toasts.value.filter((other) => other !== one));

/** Shows a notice to those who see, and says it to those who hear. */
export function toast(text: string, link?: Toast["link"]): void {
  const one = { number: number++, text, link };
  toasts.value = [...toasts.value, one].slice(-MOST);
  announce(text);
  setTimeout(() => dismiss(one), STAYS);
}

export function Toasts() {
  if (toasts.value.length === 0) return null;
  return (
    <div class="toasts">
      {toasts.value.map((one) => (
        <div key={one.number} class="notice">
          <p>{one.text}</p>
          {one.link && (
            <a class="button" href={one.link.href} onClick={() => dismiss(one)}>
              {one.link.text}
            </a>
          )}
          <button type="button" class="quiet" aria-label={t("understood")} onClick={() => dismiss(one)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
