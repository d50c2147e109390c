/** The home page: five boxes, and a game in one touch. Everything here is in the page already; nothing is waited for. */
import { useEffect, useState } from "preact/hooks";
import { gameIds, games } from "../games";
import type { GameId } from "../model";
import { say, t } from "../words/words";
import type { Seeks } from "../protocol";
import type { LocalGame } from "../session/saved-games";
import { request } from "./api";
import { gameName } from "./game-words";
import { isNew, playNow, useLocalGames } from "./open";
import { useFacts } from "./facts";
import { Heading } from "./heading";
import { Imprint } from "./imprint";
import { Lid } from "./lid";
import { ago } from "./time";
import { Waiting } from "./waiting";

function GameBox({ game, opening, open }: { game: GameId; opening: boolean; open: () => void }) {
  const { words } = games[game];
  return (
    <li class="box" data-game={game}>
      {/* The words beside it lead there too; who hears the page need not hear it twice. */}
      <a class="box-lid" href={`/box/${game}`} aria-hidden="true" tabIndex={-1}>
        <Lid game={game} />
      </a>
      <div class="box-words">
        <h2>{say(words.name)}</h2>
        <p class="box-year">{say(words.year)}</p>
        <p>{say(words.line)}</p>
        <p class="box-do">
          <button type="button" class="button" disabled={opening} onClick={open} data-play={game}>
            {opening ? t("home.opening") : t("home.play")}
            <span class="unseen"> {t("home.play-of", { game: say(words.name) })}</span>
          </button>
          {isNew(game) && (
            <a class="button second" href={`/lesson/${game}`}>
              {t("home.lesson")}
              <span class="unseen"> {t("home.play-of", { game: say(words.name) })}</span>
            </a>
          )}
          <a href={`/box/${game}`} class="more">
            {t("home.choose")}
            <span class="unseen"> {t("home.play-of", { game: say(words.name) })}</span>
          </a>
        </p>
      </div>
    </li>
  );
}

function Resume({ saved }: { saved: LocalGame[] }) {
  return (
    <section class="resume" aria-labelledby="resume">
      <h2 id="resume">{t("home.resume")}</h2>
      <ul class="cards">
        {saved.slice(0, 4).map((one) => (
          <li key={one.id}>
            <a class="card" href={`/play/${one.id}`}>
              <strong>{gameName(one.terms.game)}</strong>
              <span>{ago(one.touched)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Doors() {
  return (
    <section class="open" aria-labelledby="together">
      <h2 id="together">{t("home.together")}</h2>
      <ul class="cards">
        <li>
          <a class="card" href="/tables">
            <strong>{t("nav.tables")}</strong>
            <span>{t("home.tables-text")}</span>
          </a>
        </li>
        <li>
          <a class="card" href="/tables#playing">
            <strong>{t("home.watch")}</strong>
            <span>{t("home.watch-text")}</span>
          </a>
        </li>
        <li>
          <a class="card" href="/tournaments">
            <strong>{t("home.tournaments")}</strong>
            <span>{t("home.tournaments-text")}</span>
          </a>
        </li>
        <li>
          <a class="card" href="/mine">
            <strong>{t("nav.mine")}</strong>
            <span>{t("home.mine-text")}</span>
          </a>
        </li>
        <li>
          <a class="card" href="/puzzles">
            <strong>{t("home.puzzles")}</strong>
            <span>{t("home.puzzles-text")}</span>
          </a>
        </li>
      </ul>
    </section>
  );
}

/** How many look for an opponent now; 0 until the server has said so, and where there is none. */
function useSeekers(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const load = () => void request<Seeks>("GET", "/seeks").then(({ waiting }) => setCount(waiting.reduce((sum, row) => sum + row.count, 0)), () => undefined);
    if (navigator.onLine) load();
  }, []);
  return count;
}

function FindOpponent() {
  const seekers = useSeekers();
  return (
    <p class="box-do find">
      <a class="button large" href="/seek" data-do="find">
        {t("home.seek")}
      </a>
      <span class="faded">{seekers > 0 ? t("home.seekers", { n: seekers }) : t("home.seek-text")}</span>
    </p>
  );
}

export function Home() {
  const [opening, setOpening] = useState<GameId | null>(null);
  const [failed, setFailed] = useState(false);
  const saved = (useLocalGames().games ?? []).filter((one) => !one.ended && one.steps.length > 0);
  useFacts(); // the engine is on its way while one looks at the boxes
  const open = (game: GameId) => {
    setOpening(game);
    playNow(game).catch(() => {
      setOpening(null);
      setFailed(true);
    });
  };
  return (
    <div class="page">
      <div class="welcome">
        <Heading title={t("server")}>{t("home.title")}</Heading>
        <p class="lead">{t("home.lead")}</p>
        <FindOpponent />
      </div>
      {failed && <Waiting failed />}
      {saved.length > 0 && <Resume saved={saved} />}
      <div class="home-boxes">
        <ul class="home">
          {gameIds.map((game) => (
            <GameBox key={game} game={game} opening={opening === game} open={() => open(game)} />
          ))}
        </ul>
        <Doors />
      </div>
      <Imprint />
    </div>
  );
}
