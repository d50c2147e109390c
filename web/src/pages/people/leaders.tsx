/** Who plays best, as far as rated games tell. */
import { gameIds } from "../../games";
import type { GameId } from "../../model";
import { t } from "../../words/words";
import type { Leader, Leaders } from "../../protocol";
import { Missing, useFetched } from "../fetched";
import { gameName } from "../game-words";
import { Heading } from "../heading";
import { Name } from "../name";
import { person } from "../person";
import { RatingFigure, ratingWords } from "./rating";

function Board({ leaders, title }: { leaders: Leader[]; title: string }) {
  return (
    <table class="board-of-leaders">
      <caption class="unseen">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{t("leaders.place")}</th>
          <th scope="col">{t("leaders.name")}</th>
          <th scope="col">{t("leaders.rating")}</th>
          <th scope="col">{t("leaders.played")}</th>
        </tr>
      </thead>
      <tbody>
        {leaders.map((one) => (
          <tr key={one.person.id} data-mine={one.person.id === person.value?.id}>
            <td>{one.place}</td>
            <th scope="row">
              <Name id={one.person.id} name={one.person.name} link />
            </th>
            <td>{ratingWords(one)}</td>
            <td>{one.games}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function LeadersPage({ game }: { game?: GameId }) {
  const chosen = game ?? gameIds[0];
  const fetched = useFetched<Leaders>(`/leaders?game=${chosen}`);
  const mine = fetched.value?.me;
  const name = gameName(chosen);
  return (
    <div class="page narrow">
      <Heading title={game ? t("leaders.of", { game: name }) : t("leaders.title")} />
      <p class="lead">{t("leaders.lead")}</p>
      <nav class="tabs" aria-label={t("leaders.games")}>
        {gameIds.map((one) => (
          <a key={one} href={`/leaders/${one}`} aria-current={one === chosen ? "page" : undefined}>
            {gameName(one)}
          </a>
        ))}
      </nav>
      {mine && (
        <p>
          {t("leaders.you")} <RatingFigure rating={mine} />
        </p>
      )}
      {!fetched.value ? (
        <Missing of={fetched} />
      ) : fetched.value.leaders.length === 0 ? (
        <>
          <p>{t("leaders.none")}</p>
          <a class="button second" href={`/new/${chosen}`}>
            {t("leaders.make")}
          </a>
        </>
      ) : (
        <Board leaders={fetched.value.leaders} title={name} />
      )}
    </div>
  );
}
