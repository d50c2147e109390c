/** A new version waits. The notice covers no control; the version is taken when the player says so. */
import { render } from "preact";
import { newVersion, takeNewVersion } from "../../offline/service";
import { t } from "../../words/words";
import { route } from "../route";

function Notice() {
  const { page } = route.value;
  const playing = page === "play" || page === "table";
  if (!newVersion.value || playing) return null;
  return (
    <div class="notice" role="status" data-notice="version">
      <p>{t("version.ready")}</p>
      <div class="row">
        <button type="button" class="button" onClick={takeNewVersion} data-do="renew">
          {t("version.take")}
        </button>
        <button type="button" class="quiet" onClick={() => (newVersion.value = false)}>
          {t("version.later")}
        </button>
      </div>
    </div>
  );
}

export function showNotice(): void {
  const place = document.createElement("div"); // no landmark: what is said there is a status
  place.className = "notifications version";
  document.body.append(place);
  render(<Notice />, place);
}
