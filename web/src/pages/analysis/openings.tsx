/** What was played from here in the games of the server. Where the server cannot be asked there is simply nothing. */
import type { GameFacts } from "../../model";
import type { Sandbox } from "../../session/sandbox";
import { t } from "../../words/words";
import { useFetched } from "../fetched";
import { sideTitle } from "../levels";

interface Counted {
  games: number;
  moves: { seat: string; token: string; games: number; won: Record<string, number>; drawn: number }[];
}

/** The server files so many tokens of a game. */
const FILED = 16;

function useCounted(facts: GameFacts, sandbox: Sandbox, usual: boolean): Counted | null {
  void sandbox.scene.value;
  const { steps } = sandbox;
  const line = steps.map(({ seat, token }) => `${seat}:${token}`).join(",");
  const asked = usual && steps.length < FILED;
  return useFetched<Counted>(asked ? `/openings?game=${facts.id}${line && `&line=${encodeURIComponent(line)}`}` : null).value;
}

export function Openings({ facts, sandbox, usual }: { facts: GameFacts; sandbox: Sandbox; usual: boolean }) {
  const counted = useCounted(facts, sandbox, usual);
  if (!counted?.games) return null;
  return (
    <section class="openings" aria-labelledby="openings">
      <h2 id="openings">{t("openings.title")}</h2>
      <p>{t("openings.text", { n: counted.games })}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("openings.move")}</th>
            <th scope="col">{t("openings.games")}</th>
            {facts.sides.map(({ side }) => (
              <th key={side} scope="col">
                {sideTitle(facts, side)}
              </th>
            ))}
            <th scope="col">{t("openings.drawn")}</th>
          </tr>
        </thead>
        <tbody>
          {counted.moves.map(({ seat, token, games, won, drawn }) => (
            <tr key={`${seat} ${token}`}>
              <th scope="row">
                <button type="button" class="choice" onClick={() => void sandbox.follow([{ seat, token }])}>
                  {token}
                </button>
              </th>
              <td>{games}</td>
              {facts.sides.map(({ side }) => (
                <td key={side}>{won[side] ?? 0}</td>
              ))}
              <td>{drawn}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
