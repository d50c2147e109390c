/** What one likes: language, colours, movement, sound. Kept on this device. */
import { computed, effect, signal } from "@preact/signals";
import { kept } from "../kept";
import { language } from "../words/language";

export { recall, remember } from "../kept";
export { language };

export type Theme = "system" | "light" | "dark" | "contrast";
export const themes: readonly Theme[] = ["system", "light", "dark", "contrast"];

export const theme = kept<Theme>("theme", themes, "system");
export const sound = kept<"on" | "off">("sound", ["on", "off"], "off");
export const movement = kept<"on" | "off">("movement", ["on", "off"], "on");
/** Whether finished games of this device go to the server: asked of a player with an account there. */
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

export function applySettings(): void {
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
