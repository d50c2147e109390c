/** A challenge begins with the game. */
import { t, type Key } from "../../words/words";
import type { Person } from "../api";
import { Dialog } from "../dialog";
import { games } from "../route";

export function GameChoice({ to, close }: { to: Person; close: () => void }) {
  return (
    <Dialog title={t("challenge.which")} close={close}>
      <ul class="plain game-choice">
        {games.map((game) => (
          <li key={game}>
            <a class="button second" href={`/new/${game}?to=${encodeURIComponent(to.id)}`}>
              {t(`game.${game}` as Key)}
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
