/** A game in progress with its last move, drawn small as those who watch see it, or as oneself does. It looks again every few seconds. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { Board } from "../../board/Board";
import { pictureOf } from "../../board/games";
import { traceOf, type Done } from "../../board/trace";
import { isGame } from "../../games";
import type { GameEvent, Summary } from "../../protocol";
import { request } from "../api";
import { language } from "../settings";

const PACE = 10_000;
/** Messages among which the last turn is looked for. */
const RECENT = 24;

interface Watched {
  as: string;
  n: number;
  position: string;
  board?: string;
}

/** What the last messages say was done on the board. */
async function recentMoves(table: string, { as, n }: Watched): Promise<Done[]> {
  const { messages } = await request<{ messages: { seat?: string; events?: GameEvent[] }[] }>("GET", `/tables/${table}/history?as=${as}&since=${Math.max(0, n - RECENT)}`);
  return messages.flatMap(({ seat = "#", events }) => (events ? [{ seat, events }] : []));
}

export function LiveBoard({ summary, own = false }: { summary: Summary; own?: boolean }) {
  const [seen, setSeen] = useState<Watched | null>(null);
  const [done, setDone] = useState<Done[]>([]);
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
  useEffect(() => {
    let wanted = true;
    if (seen) recentMoves(table, seen).then((moves) => wanted && setDone(moves), () => undefined);
    return () => void (wanted = false);
  }, [table, seen?.n]);
  // The line below says in words what there is to see.
  return (
    <div class="live-board" data-game={game} aria-hidden="true" inert>
      {picture && <Board picture={picture} language={language.value} last={traceOf(done)} />}
    </div>
  );
}
