/** What a move would do, played out by the engine from what one sees; null where that is not enough to know. */
import { tokenWords } from "../board/games";
import { engine } from "../engine/engine";
import type { GameEvent, Scene, Text } from "../model";
import { capital, say } from "../words/words";

export async function previewMove(scene: Scene, seat: string, token: string): Promise<{ events: GameEvent[]; said: Text[] } | null> {
  try {
    const played = await engine().play(scene.terms, scene.position, [{ seat, token }], [seat]);
    return played.told[0]?.[seat] ?? null;
  } catch {
    return null;
  }
}

/** A move in words: what it would do, without what goes without saying, and what is chosen besides its points. */
export async function moveWords(scene: Scene, seat: string, token: string): Promise<string> {
  const { points, choices } = tokenWords(scene, seat, token);
  const chosen = say(choices);
  if (points.length === 0) return `${chosen}.`;
  const seen = await previewMove(scene, seat, token);
  const kinds = seen && seen.said.length === seen.events.length ? seen.events : null;
  const said = seen?.said.filter((_, i) => !["turn", "ready"].includes(kinds?.[i]?.kind ?? "")) ?? [];
  const what = said.map(say).join(" ") || `${points.join(" · ")}.`;
  return capital(chosen ? `${what} (${chosen}.)` : what);
}
