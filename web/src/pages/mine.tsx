/** One's games: those of the server that wait for one's move first, then those of this device. */
import type { FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { outside, shared } from "../base";
import type { LocalGame } from "../session/saved-games";
import { t } from "../words/words";
import type { OwnTable } from "../protocol";
import { request, sentence } from "./api";
import { gameName } from "./game-words";
import { useLocalGames } from "./open";
import { useFacts } from "./facts";
import { Heading } from "./heading";
import { Name } from "./name";
import { account, ServerTrouble, serverTrouble, meet, myTables, NameForm, person } from "./person";
import { Share } from "./share";
import { notices } from "./settings";
import { TableLine } from "./table-line";
import { ago } from "./time";

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

function Notices() {
  if (!("Notification" in window)) return null;
  const on = notices.value === "on" && Notification.permission === "granted";
  const toggle = async () => {
    if (on) notices.value = "off";
    else if ((await Notification.requestPermission()) === "granted") notices.value = "on";
  };
  return (
    <label class="sentence">
      <input type="checkbox" checked={on} onChange={() => void toggle()} />
      <span>
        <b>{t("notice.title")}</b> {t("notice.text")}
      </span>
    </label>
  );
}

/** The same person on another device. */
function OtherDevice() {
  const [link, setLink] = useState("");
  const make = async () => {
    try {
      const { ticket } = await request<{ ticket: string }>("POST", "/me/ticket", {});
      setLink(shared(`/mine?ticket=${encodeURIComponent(ticket)}`));
    } catch (error) {
      serverTrouble.value = sentence(error);
    }
  };
  return (
    <section aria-labelledby="device">
      <h2 id="device">{t("device.title")}</h2>
      <p>{t("device.text")}</p>
      {link ? (
        <Share link={link} title={t("device.link")} />
      ) : (
        <button type="button" class="button second" onClick={() => void make()}>
          {t("device.make")}
        </button>
      )}
    </section>
  );
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
    const ticket = new URLSearchParams(location.search).get("ticket");
    if (!ticket) return;
    history.replaceState(null, "", outside("/mine"));
    request("POST", "/resume", { ticket }).then(meet, (error) => (serverTrouble.value = sentence(error)));
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
  useTurns();
  const me = person.value;
  const mine = myTables.value;
  const turns = mine.filter(isMyTurn);
  const others = mine.filter((one) => !isMyTurn(one));
  return (
    <div class="page">
      <Heading title={t("mine.title")} />
      <ServerTrouble />
      <section aria-labelledby="turns">
        <h2 id="turns">{t("mine.turns", { n: turns.length })}</h2>
        {turns.length === 0 && <p class="faded">{t("mine.no-turns")}</p>}
        <ul class="cards">
          {turns.map((one) => (
            <TableLine key={one.table} summary={one} facts={facts} todo={t("mine.play")} urgent />
          ))}
        </ul>
        {me && <Notices />}
      </section>
      {others.length > 0 && (
        <section aria-labelledby="others">
          <h2 id="others">{t("mine.others")}</h2>
          <ul class="cards">
            {others.map((one) => (
              <TableLine key={one.table} summary={one} facts={facts} todo={one.stage === "open" ? t("mine.waiting") : t("mine.their-turn")} />
            ))}
          </ul>
        </section>
      )}
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
      {me && <OtherDevice />}
      {account.value && <Upload />}
    </div>
  );
}
