/** What each side has at the end, and what its score is made of where the game counts pawn by pawn. */
import type { GameFacts, Scene } from "../model";
import { capital, say } from "../words/words";
import { sideTitle } from "./levels";

type Fact = NonNullable<Scene["says"]>["facts"][number];

/** Pieces alike that count alike are one line: how many, what, worth how much together. */
function partsOf(facts: readonly Fact[]): { key: string; what: string; value: number }[] {
  const groups = new Map<string, Fact[]>();
  for (const fact of facts) {
    const key = `${fact.id} ${fact.piece?.en} ${fact.value}`;
    groups.set(key, [...(groups.get(key) ?? []), fact]);
  }
  return [...groups].map(([key, [fact, ...others]]) => {
    const { piece, label, value } = fact as Fact;
    const many = others.length > 0 ? `${others.length + 1} × ` : "";
    return { key, what: `${many}${piece ? say(piece) : ""} (${say(label)})`, value: value * (others.length + 1) };
  });
}

export function Score({ facts, scene }: { facts: GameFacts; scene: Scene }) {
  const said = scene.says?.facts ?? [];
  const sides = facts.sides.map(({ side }) => ({
    side,
    sums: said.filter((fact) => fact.side === side && fact.main),
    parts: partsOf(said.filter((fact) => fact.side === side && fact.piece)),
  }));
  if (sides.every(({ sums }) => sums.length === 0)) return null;
  return (
    <div class="score">
      {sides.map(({ side, sums, parts }) => (
        <section key={side} data-side={side}>
          <h3>
            <i class="swatch" aria-hidden="true" />
            {sideTitle(facts, side)}
          </h3>
          <p>{sums.map(({ value, label }) => `${value} ${say(label)}`).join(", ")}</p>
          {parts.length > 0 && (
            <ul class="plain">
              {parts.map(({ key, what, value }) => (
                <li key={key}>
                  <span>{capital(what)}</span> <b>{value}</b>
                </li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </div>
  );
}
