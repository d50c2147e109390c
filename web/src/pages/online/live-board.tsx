/** A game in progress, drawn small as those who watch see it, or as oneself does. It looks again every few seconds. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { Board } from "../../board/Board";
import { pictureOf } from "../../board/games";
import { isGame } from "../../games";
import type { Summary } from "../../protocol";
import { request } from "../api";
import { language } from "../settings";

const PACE = 10_000;

interface Watched {
  as: string;
  position: string;
  board?: string;
}

export function LiveBoard({ summary, own = false }: { summary: Summary; own?: boolean }) {
  const [seen, setSeen] = useState<Watched | null>(null);
  const { table, game, seats, options } = summary;
  useEffect(() => {
    const look = () => {
      if (document.visibilityState !== "visible") return;
      request<Watched>("GET", `/tables/${table}${own ? "" : "?as=watcher"}`).then(setSeen, () => undefined);
    };
    look();
    const timer = setInterval(look, PACE);
    return () => clearInterval(timer);
  }, [table, own]);
  const picture = useMemo(
    () => (seen && isGame(game) ? pictureOf({ terms: { game, seats, options, board: seen.board }, as: seen.as }, seen.position) : null),
    [seen?.position],
  );
  // The line below says in words what there is to see.
  return (
    <div class="live-board" data-game={game} aria-hidden="true" inert>
      {picture && <Board picture={picture} language={language.value} />}
    </div>
  );
}
