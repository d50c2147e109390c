/** At the foot of a page: where more is to be read, what the house keeps, and who answers for it. */
import { t } from "../words/words";
import { useHouse } from "./house-facts";

export function Imprint() {
  const house = useHouse();
  return (
    <footer class="imprint">
      <a href="/docs">{t("docs.title")}</a>
      <a href="/privacy">{t("privacy.title")}</a>
      {house?.pages.includes("legal") && <a href="/legal">{t("legal.title")}</a>}
    </footer>
  );
}
