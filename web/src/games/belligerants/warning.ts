/** Asks before a move that costs its player a pawn: the engine lists it, since it is legal. */
import type { GameEvent, Scene } from "../../model";
import type { Warning } from "../game";
import { words } from "./words";

/** B15: a player who can take and does not forfeits a pawn that could have. The legal list shows whether one could. */
function forfeits(scene: Scene, seat: string, token: string): boolean {
  if (scene.terms.options["compulsion"] === "forced" || token.includes("x")) return false;
  return (scene.legal[seat] ?? []).some((one) => one.includes("x"));
}

export async function warning(scene: Scene, seat: string, token: string, foresee: () => Promise<GameEvent[]>): Promise<Warning | null> {
  if (scene.says?.phase !== "move") return null;
  if (forfeits(scene, seat, token)) return { title: words.forfeitTitle, text: words.forfeitText, yes: words.forfeitYes, no: words.forfeitNo };
  const ruins = (await foresee()).some((event) => event.kind === "destroyed" && event.side === seat);
  return ruins ? { title: words.ruinTitle, text: words.ruinText, yes: words.ruinYes, no: words.forfeitNo } : null;
}
