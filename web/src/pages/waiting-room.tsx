/** A table where the game has not begun: who sits where, who is still awaited, and the links that bring them. */
import { useState } from "preact/hooks";
import type { Chair, Session } from "../model";
import { isolated, t } from "../words/words";
import { ask } from "./ask";
import { AskToJoin } from "./ask-to-join";
import { diceWord } from "./dice-word";
import { gameName } from "./game-words";
import { Heading } from "./heading";
import { invitation, keysOf, rememberKeys } from "./invitations";
import { levelName, levels, seatTitle } from "./levels";
import { Sitters } from "./name";
import { Joinings } from "./offers";
import { challenges } from "./people/challenges";
import { NameForm, usePerson } from "./person";
import { UnusualOptions } from "./rule-options";
import { go } from "./route";
import { Share } from "./share";
import { Trouble } from "./trouble";

interface Guest {
  session: Session;
  /** What an invitation's link brought. */
  invited?: { seat?: string; key?: string };
}

function OwnerTools({ session, chair, invite }: { session: Session; chair: Chair; invite: () => void }) {
  const { seat } = chair;
  const empty = chair.level === 0 && chair.people.length === 0;
  if (!empty)
    return (
      <button type="button" class="quiet" onClick={() => void session.command("free", { seat })}>
        {t("waiting-room.free")}
      </button>
    );
  return (
    <div class="row">
      <button type="button" class="button second" onClick={invite}>
        {t("waiting-room.invite")}
      </button>
      <select
        aria-label={t("waiting-room.computer")}
        value=""
        onChange={(event) => void session.command("computer", { seat, level: Number(event.currentTarget.value) })}
      >
        <option value="" disabled>
          {t("waiting-room.computer")}
        </option>
        {levels.map((level) => (
          <option key={level} value={level}>
            {levelName(level)}
          </option>
        ))}
      </select>
    </div>
  );
}

function ChairLine({ session, chair, invited, challenged }: Guest & { chair: Chair; challenged: boolean }) {
  const table = session.table.value;
  const [shown, setShown] = useState(false);
  const { seat } = chair;
  const held = table.mine.includes(seat);
  const empty = chair.level === 0 && chair.people.length === 0;
  const key = invited?.seat === seat ? invited.key : undefined;
  const open = (chair.invited ?? 0) > 0;
  const mayJoin = !held && chair.level === 0 && ((key !== undefined && open) || (empty && !chair.kept));
  const mayAsk = key !== undefined && !open && !empty && !table.rated && table.mine.length === 0;
  const title = seatTitle(session.facts, table.terms.seats, seat);
  const keys = keysOf(table.id);
  const invite = async () => {
    if (!keys[seat] || !open) {
      const { key: made } = await session.command("invite", { seat });
      if (made) rememberKeys(table.id, { [seat]: made });
    }
    setShown(true);
  };
  const waits = empty && open && (shown || keys[seat] !== undefined);
  return (
    <li class="chair" data-side={chair.side}>
      <h2>
        <i class="swatch" aria-hidden="true" />
        {title}
      </h2>
      <p>
        <Sitters chair={chair} link />
        {held && <em> {t("chair.you")}</em>}
      </p>
      <div class="row">
        {mayJoin && (
          <button type="button" class="button" data-do="sit" onClick={() => void session.command("sit", { seat, word: diceWord(), ...(key ? { key } : {}) })}>
            {t("waiting-room.sit")}
          </button>
        )}
        {mayAsk && <AskToJoin session={session} seat={seat} />}
        {held && (
          <button type="button" class="quiet" onClick={() => void session.command("stand", { seat })}>
            {t("waiting-room.stand")}
          </button>
        )}
        {table.owner && !held && !challenged && <OwnerTools session={session} chair={chair} invite={() => void invite()} />}
        {held && !(shown && open) && !challenged && !table.rated && (
          <button type="button" class="quiet" onClick={() => void invite()}>
            {t("waiting-room.share-seat")}
          </button>
        )}
      </div>
      {(waits || (shown && held && open)) && keysOf(table.id)[seat] && (
        <Share link={invitation(table.id, seat, keysOf(table.id)[seat])} title={t("share.link", { seat: title })} />
      )}
    </li>
  );
}

export function WaitingRoom({ session, invited }: Guest) {
  const table = session.table.value;
  const me = usePerson();
  const [, setNamed] = useState(0);
  const challenged = challenges.value?.sent.find((one) => one.table === table.id);
  const full = table.chairs.every((chair) => chair.level > 0 || chair.people.length > 0);
  const close = async () => {
    const sure = { title: t("waiting-room.close-title"), text: t("waiting-room.close-text"), yes: t("waiting-room.close"), no: t("waiting-room.keep") };
    if (!(await ask(sure))) return;
    await session.command("cancel");
    go("/");
  };
  return (
    <div class="page narrow" data-game={table.terms.game}>
      <Heading title={t("waiting-room.title", { game: gameName(table.terms.game) })} />
      <Trouble session={session} />
      <p class="lead">{full ? t("waiting-room.full") : challenged ? t("waiting-room.challenge", { name: isolated(challenged.to.name) }) : t("waiting-room.waiting")}</p>
      {me === null && (
        <section aria-labelledby="who">
          <h2 id="who">{t("name.first")}</h2>
          <NameForm
            button={t("name.go-on")}
            done={() => {
              setNamed((n) => n + 1);
              location.reload(); // the server must hear the new name from the first message on
            }}
          />
        </section>
      )}
      <Joinings session={session} />
      <ul class="chairs plain">
        {table.chairs.map((chair) => (
          <ChairLine key={chair.seat} session={session} chair={chair} invited={me ? invited : undefined} challenged={challenged !== undefined} />
        ))}
      </ul>
      <div class="row">
        {table.owner && !challenged && (
          <button type="button" class="button large" disabled={!full} onClick={() => void session.command("start")} data-do="start">
            {t("waiting-room.start")}
          </button>
        )}
        {table.owner && (
          <button type="button" class="quiet" onClick={() => void close()}>
            {t("waiting-room.close")}
          </button>
        )}
      </div>
      {table.chairs.some((chair) => !chair.kept && chair.level === 0 && chair.people.length === 0) && (
        <Share link={invitation(table.id, "")} title={t("share.table")} />
      )}
      <section aria-labelledby="agreed">
        <h2 id="agreed">{t("waiting-room.agreed")}</h2>
        {table.rated && (
          <p>
            <b>{t("new.rated")}</b> {t("new.rated-text")}
          </p>
        )}
        <UnusualOptions facts={session.facts} chosen={table.terms.options} />
      </section>
    </div>
  );
}
