/** Something is on its way, or could not be had. */
import { t } from "../words/words";

export function Waiting({ failed = false }: { failed?: boolean }) {
  if (!failed) return <p class="waiting">{t("waiting")}</p>;
  return (
    <div class="notice" role="alert">
      <p>{t("waiting.failed")}</p>
      <button type="button" class="button second" onClick={() => location.reload()}>
        {t("again")}
      </button>
    </div>
  );
}
