/** Asks before something that one would regret: the engine lists it, since it is legal, but it costs a pawn. */
import type { Scene, Session } from "../model";
import { t } from "../words/words";
import { ask } from "./ask";
import { foresee } from "./foresee";

/** B15: who could take and does not forfeits one of the pawns that could have. The legal list shows whether one could. */
function forfeits(scene: Scene, seat: string, token: string): boolean {
  if (scene.terms.options["compulsion"] === "forced" || token.includes("x")) return false;
  return (scene.legal[seat] ?? []).some((one) => one.includes("x"));
}

/** Whether the piece that moves is lost by it. A warning that cannot be had must not stop the game. */
async function ruins(scene: Scene, seat: string, token: string): Promise<boolean> {
  const seen = await foresee(scene, seat, token);
  return seen?.events.some((event) => event.kind === "destroyed" && event.side === seat) ?? false;
}

async function isMeant(scene: Scene, seat: string, token: string): Promise<boolean> {
  if (scene.terms.game !== "belligerants" || scene.says?.phase !== "move") return true;
  if (forfeits(scene, seat, token))
    return ask({ title: t("forfeit.title"), text: t("forfeit.text"), yes: t("forfeit.yes"), no: t("forfeit.no") });
  if (await ruins(scene, seat, token))
    return ask({ title: t("ruin.title"), text: t("ruin.text"), yes: t("ruin.yes"), no: t("forfeit.no") });
  return true;
}

/** The same session, with a question put before what is regretted most. */
export function guarded(session: Session): Session {
  return {
    facts: session.facts,
    table: session.table,
    scene: session.scene,
    log: session.log,
    connection: session.connection,
    trouble: session.trouble,
    thinking: session.thinking,
    choose: async (seat, token) => {
      if (await isMeant(session.scene.value, seat, token)) await session.choose(seat, token);
    },
    undo: () => session.undo(),
    confirm: () => session.confirm(),
    command: (verb, fields) => session.command(verb, fields),
    hint: () => session.hint(),
    lookAs: (seat) => session.lookAs(seat),
    dismissTrouble: () => session.dismissTrouble(),
    close: () => session.close(),
  };
}
