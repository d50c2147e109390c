/** The banner: the name of the house, where one can go, and what one likes. */
import type { Signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { t, type Key } from "../words/words";
import { route } from "./route";
import { language, movement, sound, theme, themes } from "./settings";

const places = [
  { page: "shelf", href: "/", word: "nav.shelf" },
  { page: "tables", href: "/tables", word: "nav.tables" },
  { page: "mine", href: "/mine", word: "nav.mine" },
] as const;

function Choice<T extends string>({ title, value, options }: { title: string; value: Signal<T>; options: { name: T; text: string; lang?: string }[] }) {
  return (
    <fieldset class="options">
      <legend>{title}</legend>
      <div class="options-row">
        {options.map(({ name, text, lang }) => (
          <label key={name} lang={lang}>
            <input type="radio" name={title} checked={value.value === name} onChange={() => (value.value = name)} />
            <span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const onOff = () => [
  { name: "on" as const, text: t("on") },
  { name: "off" as const, text: t("off") },
];

function Settings() {
  const details = useRef<HTMLDetailsElement>(null);
  // A menu closes when one goes elsewhere, or says so with Escape.
  useEffect(() => {
    const close = (event: Event) => {
      const menu = details.current;
      if (!menu?.open) return;
      if (event instanceof KeyboardEvent ? event.key !== "Escape" : menu.contains(event.target as Node)) return;
      menu.open = false;
      if (event instanceof KeyboardEvent) menu.querySelector("summary")?.focus();
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("keydown", close);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("keydown", close);
    };
  }, []);
  return (
    <details class="settings" ref={details}>
      <summary aria-label={t("settings")} title={t("settings")}>
        <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
          <path d="M4 7h9M17 7h3M4 17h3M11 17h9" stroke="currentColor" stroke-width="2" stroke-linecap="round" />
          <circle cx="15" cy="7" r="2.4" fill="none" stroke="currentColor" stroke-width="2" />
          <circle cx="9" cy="17" r="2.4" fill="none" stroke="currentColor" stroke-width="2" />
        </svg>
      </summary>
      <div class="settings-sheet">
        <Choice title={t("settings.theme")} value={theme} options={themes.map((name) => ({ name, text: t(`theme.${name}` as Key) }))} />
        <Choice title={t("settings.movement")} value={movement} options={onOff()} />
        <Choice title={t("settings.sound")} value={sound} options={onOff()} />
      </div>
    </details>
  );
}

export function Banner() {
  const here = route.value.page;
  const other = language.value === "fr" ? "en" : "fr";
  return (
    <header class="banner">
      <a class="banner-name" href="/">
        <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
          <path d="M16 4 L30 27 H2 Z" fill="currentColor" />
          <path d="M16 10 L21 27 H11 Z" fill="var(--paper)" />
        </svg>
        <span>{t("house")}</span>
      </a>
      <nav aria-label={t("nav")}>
        {places.map(({ page, href, word }) => (
          <a key={page} href={href} aria-current={here === page ? "page" : undefined}>
            {t(word)}
          </a>
        ))}
      </nav>
      <div class="banner-tools">
        <button type="button" class="quiet" lang={other} onClick={() => (language.value = other)}>
          {t("settings.other-language")}
        </button>
        <Settings />
      </div>
    </header>
  );
}
