/** What one likes: language, colours, movement, sound. Kept on this device. */
import { computed, effect, signal } from "@preact/signals";
import type { Language } from "../model";

export type Theme = "system" | "light" | "dark" | "contrast";
export const themes: readonly Theme[] = ["system", "light", "dark", "contrast"];

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

function kept<T extends string>(name: string, allowed: readonly T[], usual: T) {
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

const speaksFrench = navigator.languages.some((one) => one.toLowerCase().startsWith("fr"));
const prefersEnglish = navigator.languages[0]?.toLowerCase().startsWith("en") ?? false;

export const language = kept<Language>("language", ["fr", "en"], speaksFrench && !prefersEnglish ? "fr" : "en");
export const theme = kept<Theme>("theme", themes, "system");
export const sound = kept<"on" | "off">("sound", ["on", "off"], "off");
export const movement = kept<"on" | "off">("movement", ["on", "off"], "on");
/** Whether finished games of this device go to the server: asked of whoever has an account there. */
export const uploading = kept<"ask" | "on" | "off">("upload", ["ask", "on", "off"], "ask");
export const notices = kept<"on" | "off">("notices", ["on", "off"], "off");

function media(query: string) {
  const list = matchMedia(query);
  const value = signal(list.matches);
  list.addEventListener("change", () => (value.value = list.matches));
  return value;
}

const dark = media("(prefers-color-scheme: dark)");
const contrast = media("(prefers-contrast: more)");
const still = media("(prefers-reduced-motion: reduce)");

const shown = computed(() => {
  if (theme.value !== "system") return theme.value;
  if (contrast.value) return "contrast";
  return dark.value ? "dark" : "light";
});

/** Whether things may move on the screen. */
export const animated = computed(() => movement.value === "on" && !still.value);

export function wearSettings(): void {
  const root = document.documentElement;
  effect(() => {
    root.dataset["theme"] = shown.value;
    const paper = getComputedStyle(root).getPropertyValue("--paper").trim();
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", paper);
  });
  effect(() => {
    root.lang = language.value;
  });
  effect(() => {
    root.dataset["movement"] = animated.value ? "on" : "off";
  });
}
