/** What a move would do, played out by the engine from what one sees; null where that is not enough to know. */
import { engine } from "../engine/engine";
import type { GameEvent, Scene, Text } from "../model";
import { say } from "../words/words";

export async function foresee(scene: Scene, seat: string, token: string): Promise<{ events: GameEvent[]; said: Text[] } | null> {
  try {
    const played = await engine().play(scene.terms, scene.position, [{ seat, token }], [seat]);
    return played.told[0]?.[seat] ?? null;
  } catch {
    return null;
  }
}

/** The same in words, without what goes without saying; empty where there is nothing to tell. */
export async function foreseenWords(scene: Scene, seat: string, token: string): Promise<string> {
  const seen = await foresee(scene, seat, token);
  const kinds = seen && seen.said.length === seen.events.length ? seen.events : null;
  const said = seen?.said.filter((_, i) => !["turn", "ready"].includes(kinds?.[i]?.kind ?? "")) ?? [];
  return said.map(say).join(" ");
}
