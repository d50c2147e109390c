/** The banner: the name of the server, where one can go, and what one likes. */
import type { Signal } from "@preact/signals";
import { install, installOffer } from "../offline/register";
import { t, type Key } from "../words/words";
import { looking } from "./looking";
import { Menu } from "./menu";
import { PersonMenu } from "./person-menu";
import { route } from "./route";
import { useSeconds } from "./seconds";
import { language, movement, sound, theme, themes } from "./settings";
import { duration } from "./time";

const places = [
  { page: "home", href: "/", word: "nav.games" },
  { page: "tables", href: "/tables", word: "nav.tables" },
  { page: "tournaments", href: "/tournaments", word: "nav.tournaments" },
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
  const sign = (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path d="M4 7h9M17 7h3M4 17h3M11 17h9" stroke="currentColor" stroke-width="2" stroke-linecap="round" />
      <circle cx="15" cy="7" r="2.4" fill="none" stroke="currentColor" stroke-width="2" />
      <circle cx="9" cy="17" r="2.4" fill="none" stroke="currentColor" stroke-width="2" />
    </svg>
  );
  return (
    <Menu kind="settings" name={t("settings")} sign={sign}>
      <Choice title={t("settings.theme")} value={theme} options={themes.map((name) => ({ name, text: t(`theme.${name}` as Key) }))} />
      <Choice title={t("settings.movement")} value={movement} options={onOff()} />
      <Choice title={t("settings.sound")} value={sound} options={onOff()} />
      {installOffer.value && (
        <p>
          <button type="button" class="button second" onClick={install} data-do="install">
            {t("settings.install")}
          </button>
        </p>
      )}
    </Menu>
  );
}

function Places({ here }: { here: string }) {
  return (
    <>
      {places.map(({ page, href, word }) => (
        <a key={page} href={href} aria-current={here === page ? "page" : undefined}>
          {t(word)}
        </a>
      ))}
    </>
  );
}

const PlacesSign = () => (
  <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
    <path d="M4 6h16M4 12h16M4 18h16" stroke="currentColor" stroke-width="2" stroke-linecap="round" />
  </svg>
);

/** One looks for an opponent, and may be anywhere meanwhile. */
function LookingSign({ since }: { since: number }) {
  useSeconds();
  return (
    <a class="looking" href="/seek" title={t("home.looking")}>
      <span class="unseen">{t("home.looking")} </span>
      {duration(Date.now() - since)}
    </a>
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
        <span>{t("server")}</span>
      </a>
      <nav class="banner-nav" aria-label={t("nav")}>
        <Places here={here} />
      </nav>
      <div class="banner-tools">
        {looking.value && <LookingSign since={looking.value.since} />}
        <Menu kind="places" name={t("nav")} sign={<PlacesSign />}>
          <nav aria-label={t("nav")}>
            <Places here={here} />
          </nav>
        </Menu>
        <button type="button" class="quiet" lang={other} onClick={() => (language.value = other)}>
          {t("settings.other-language")}
        </button>
        <PersonMenu />
        <Settings />
      </div>
    </header>
  );
}
