/** The people who look for an opponent: a press on one of them, and the two play. */
import { isGame } from "../../games";
import type { Seeks } from "../../protocol";
import { t } from "../../words/words";
import { gameName } from "../game-words";
import { looking } from "../looking";
import { Name } from "../name";
import { person } from "../person";
import { go } from "../route";
import { paceWords } from "./seek-page";
import { lookFor } from "./seeking";

type Seeker = Seeks["people"][number];

function play({ person: id, game, pace, rated }: Seeker): void {
  const seek = { game: game !== null && isGame(game) ? game : null, pace, rated, with: id };
  if (person.value) lookFor(seek);
  go(seek.game ? `/seek/${seek.game}` : "/seek");
}

function SeekerLine({ one }: { one: Seeker }) {
  return (
    <li class="card" data-game={one.game ?? ""}>
      <strong>
        <Name id={one.person} name={one.name} link={one.account} />
        {one.rating ? ` (${one.rating})` : ""}
      </strong>
      <span>{one.game ? gameName(one.game) : t("seek.any")}</span>
      <span class="faded">
        {paceWords(one.pace)}
        {one.rated && <span class="mark">{t("table.rated")}</span>}
      </span>
      <button type="button" class="button second" onClick={() => play(one)} data-play={one.person}>
        {t("lobby.play")}
      </button>
    </li>
  );
}

export function Seekers({ seeks }: { seeks: Seeks | null }) {
  const others = (seeks?.people ?? []).filter((one) => one.person !== person.value?.id);
  return (
    <section aria-labelledby="seekers">
      <h2 id="seekers">{t("lobby.seekers")}</h2>
      <p>
        <a class="button" href="/seek" data-do="find">
          {looking.value ? t("seek.looking") : t("seek.title")}
        </a>
      </p>
      {others.length === 0 ? (
        <p class="faded">{t("lobby.none-seek")}</p>
      ) : (
        <ul class="cards">
          {others.map((one) => (
            <SeekerLine key={one.person} one={one} />
          ))}
        </ul>
      )}
    </section>
  );
}
