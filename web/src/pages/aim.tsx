/** What a game is about: told at the first turn of the first game on this device, and in the legend. */
import { useEffect, useRef, useState } from "preact/hooks";
import { arranging } from "../board/GameBoard";
import { games } from "../games";
import type { GameId, Session } from "../model";
import { say, t } from "../words/words";
import { recall, remember } from "./settings";
import { announce } from "./voice";

const READ = 12_000; // milliseconds that the card stays, unless something happens

export const aimOf = (game: GameId): string => t("table.aim", { aim: say(games[game].words.aim) });

/** Over the board's edge while it is the player's first turn. */
export function AimCard({ session }: { session: Session }) {
  const scene = session.scene.value;
  const { game } = scene.terms;
  const [read, setRead] = useState(recall(`aim.${game}`) !== null);
  const happened = session.log.value.length;
  const from = useRef<number | null>(null);
  const ready = Object.keys(scene.legal).length > 0 && arranging(scene) === null;
  if (ready) from.current ??= happened;
  const shown = ready && !read && from.current === happened;
  useEffect(() => {
    if (!shown) return;
    remember(`aim.${game}`, "yes");
    announce(aimOf(game));
    const timer = setTimeout(() => setRead(true), READ);
    return () => {
      clearTimeout(timer);
      setRead(true);
    };
  }, [shown]);
  return shown ? <p class="event-card">{aimOf(game)}</p> : null;
}
