/** What this device keeps for this person: short texts under a name. */
import { effect, signal, type Signal } from "@preact/signals";

/** Storage may be forbidden or full; then a choice lasts as long as the page. */
export function recall(name: string): string | null {
  try {
    return localStorage.getItem("bivouac." + name);
  } catch {
    return null;
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem("bivouac." + name, value);
  } catch {
    /* as said above */
  }
}

/** One of several words, kept whenever it changes. */
export function kept<T extends string>(name: string, allowed: readonly T[], usual: T): Signal<T> {
  const stored = recall(name);
  const value = signal<T>(allowed.find((one) => one === stored) ?? usual);
  let first = true;
  effect(() => {
    const now = value.value;
    if (!first) remember(name, now);
    first = false;
  });
  return value;
}
