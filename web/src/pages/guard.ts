/** Asks before a move that its player would regret, where the game knows such moves. */
import { games } from "../games";
import type { Scene, Session } from "../model";
import { say } from "../words/words";
import { ask } from "./ask";
import { foresee } from "./foresee";

async function isMeant(scene: Scene, seat: string, token: string): Promise<boolean> {
  const events = async () => (await foresee(scene, seat, token))?.events ?? [];
  const warning = await games[scene.terms.game].warning?.(scene, seat, token, events);
  if (!warning) return true;
  return ask({ title: say(warning.title), text: say(warning.text), yes: say(warning.yes), no: say(warning.no) });
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
