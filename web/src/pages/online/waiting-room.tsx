/** A table where the game has not begun: who sits where, who is still awaited, and the links that bring them. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Occupant, Session } from "../../model";
import { isolated, t } from "../../words/words";
import { ask } from "../ask";
import { AskToJoin } from "../ask-to-join";
import { diceWord } from "../dice-word";
import { gameName } from "../game-words";
import { Heading } from "../heading";
import { invitation, keysOf, rememberKeys } from "../invitations";
import { hostName, Invitation, type Invited } from "./invitation";
import { joinsNow } from "../join";
import { levelName, levels, seatTitle } from "../levels";
import { Sitters } from "../name";
import { Joinings } from "../offers";
import { challenges } from "../people/challenges";
import { NameForm, usePerson } from "../person";
import { UnusualOptions } from "../rule-options";
import { go } from "../route";
import { Share } from "../share";
import { timeWords } from "../table-line";
import { Trouble } from "../trouble";

interface Guest {
  session: Session;
  /** What an invitation's link brought. */
  invited: Invited;
}

function OwnerTools({ session, occupant, invite }: { session: Session; occupant: Occupant; invite: () => void }) {
  const { seat } = occupant;
  const empty = occupant.level === 0 && occupant.people.length === 0;
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

function OccupantLine({ session, occupant, invited, challenged }: Guest & { occupant: Occupant; challenged: boolean }) {
  const table = session.table.value;
  const [shown, setShown] = useState(false);
  const { seat } = occupant;
  const held = table.mine.includes(seat);
  const empty = occupant.level === 0 && occupant.people.length === 0;
  const key = invited[seat];
  const open = (occupant.invited ?? 0) > 0;
  const mayJoin = !held && occupant.level === 0 && ((key !== undefined && open) || (empty && !occupant.reserved));
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
  // Where two play, one link brings the other player to all seats of the side.
  const awaited = table.occupants.filter((one) => one.side === occupant.side && one.people.length === 0 && (one.invited ?? 0) > 0 && keys[one.seat]);
  const together = table.terms.seats === 2 && awaited.length > 0 && empty ? awaited : [occupant];
  return (
    <li class="occupant" data-side={occupant.side}>
      <h2>
        <i class="swatch" aria-hidden="true" />
        {title}
      </h2>
      <p>
        <Sitters occupant={occupant} link />
        {held && <em> {t("occupant.you")}</em>}
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
        {table.owner && !held && !challenged && <OwnerTools session={session} occupant={occupant} invite={() => void invite()} />}
        {held && !(shown && open) && !challenged && !table.rated && (
          <button type="button" class="quiet" onClick={() => void invite()}>
            {t("waiting-room.share-seat")}
          </button>
        )}
      </div>
      {(waits || (shown && held && open)) && keys[seat] && together[0]?.seat === seat && (
        <Share link={invitation(table.id, Object.fromEntries(together.map((one) => [one.seat, keys[one.seat] ?? ""])))} title={t("share.link", { seat: title })} />
      )}
    </li>
  );
}

const isEmpty = ({ level, people }: Occupant): boolean => level === 0 && people.length === 0;

/** The seats that one may take at once: those of the invitation, else the first free one; where two play, the whole side. */
function seatsToTake(occupants: Occupant[], seats: number, invited: Invited): string[] {
  const kept = occupants.filter((one) => one.seat in invited && isEmpty(one) && (one.invited ?? 0) > 0);
  if (kept.length > 0) return kept.map(({ seat }) => seat);
  const free = occupants.filter((one) => isEmpty(one) && !one.reserved);
  return free.filter((one, i) => i === 0 || (seats === 2 && one.side === free[0]?.side)).map(({ seat }) => seat);
}

/** What is awaited, and of whom. */
function awaitedWords(session: Session, full: boolean): string {
  const { owner, occupants } = session.table.value;
  const host = isolated(hostName(session));
  const empty = occupants.filter(isEmpty).length;
  if (full) return owner ? t("awaited.you-start") : t("awaited.starts", { name: host });
  return owner ? t("awaited.players", { n: empty }) : t("awaited.players-then", { n: empty, name: host });
}

export function WaitingRoom({ session, invited }: Guest) {
  const table = session.table.value;
  const me = usePerson();
  const [, setNamed] = useState(0);
  const [joining, setJoining] = useState(false);
  const wanted = seatsToTake(table.occupants, table.terms.seats, invited);
  const join = async () => {
    for (const seat of wanted) await session.command("sit", { seat, word: diceWord(), ...(invited[seat] ? { key: invited[seat] } : {}) });
    setJoining(false);
  };
  // Who has just said a name is known to the server when the page is loaded again, not before.
  const nameless = useRef(false);
  if (me === null) nameless.current = true;
  useEffect(() => {
    if (!me || nameless.current || table.mine.length > 0 || !joinsNow(table.id)) return;
    setJoining(true);
    void join();
  }, [me]);
  const challenged = challenges.value?.sent.find((one) => one.table === table.id);
  const full = table.occupants.every((occupant) => occupant.level > 0 || occupant.people.length > 0);
  const close = async () => {
    const sure = { title: t("waiting-room.close-title"), text: t("waiting-room.close-text"), yes: t("waiting-room.close"), no: t("waiting-room.keep") };
    if (!(await ask(sure))) return;
    await session.command("cancel");
    go("/");
  };
  if (table.mine.length === 0 && !table.owner && wanted.some((seat) => seat in invited))
    return <Invitation session={session} invited={invited} join={() => void join()} joining={joining} />;
  return (
    <div class="page narrow" data-game={table.terms.game}>
      <Heading title={t("waiting-room.title", { game: gameName(table.terms.game) })} />
      <Trouble session={session} />
      <p class="lead">{challenged && !full ? t("waiting-room.challenge", { name: isolated(challenged.to.name) }) : awaitedWords(session, full)}</p>
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
      <ul class="occupants plain">
        {table.occupants.map((occupant) => (
          <OccupantLine key={occupant.seat} session={session} occupant={occupant} invited={me ? invited : {}} challenged={challenged !== undefined} />
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
      {table.occupants.some((occupant) => !occupant.reserved && occupant.level === 0 && occupant.people.length === 0) && (
        <Share link={invitation(table.id)} title={t("share.table")} />
      )}
      <section aria-labelledby="agreed">
        <h2 id="agreed">{t("waiting-room.agreed")}</h2>
        <p>{timeWords(table.time ?? null)}</p>
        {table.rated && (
          <p>
            <b>{t("new.rated")}</b> {t("new.rated-text")}
          </p>
        )}
        {table.training && (
          <p>
            <b>{t("new.training")}</b> {t("new.training-text")}
          </p>
        )}
        <UnusualOptions facts={session.facts} chosen={table.terms.options} />
      </section>
    </div>
  );
}
