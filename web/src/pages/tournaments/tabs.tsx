/** Tournaments and clubs stand side by side. */
import { t } from "../../words/words";

export function Tabs({ here }: { here: "tournaments" | "clubs" }) {
  return (
    <nav class="tabs" aria-label={t("tournaments.tabs")}>
      {(["tournaments", "clubs"] as const).map((one) => (
        <a key={one} href={`/${one}`} aria-current={one === here ? "page" : undefined}>
          {one === "tournaments" ? t("tournaments.title") : t("clubs.title")}
        </a>
      ))}
    </nav>
  );
}
