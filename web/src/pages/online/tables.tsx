/** The lobby: who looks for an opponent, tables that wait for players, games to watch, and the tournaments of the day. */
import { useEffect, useState } from "preact/hooks";
import { gameIds } from "../../games";
import type { GameFacts } from "../../model";
import type { Summary, Tournament, Tournaments } from "../../protocol";
import { capital, say, t } from "../../words/words";
import { request } from "../api";
import { useFacts } from "../facts";
import { gameName } from "../game-words";
import { Heading } from "../heading";
import { joinSoon } from "../join";
import { usePerson } from "../person";
import { unusualOptions } from "../rule-options";
import { go } from "../route";
import { TableLine } from "../table-line";
import { moment } from "../time";
import { LiveBoard } from "./live-board";
import { lobbyLost, lobbySeeks, tables, useLobby } from "./lobby";
import { Seekers } from "./seekers";

const BOARDS = 3;
const DAY = 86_400_000;

const isFree = ({ reserved, level, people }: Summary["occupants"][number]): boolean => !reserved && level === 0 && people.length === 0;

/** The rule options in plain words. */
function optionWords(facts: GameFacts[] | null, { game, options }: Summary): string {
  const found = facts?.find((one) => one.id === game);
  if (!found) return "";
  const unusual = unusualOptions(found, options).map((one) => capital(say(one.what)));
  return unusual.length > 0 ? unusual.join(" ") : t("options.all-usual");
}

function OpenTable({ summary, facts, me }: { summary: Summary; facts: GameFacts[] | null; me: string }) {
  const ours = summary.occupants.some(({ people }) => people.some(({ person }) => person === me));
  const join = (event: Event) => {
    if (ours || !summary.occupants.some(isFree)) return;
    event.preventDefault();
    joinSoon(summary.table);
    go(`/t/${summary.table}`);
  };
  return <TableLine summary={summary} facts={facts} todo={ours ? t("lobby.yours") : summary.occupants.some(isFree) ? t("tables.sit") : t("lobby.reserved")} more={optionWords(facts, summary)} follow={join} />;
}

function Open({ open, facts }: { open: Summary[]; facts: GameFacts[] | null }) {
  const me = usePerson()?.id ?? "";
  return (
    <section aria-labelledby="open">
      <h2 id="open">{t("lobby.open")}</h2>
      {open.length === 0 ? (
        <p class="faded">{t("lobby.none-open")}</p>
      ) : (
        <ul class="cards">
          {open.map((one) => (
            <OpenTable key={one.table} summary={one} facts={facts} me={me} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Games between people come first, and of these the rated ones. */
function worth({ occupants, rated }: Summary): number {
  return (occupants.every(({ level }) => level === 0) ? 2 : 0) + (rated ? 1 : 0);
}

function Playing({ playing, facts }: { playing: Summary[]; facts: GameFacts[] | null }) {
  const best = [...playing].sort((one, other) => worth(other) - worth(one));
  return (
    <section aria-labelledby="playing">
      <h2 id="playing">{t("lobby.playing")}</h2>
      {best.length === 0 ? (
        <p class="faded">{t("lobby.none-playing")}</p>
      ) : (
        <ul class="cards">
          {best.map((one, i) => (
            <TableLine key={one.table} summary={one} facts={facts} todo={t("tables.watch")} picture={i < BOARDS && <LiveBoard summary={one} />} />
          ))}
        </ul>
      )}
    </section>
  );
}

function useTonight(): Tournament[] {
  const [tonight, setTonight] = useState<Tournament[]>([]);
  useEffect(() => {
    const soon = ({ starts }: Tournament): boolean => starts !== null && starts < Date.now() + DAY;
    request<Tournaments>("GET", "/tournaments").then(({ running, announced }) => setTonight([...running, ...announced.filter(soon)]), () => undefined);
  }, []);
  return tonight;
}

function Tonight() {
  const tonight = useTonight();
  return (
    <section aria-labelledby="tonight">
      <h2 id="tonight">{t("lobby.tonight")}</h2>
      {tonight.length === 0 && <p class="faded">{t("lobby.none-tonight")}</p>}
      <ul class="cards">
        {tonight.map((one) => (
          <li key={one.id}>
            <a class="card" href={`/tournaments/${one.id}`} data-game={one.game}>
              <strong>
                <bdi>{one.name}</bdi>
              </strong>
              <span>{gameName(one.game)}</span>
              <span class="faded">
                {one.stage === "running" ? t("lobby.running") : one.starts && moment(one.starts)} · {t("lobby.players", { n: one.players })}
              </span>
            </a>
          </li>
        ))}
      </ul>
      <p>
        <a href="/tournaments">{t("lobby.tournaments")}</a> · <a href="/leaders">{t("menu.leaders")}</a>
      </p>
    </section>
  );
}

export function Tables() {
  const facts = useFacts();
  useLobby();
  const all = tables.value ?? [];
  const loaded = tables.value !== null;
  useEffect(() => {
    if (location.hash === "#playing") document.getElementById("playing")?.scrollIntoView();
  }, [loaded]);
  return (
    <div class="page">
      <Heading title={t("lobby.title")} />
      {lobbyLost.value && (
        <p class="notice" role="status">
          {t(navigator.onLine ? "connection.lost" : "offline")}
        </p>
      )}
      <Seekers seeks={lobbySeeks.value} />
      <Open open={all.filter((one) => one.stage === "open")} facts={facts} />
      <Playing playing={all.filter((one) => one.stage === "playing")} facts={facts} />
      <Tonight />
      <section aria-labelledby="make">
        <h2 id="make">{t("lobby.make")}</h2>
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
