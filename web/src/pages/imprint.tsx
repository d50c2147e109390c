/** At the foot of a page: where more is to be read, what the server keeps, and who answers for it. */
import { t } from "../words/words";
import { useServer } from "./server-facts";

export function Imprint() {
  const server = useServer();
  return (
    <footer class="imprint">
      <a href="/docs">{t("docs.title")}</a>
      <a href="/privacy">{t("privacy.title")}</a>
      {server?.pages.includes("legal") && <a href="/legal">{t("legal.title")}</a>}
    </footer>
  );
}
