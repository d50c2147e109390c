/** A challenge begins with the game. */
import { gameIds } from "../../games";
import { t } from "../../words/words";
import type { Person } from "../api";
import { Dialog } from "../dialog";
import { gameName } from "../game-words";

export function GameChoice({ to, close }: { to: Person; close: () => void }) {
  return (
    <Dialog title={t("challenge.which")} close={close}>
      <ul class="plain game-choice">
        {gameIds.map((game) => (
          <li key={game}>
            <a class="button second" href={`/new/${game}?to=${encodeURIComponent(to.id)}`}>
              {gameName(game)}
            </a>
          </li>
        ))}
      </ul>
      <div class="row end">
        <button type="button" class="quiet" onClick={close}>
          {t("dialog.close")}
        </button>
      </div>
    </Dialog>
  );
}
