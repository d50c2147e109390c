/** A new table in the server, with everything that can be agreed on before play. */
import { useState } from "preact/hooks";
import type { GameFacts, GameId, Text } from "../model";
import { t } from "../words/words";
import { request, sentence } from "./api";
import { SeatsChoice } from "./box";
import { Check } from "./check";
import { ClockField, timed, timeOf, type ClockChoice } from "./clock-field";
import { factsFailed, useGame } from "./facts";
import { gameName } from "./game-words";
import { Heading } from "./heading";
import { rememberKeys } from "./invitations";
import { levels, seatTitle } from "./levels";
import { NameForm, usePerson } from "./person";
import { RuleOptions, usualOptions } from "./rule-options";
import { Refusal } from "./refusal";
import { go } from "./route";
import { recall } from "./settings";
import { Waiting } from "./waiting";

/** The first seat is the player's own; the others are for people with the link, or for members of the club. */
function usualOccupants(facts: GameFacts, seats: number, others: "invite" | "open"): Record<string, string> {
  const form = facts.forms.find((one) => one.seats === seats);
  const mine = form?.seat[0]?.side;
  return Object.fromEntries((form?.seat ?? []).map(({ seat, side }, i) => [seat, i === 0 || (side === mine && seats === 2) ? "me" : others]));
}

/** A rated game is between two people. */
function OccupantChoice({ title, value, rated, set }: { title: string; value: string; rated: boolean; set: (value: string) => void }) {
  return (
    <label class="field">
      <span>{title}</span>
      <select value={value} onChange={(event) => set(event.currentTarget.value)}>
        <option value="me">{t("new.occupant.me")}</option>
        <option value="invite">{t("new.occupant.invite")}</option>
        <option value="open">{t("new.occupant.open")}</option>
        {!rated &&
          levels.map((level) => (
            <option key={level} value={`computer:${level}`}>
              {t("occupant.computer", { level })}
            </option>
          ))}
      </select>
    </label>
  );
}

function TableForm({ facts, account, club }: { facts: GameFacts; account: boolean; club?: string }) {
  const others = club ? "open" : "invite";
  const [seats, setSeats] = useState(facts.forms[0]?.seats ?? 2);
  const [occupants, setOccupants] = useState(usualOccupants(facts, seats, others));
  const [options, setOptions] = useState(usualOptions(facts));
  const [clock, setClock] = useState<ClockChoice>("none");
  const [open, setOpen] = useState({ public: false, chat: true, agreement: false, training: false });
  const [rated, setRated] = useState(false);
  // The board editor opens this page with a board.
  const [board, setBoard] = useState(location.hash === "#board" ? (recall(`board.${facts.id}`) ?? "") : "");
  const [trouble, setTrouble] = useState<Text | null>(null);
  const [busy, setBusy] = useState(false);
  const form = facts.forms.find((one) => one.seats === seats);
  const sit = (many: number) => {
    setSeats(many);
    setOccupants(usualOccupants(facts, many, others));
  };
  // An open seat is of no use at a table that is not listed.
  const anybody = !club && Object.values(occupants).includes("open");
  const rate = (on: boolean) => {
    setRated(on);
    if (!on) return;
    const usual = usualOccupants(facts, facts.forms[0]?.seats ?? 2, anybody ? "open" : others);
    setSeats(facts.forms[0]?.seats ?? 2);
    setOccupants(usual);
    setClock(timed(clock));
    setOptions(usualOptions(facts));
    setOpen({ ...open, agreement: false, training: false });
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    try {
      const start = Object.values(occupants).every((one) => one === "me" || one.startsWith("computer"));
      const made = await request<{ table: string; keys: Record<string, string> }>("POST", "/tables", {
        game: facts.id, seats, options, occupants, ...open, public: open.public || anybody, start, time: timeOf(clock), club, ...(rated ? { rated } : board.trim() ? { board } : {}),
      });
      rememberKeys(made.table, made.keys);
      go(`/t/${made.table}`);
    } catch (error) {
      setTrouble(sentence(error));
      setBusy(false);
    }
  };
  return (
    <form class="sheet-form" onSubmit={(event) => void submit(event)}>
      {!rated && <SeatsChoice facts={facts} seats={seats} set={sit} />}
      <fieldset>
        <legend>{t("new.occupants")}</legend>
        {(form?.seat ?? []).map(({ seat }) => (
          <OccupantChoice key={seat} title={seatTitle(facts, seats, seat)} value={occupants[seat] ?? "open"} rated={rated} set={(value) => setOccupants({ ...occupants, [seat]: value })} />
        ))}
        {!rated && <p class="faded">{t("new.group")}</p>}
      </fieldset>
      <ClockField value={clock} set={setClock} timed={rated} />
      <fieldset>
        <legend>{t("new.manners")}</legend>
        <Check title={t("new.public")} text={t(anybody ? "new.public-needed" : "new.public-text")} on={open.public || anybody} disabled={anybody} set={(on) => setOpen({ ...open, public: on })} />
        <Check title={t("new.chat")} text={t("new.chat-text")} on={open.chat} set={(on) => setOpen({ ...open, chat: on })} />
        {!rated && <Check title={t("new.agreement")} text={t("new.agreement-text")} on={open.agreement} set={(on) => setOpen({ ...open, agreement: on })} />}
        {!rated && <Check title={t("new.training")} text={t("new.training-text")} on={open.training} set={(on) => setOpen({ ...open, training: on })} />}
        <Check title={t("new.rated")} text={t("new.rated-text")} on={rated} disabled={!account} set={rate} />
        {!account && <a href="/account">{t("new.rated-enter")}</a>}
      </fieldset>
      {!rated && <RuleOptions facts={facts} chosen={options} choose={(name, value) => setOptions({ ...options, [name]: value })} />}
      <details class="rule-options" hidden={rated} open={location.hash === "#board"}>
        <summary>{t("new.board")}</summary>
        <p>{t("new.board-text")}</p>
        <label class="field">
          <span>{t("new.board-label")}</span>
          <textarea rows={8} spellcheck={false} value={board} onInput={(event) => setBoard(event.currentTarget.value)} />
        </label>
      </details>
      <Refusal text={trouble} />
      <button class="button large" type="submit" disabled={busy}>
        {busy ? t("waiting") : t("new.create")}
      </button>
    </form>
  );
}

export function NewTable({ game, club }: { game: GameId; club?: string }) {
  const facts = useGame(game);
  const me = usePerson();
  const [named, setNamed] = useState(false);
  return (
    <div class="page narrow" data-game={game}>
      <Heading title={t("new.title", { game: gameName(game) })} />
      <p class="lead">{club ? t("new.club") : t("new.lead")}</p>
      {!facts || (me === undefined && !named) ? (
        <Waiting failed={factsFailed.value} />
      ) : me ? (
        <TableForm facts={facts} account={me.account === true} club={club} />
      ) : (
        <NameForm done={() => setNamed(true)} button={t("name.go-on")} />
      )}
    </div>
  );
}
