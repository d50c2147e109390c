/** Who stands where, and what decides where points are equal. */
import { say, t, hasWord } from "../../words/words";
import type { TournamentPage } from "../../protocol";
import { Name } from "../name";
import { person } from "../person";
import { figure } from "./figure";

/** Before it begins there are no places: who comes, and how strong they are. */
export function ComingPeople({ page }: { page: TournamentPage }) {
  const coming = page.standings.filter((one) => !one.left);
  return (
    <section aria-labelledby="coming">
      <h2 id="coming">{t("tournament.coming", { n: coming.length })}</h2>
      {coming.length === 0 ? (
        <p class="faded">{t("tournament.nobody")}</p>
      ) : (
        <ul class="lines">
          {coming.map((one) => (
            <li key={one.person}>
              <span>
                <Name id={one.person} name={one.name} link />
              </span>
              <span class="faded">{one.rating}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

export function Standings({ page }: { page: TournamentPage }) {
  const explained = page.measures.flatMap(({ id, name }) => {
    const key = `measure.${id}`;
    return hasWord(key) ? [{ id, name: say(name), text: t(key) }] : [];
  });
  return (
    <section aria-labelledby="standings">
      <h2 id="standings">{t("tournament.standings")}</h2>
      <div class="wide" tabIndex={0} role="group" aria-labelledby="standings">
        <table class="board-of-leaders standings">
          <thead>
            <tr>
              <th scope="col">{t("tournament.place")}</th>
              <th scope="col">{t("tournament.name")}</th>
              {page.measures.map((one) => (
                <th key={one.id} scope="col">
                  {say(one.name)}
                </th>
              ))}
              <th scope="col">{t("tournament.tally")}</th>
            </tr>
          </thead>
          <tbody>
            {page.standings.map((one) => (
              <tr key={one.person} data-mine={one.person === person.value?.id}>
                <td>{one.place}</td>
                <th scope="row">
                  <Name id={one.person} name={one.name} link />
                  {one.left && <span class="mark">{t("tournament.left")}</span>}
                </th>
                {one.measures.map((value, i) => (
                  <td key={page.measures[i]?.id}>{figure(value)}</td>
                ))}
                <td>{`${one.won} / ${one.drawn} / ${one.lost}`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <details class="rule-options">
        <summary>{t("tournament.ties")}</summary>
        <p>{t("tournament.ties-text")}</p>
        <dl class="measures">
          {explained.map((one) => (
            <div key={one.id}>
              <dt>{one.name}</dt>
              <dd>{one.text}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}
