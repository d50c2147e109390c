/** The lobby: tables that wait for somebody, and games one may watch. */
import { useEffect } from "preact/hooks";
import { gameIds } from "../games";
import { t } from "../words/words";
import { useFacts } from "./facts";
import { gameName } from "./game-words";
import { Heading } from "./heading";
import { lobbyLost, tables, useLobby } from "./lobby";
import { TableLine } from "./table-line";

export function Tables() {
  const facts = useFacts();
  useLobby();
  const all = tables.value ?? [];
  const open = all.filter((one) => one.stage === "open");
  const playing = all.filter((one) => one.stage === "playing");
  const loaded = tables.value !== null;
  useEffect(() => {
    if (location.hash === "#playing") document.getElementById("playing")?.scrollIntoView();
  }, [loaded]);
  return (
    <div class="page">
      <Heading title={t("tables.title")} />
      <p class="lead">{t("tables.lead")}</p>
      {lobbyLost.value && (
        <p class="notice" role="status">
          {t(navigator.onLine ? "connection.lost" : "offline")}
        </p>
      )}
      <section aria-labelledby="open">
        <h2 id="open">{t("tables.open")}</h2>
        {open.length === 0 ? (
          <p class="faded">{t("tables.none-open")}</p>
        ) : (
          <ul class="cards">
            {open.map((one) => (
              <TableLine key={one.table} summary={one} facts={facts} todo={t("tables.sit")} />
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="playing">
        <h2 id="playing">{t("tables.playing")}</h2>
        {playing.length === 0 ? (
          <p class="faded">{t("tables.none-playing")}</p>
        ) : (
          <ul class="cards">
            {playing.map((one) => (
              <TableLine key={one.table} summary={one} facts={facts} todo={t("tables.watch")} />
            ))}
          </ul>
        )}
      </section>
      <p>
        <a href="/leaders">{t("menu.leaders")}</a>
      </p>
      <section aria-labelledby="make">
        <h2 id="make">{t("tables.make")}</h2>
        <ul class="cards">
          {gameIds.map((game) => (
            <li key={game}>
              <a class="card" href={`/new/${game}`}>
                <strong>{gameName(game)}</strong>
                <span>{t("box.new-table")}</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
