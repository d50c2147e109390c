/** Evenings and clubs stand side by side. */
import { t } from "../../words/words";

export function Tabs({ here }: { here: "evenings" | "clubs" }) {
  return (
    <nav class="tabs" aria-label={t("evenings.tabs")}>
      {(["evenings", "clubs"] as const).map((one) => (
        <a key={one} href={`/${one}`} aria-current={one === here ? "page" : undefined}>
          {one === "evenings" ? t("evenings.title") : t("clubs.title")}
        </a>
      ))}
    </nav>
  );
}
