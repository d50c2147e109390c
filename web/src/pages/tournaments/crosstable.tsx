/** A round robin at a glance: what each has scored against each. */
import { t } from "../../words/words";
import type { TournamentPage } from "../../protocol";
import { Name } from "../name";
import { figure } from "./figure";

export function Crosstable({ page }: { page: TournamentPage }) {
  const { crosstable, standings } = page;
  if (!crosstable || standings.length === 0) return null;
  return (
    <section aria-labelledby="crosstable">
      <h2 id="crosstable">{t("tournament.crosstable")}</h2>
      <div class="wide" tabIndex={0} role="group" aria-labelledby="crosstable">
        <table class="board-of-leaders crosstable">
          <thead>
            <tr>
              <th scope="col">{t("tournament.place")}</th>
              <th scope="col">{t("tournament.name")}</th>
              {standings.map((one, i) => (
                <th key={one.person} scope="col" title={one.name} aria-label={one.name}>
                  {i + 1}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {standings.map((one, i) => (
              <tr key={one.person}>
                <td>{i + 1}</td>
                <th scope="row">
                  <Name id={one.person} name={one.name} link />
                </th>
                {standings.map((other, j) => {
                  const cell = crosstable[i]?.[j] ?? null;
                  return (
                    <td key={other.person} data-self={i === j}>
                      {i === j ? "×" : cell === null ? "·" : figure(cell)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
