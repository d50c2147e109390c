/** What a move would do, played out by the engine from what one sees; null where that is not enough to know. */
import { engine } from "../engine/engine";
import type { GameEvent, Scene, Text } from "../model";

export async function foresee(scene: Scene, seat: string, token: string): Promise<{ events: GameEvent[]; said: Text[] } | null> {
  try {
    const played = await engine().play(scene.terms, scene.position, [{ seat, token }], [seat]);
    return played.told[0]?.[seat] ?? null;
  } catch {
    return null;
  }
}
