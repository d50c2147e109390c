/** Finding an opponent: what one would play, who waits for the same, and what to do meanwhile. */
import { useEffect, useState } from "preact/hooks";
import { gameIds } from "../../games";
import type { GameId } from "../../model";
import type { Seeks } from "../../protocol";
import { t } from "../../words/words";
import { Check } from "../check";
import { gameName } from "../game-words";
import { Heading } from "../heading";
import { looking, type Pace, type Seek } from "../looking";
import { playNow } from "../open";
import { NameForm, usePerson } from "../person";
import { Refusal } from "../refusal";
import { useSeconds } from "../seconds";
import { recall, remember } from "../settings";
import { duration } from "../time";
import { Waiting } from "../waiting";
import { loadSeeks, lookFor, seeks, seekTrouble, stopLooking } from "./seeking";

const paces: readonly Pace[] = ["live", "correspondence"];

export const paceWords = (pace: Pace): string => t(`seek.pace.${pace}`);

/** Those whose seek fits this one. */
function fitting({ waiting }: Seeks, game: GameId | null, pace: Pace): number {
  const rows = waiting.filter((row) => row.pace === pace && (game === null || row.game === null || row.game === game));
  return rows.reduce((sum, { count }) => sum + count, 0);
}

/** How long it usually takes, in words; "": not known yet. */
function usualWords({ waiting }: Seeks, game: GameId | null, pace: Pace): string {
  const usual = waiting.find((row) => row.pace === pace && row.game === game)?.usual;
  if (!usual) return "";
  return usual < 100 ? t("seek.usual-seconds", { n: usual }) : t("seek.usual-minutes", { n: Math.round(usual / 60) });
}

/** The page counts oneself among those who wait; the sentence does not. */
function Others({ game, pace, self }: { game: GameId | null; pace: Pace; self: boolean }) {
  if (!seeks.value) return null;
  const others = Math.max(0, fitting(seeks.value, game, pace) - (self ? 1 : 0));
  return (
    <p class="faded" role="status">
      {others === 0 ? t("seek.nobody") : t("seek.others", { n: others })} {usualWords(seeks.value, game, pace)}
    </p>
  );
}

function Looking({ seek, since }: { seek: Seek; since: number }) {
  const [opening, setOpening] = useState(false);
  const meanwhile = seek.game ? [seek.game] : gameIds;
  useSeconds();
  const play = (game: GameId) => {
    setOpening(true);
    playNow(game).catch(() => setOpening(false));
  };
  return (
    <section class="seek-now" aria-labelledby="looking" data-do="looking">
      <h2 id="looking">{t("seek.looking")}</h2>
      <p>
        <b>{seek.game ? gameName(seek.game) : t("seek.any")}</b> · {paceWords(seek.pace)} · <span class="clock">{duration(Date.now() - since)}</span>
      </p>
      <Others game={seek.game} pace={seek.pace} self />
      <p>{t("seek.stay")}</p>
      <div class="row">
        {meanwhile.map((game) => (
          <button key={game} type="button" class="button" disabled={opening} onClick={() => play(game)} data-meanwhile={game}>
            {seek.game ? t("seek.computer") : t("seek.computer-of", { game: gameName(game) })}
          </button>
        ))}
        <button type="button" class="button second" onClick={stopLooking} data-do="stop-looking">
          {t("seek.stop")}
        </button>
      </div>
    </section>
  );
}

function Choice<T extends string>({ title, name, value, options, set }: { title: string; name: string; value: T; options: { name: T; text: string }[]; set: (value: T) => void }) {
  return (
    <fieldset class="options">
      <legend>{title}</legend>
      <div class="options-row">
        {options.map((one) => (
          <label key={one.name}>
            <input type="radio" name={name} checked={value === one.name} onChange={() => set(one.name)} />
            <span>{one.text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function WishForm({ first, account }: { first: GameId | undefined; account: boolean }) {
  const [game, setGame] = useState<GameId | "any">(first ?? gameIds.find((one) => one === recall("seek.game")) ?? "any");
  const [pace, setPace] = useState<Pace>(recall("seek.pace") === "correspondence" ? "correspondence" : "live");
  const [rated, setRated] = useState(account && recall("seek.rated") !== "no");
  const submit = (event: Event) => {
    event.preventDefault();
    remember("seek.game", game);
    remember("seek.pace", pace);
    if (account) remember("seek.rated", rated ? "yes" : "no");
    lookFor({ game: game === "any" ? null : game, pace, rated });
  };
  return (
    <form class="sheet-form" onSubmit={submit}>
      <Choice title={t("seek.game")} name="game" value={game} set={setGame} options={[{ name: "any" as const, text: t("seek.any") }, ...gameIds.map((name) => ({ name, text: gameName(name) }))]} />
      <Choice title={t("seek.pace")} name="pace" value={pace} set={setPace} options={paces.map((name) => ({ name, text: paceWords(name) }))} />
      {account && <Check title={t("seek.rated")} text={t("seek.rated-text")} on={rated} set={setRated} />}
      <p class="faded">{t("seek.agreed")}</p>
      <Refusal text={seekTrouble.value} />
      <button class="button large" type="submit" data-do="seek">
        {t("seek.title")}
      </button>
      <Others game={game === "any" ? null : game} pace={pace} self={false} />
    </form>
  );
}

export function SeekPage({ game }: { game?: GameId }) {
  const me = usePerson();
  const [, setNamed] = useState(false);
  useEffect(() => {
    const load = () => void loadSeeks().catch(() => undefined);
    load();
    const timer = setInterval(load, 5_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <div class="page narrow">
      <Heading title={t("seek.title")} />
      {looking.value ? (
        <Looking {...looking.value} />
      ) : (
        <>
          <p class="lead">{t("seek.lead")}</p>
          {me === undefined ? <Waiting /> : me ? <WishForm key={me.id} first={game} account={me.account} /> : <NameForm done={() => setNamed(true)} button={t("name.go-on")} />}
        </>
      )}
      <p>
        <a href="/tables">{t("seek.tables")}</a>
      </p>
    </div>
  );
}
