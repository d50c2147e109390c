/** What went wrong and what happens next, said to a person. */
import type { Session } from "../model";
import { say, t } from "../words/words";

export function Trouble({ session }: { session: Session }) {
  const connection = session.connection.value;
  const trouble = session.trouble.value;
  const state = connection === "here" ? null : t(`connection.${connection}`);
  return (
    <div aria-live="assertive">
      {state && (
        <div class="notice" data-connection={connection}>
          <p>{state}</p>
          {connection === "gone" && (
            <a class="button second" href="/">
              {t("to-games")}
            </a>
          )}
          {connection === "elsewhere" && (
            <button type="button" class="button second" onClick={() => location.reload()}>
              {t("connection.here")}
            </button>
          )}
        </div>
      )}
      {trouble && (
        <div class="notice" role="alert">
          <p>{say(trouble)}</p>
          <button type="button" class="button second" onClick={() => session.dismissTrouble()}>
            {t("understood")}
          </button>
        </div>
      )}
    </div>
  );
}
