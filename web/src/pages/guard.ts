/** Asks before a move that its player would regret, where the game knows such moves. */
import { engine } from "../engine/engine";
import type { Scene, Session } from "../model";
import { offersSame } from "../session/draft";
import { say, t } from "../words/words";
import { ask } from "./ask";

async function isMeant(scene: Scene, seat: string, token: string): Promise<boolean> {
  const warning = await engine().warning(scene.terms, scene.position, seat, token).catch(() => null);
  if (!warning) return true;
  return ask({ title: say(warning.title), text: say(warning.text), yes: say(warning.yes), no: t("guard.no") });
}

/** The same session, which asks first. */
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
      const seen = session.scene.value;
      // While the question was asked the game may have gone on.
      if ((await isMeant(seen, seat, token)) && offersSame(seen, session.scene.value, seat)) await session.choose(seat, token);
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
