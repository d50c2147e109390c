/** A hint as the page shows it: the choice, why, and the reply, where the other side acts next and nothing is secret. */
import type { Engine, Thought } from "../engine/engine";
import type { Advised, GameFacts, Scene } from "../model";

async function replyTo(engine: Engine, { terms, position }: Scene, { seat, token, line = [] }: Thought, sideOf: (seat: string) => string): Promise<string | undefined> {
  if (line[0] !== token || line[1] === undefined) return undefined;
  const { toAct } = await engine.play(terms, position, [{ seat, token }], [seat]);
  return toAct.every((one) => one !== "#" && sideOf(one) !== sideOf(seat)) ? line[1] : undefined;
}

export async function advised(engine: Engine, facts: GameFacts, scene: Scene, thought: Thought | null, sideOf: (seat: string) => string): Promise<Advised | null> {
  if (!thought) return null;
  const { seat, token, why = { fr: "", en: "" } } = thought;
  const reply = facts.secrets ? undefined : await replyTo(engine, scene, thought, sideOf).catch(() => undefined);
  return { seat, token, why, ...(reply === undefined ? {} : { reply }) };
}
