/** There is nothing at this address. */
import { t } from "../words/words";
import { Heading } from "./heading";

export function NotFound() {
  return (
    <div class="page narrow">
      <Heading title={t("lost.title")} />
      <p>{t("lost.text")}</p>
      <p>
        <a class="button" href="/">
          {t("to-games")}
        </a>
      </p>
    </div>
  );
}
