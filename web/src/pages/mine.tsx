/** One's games: those of the server that wait for one's move first, then those of this device. */
import type { FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { outside } from "../base";
import type { LocalGame } from "../session/saved-games";
import { t } from "../words/words";
import type { OwnTable } from "../protocol";
import { request, sentence } from "./api";
import { gameName } from "./game-words";
import { useLocalGames } from "./open";
import { useFacts } from "./facts";
import { FinishedGames } from "./finished";
import { Heading } from "./heading";
import { later } from "./later";
import { Name } from "./name";
import { account, ServerTrouble, serverTrouble, meet, myTables, NameForm, person } from "./person";
import { OtherDevice } from "./other-device";
import { go } from "./route";
import { notices } from "./settings";
import { TableLine } from "./table-line";
import { toast } from "./toasts";
import { awaiting } from "./next-game";
import { ago, duration, moment } from "./time";

const FINISHED = 20;
/** Games whose boards are drawn, each with requests of its own. */
const BOARDS = 6;

const LiveBoard = later(
  () => import("./online/live-board").then((part) => part.LiveBoard),
  () => <div class="live-board" />,
);

const Vacation = later(
  () => import("./correspondence/vacation").then((part) => part.VacationEverywhere),
  () => null,
);

function timeLeft({ left, awayUntil }: OwnTable): string | undefined {
  const parts = [left !== undefined && t("mine.left", { time: duration(left) }), awayUntil !== undefined && t("vacation.away", { moment: moment(awayUntil) })];
  return parts.filter(Boolean).join(" · ") || undefined;
}

function isMyTurn(one: OwnTable): boolean {
  return one.stage === "playing" && one.yourTurn;
}

/** Looks again from time to time; tells through the browser when it has become one's turn elsewhere. */
function useTurns(): void {
  useEffect(() => {
    let waiting = new Set<string>();
    let first = true;
    const look = async () => {
      await meet();
      const now = new Set(myTables.value.filter(isMyTurn).map((one) => one.table));
      const fresh = [...now].filter((id) => !waiting.has(id));
      if (!first && fresh.length > 0 && notices.value === "on" && Notification.permission === "granted") {
        const game = myTables.value.find((one) => one.table === fresh[0])?.game ?? "";
        const note = new Notification(t("notice.turn"), { body: gameName(game), icon: outside("/icon.svg"), tag: fresh[0] });
        note.onclick = () => window.focus();
      }
      waiting = now;
      first = false;
    };
    void look();
    const timer = setInterval(() => void look(), 20_000);
    return () => clearInterval(timer);
  }, []);
}

/** Comes after the page stands: few people change it. */
function Reminders() {
  const [Part, setPart] = useState<FunctionComponent | null>(null);
  useEffect(() => void import("./reminders/part").then(({ Reminders: part }) => setPart(() => part)).catch(() => undefined), []);
  return Part && <Part />;
}

function LocalLine({ game, forget }: { game: LocalGame; forget: () => void }) {
  const name = gameName(game.terms.game);
  return (
    <li class="local-line">
      <a class="card" href={`/play/${game.id}`}>
        <strong>{name}</strong>
        <span>{game.ended ? t("mine.over") : t("mine.going")}</span>
        <span class="faded">{ago(game.touched)}</span>
      </a>
      <span class="row">
        <a class="quiet" href={`/replay/here/${game.id}`} aria-label={t("mine.replay-of", { game: name })}>
          {t("mine.replay")}
        </a>
        <button type="button" class="quiet" onClick={forget} aria-label={t("mine.forget-of", { game: name })}>
          {t("mine.forget")}
        </button>
      </span>
    </li>
  );
}

function useTicket(): void {
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    const ticket = query.get("ticket");
    const table = query.get("table");
    if (!ticket) return;
    history.replaceState(null, "", outside("/mine"));
    const arrive = async () => {
      await meet();
      if (table) go(`/t/${encodeURIComponent(table)}`, true);
    };
    request("POST", "/resume", { ticket }).then(arrive, (error) => (serverTrouble.value = sentence(error)));
  }, []);
}

/** The links in an e-mail of the server: to confirm the address, and to get no more. */
function useMailLink(): void {
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    const [confirm, off] = [query.get("confirm-mail"), query.get("mail-off")];
    if (confirm === null && off === null) return;
    history.replaceState(null, "", outside("/mine"));
    const done = confirm === null ? request("POST", `/mail-off/${encodeURIComponent(off ?? "")}`) : request("POST", "/mail-confirm", { token: confirm });
    done.then(
      () => toast(t(confirm === null ? "mail.off" : "mail.confirmed")),
      (error) => (serverTrouble.value = sentence(error)),
    );
  }, []);
}

/** Comes after the page stands, below everything else. */
function Upload() {
  const [Part, setPart] = useState<FunctionComponent | null>(null);
  useEffect(() => void import("./offline/part").then(({ Upload: part }) => setPart(() => part)).catch(() => undefined), []);
  return Part && <Part />;
}

export function Mine() {
  const facts = useFacts();
  const { games, forget } = useLocalGames();
  useTicket();
  useMailLink();
  useTurns();
  const me = person.value;
  const mine = myTables.value;
  const turns = awaiting(mine);
  const others = mine.filter((one) => !isMyTurn(one));
  return (
    <div class="page">
      <Heading title={t("mine.title")} />
      <ServerTrouble />
      <section aria-labelledby="turns">
        <h2 id="turns">{t("mine.turns", { n: turns.length })}</h2>
        {turns.length === 0 && <p class="faded">{t("mine.no-turns")}</p>}
        <ul class="cards">
          {turns.map((one, i) => (
            <TableLine
              key={one.table}
              summary={one}
              facts={facts}
              todo={t("mine.play")}
              more={timeLeft(one)}
              picture={i < BOARDS && <LiveBoard summary={one} own />}
              urgent
            />
          ))}
        </ul>
        {me && <Reminders />}
      </section>
      {others.length > 0 && (
        <section aria-labelledby="others">
          <h2 id="others">{t("mine.others")}</h2>
          <ul class="cards">
            {others.map((one, i) => (
              <TableLine
                key={one.table}
                summary={one}
                facts={facts}
                more={timeLeft(one)}
                todo={one.stage === "open" ? t("mine.waiting") : t("mine.their-turn")}
                picture={one.stage === "playing" && i + turns.length < BOARDS && <LiveBoard summary={one} own />}
              />
            ))}
          </ul>
        </section>
      )}
      {mine.some(({ vacation }) => vacation) && <Vacation tables={mine} />}
      {me && <FinishedGames id="finished" title={t("mine.finished")} none={t("mine.none-finished")} path={`/records?mine=1&most=${FINISHED}`} facts={facts} />}
      <section aria-labelledby="here">
        <h2 id="here">{t("mine.here")}</h2>
        {games?.length === 0 && <p class="faded">{t("mine.none-here")}</p>}
        <ul class="cards">
          {(games ?? []).map((game) => (
            <LocalLine key={game.id} game={game} forget={() => forget(game.id)} />
          ))}
        </ul>
        <p>
          <a href="/replay">{t("mine.open-record")}</a>
        </p>
      </section>
      <section aria-labelledby="name">
        <h2 id="name">{t("mine.name")}</h2>
        {me?.account ? (
          <p>
            <Name id={me.id} name={me.name} link /> · <a href="/account">{t("menu.account")}</a>
          </p>
        ) : (
          <>
            <NameForm key={me?.id ?? ""} done={() => void meet()} button={me ? t("name.change") : t("name.take")} />
            <p class="note">
              {t("mine.account-text")} <a href="/account">{t("menu.enter")}</a>
            </p>
          </>
        )}
      </section>
      {me && (
        <section aria-labelledby="device">
          <h2 id="device">{t("device.title")}</h2>
          <p>{t("device.text")}</p>
          <OtherDevice />
        </section>
      )}
      {account.value && <Upload />}
    </div>
  );
}
