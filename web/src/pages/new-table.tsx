/** A new table in the house, with everything that can be agreed on before play. */
import { useState } from "preact/hooks";
import type { GameFacts, GameId, Text } from "../model";
import { say, t, type Key } from "../words/words";
import { request, sentence } from "./api";
import { SeatsChoice } from "./box";
import { factsFailed, useGame } from "./facts";
import { Heading } from "./heading";
import { rememberKeys } from "./invitations";
import { levelName, levels, seatTitle } from "./levels";
import { NameForm, usePerson } from "./person";
import { Readings, usualReadings } from "./readings";
import { go } from "./route";
import { Waiting } from "./waiting";

const clocks = ["none", "5+5", "15+10", "30+20", "day-1", "day-3", "day-7"] as const;
type ClockChoice = (typeof clocks)[number];

function timeOf(choice: ClockChoice): unknown {
  if (choice === "none") return null;
  if (choice.startsWith("day-")) return { days: Number(choice.slice(4)), vacation: 14 };
  const [minutes = 5, increment = 5] = choice.split("+").map(Number);
  return { seconds: minutes * 60, increment };
}

function clockWords(choice: ClockChoice): string {
  if (choice === "none") return t("clock.none");
  if (choice.startsWith("day-")) return t("clock.days", { n: Number(choice.slice(4)) });
  const [minutes = 5, increment = 5] = choice.split("+").map(Number);
  return t("clock.live", { minutes, increment });
}

/** The first seat is one's own, the others wait for whoever has the link. */
function usualChairs(facts: GameFacts, seats: number): Record<string, string> {
  const form = facts.forms.find((one) => one.seats === seats);
  const mine = form?.seat[0]?.side;
  return Object.fromEntries((form?.seat ?? []).map(({ seat, side }, i) => [seat, i === 0 || (side === mine && seats === 2) ? "me" : "invite"]));
}

function ChairChoice({ title, value, set }: { title: string; value: string; set: (value: string) => void }) {
  return (
    <label class="field">
      <span>{title}</span>
      <select value={value} onChange={(event) => set(event.currentTarget.value)}>
        <option value="me">{t("new.chair.me")}</option>
        <option value="invite">{t("new.chair.invite")}</option>
        <option value="open">{t("new.chair.open")}</option>
        {levels.map((level) => (
          <option key={level} value={`computer:${level}`}>
            {t("chair.computer", { level: levelName(level) })}
          </option>
        ))}
      </select>
    </label>
  );
}

function Check({ title, text, on, set }: { title: string; text: string; on: boolean; set: (on: boolean) => void }) {
  return (
    <label class="sentence">
      <input type="checkbox" checked={on} onChange={(event) => set(event.currentTarget.checked)} />
      <span>
        <b>{title}</b> {text}
      </span>
    </label>
  );
}

function TableForm({ facts }: { facts: GameFacts }) {
  const [seats, setSeats] = useState(facts.forms[0]?.seats ?? 2);
  const [chairs, setChairs] = useState(usualChairs(facts, seats));
  const [readings, setReadings] = useState(usualReadings(facts));
  const [clock, setClock] = useState<ClockChoice>("none");
  const [open, setOpen] = useState({ public: false, chat: true, agreement: false });
  const [board, setBoard] = useState("");
  const [trouble, setTrouble] = useState<Text | null>(null);
  const [busy, setBusy] = useState(false);
  const form = facts.forms.find((one) => one.seats === seats);
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    try {
      const start = Object.values(chairs).every((one) => one === "me" || one.startsWith("computer"));
      const made = await request<{ table: string; keys: Record<string, string> }>("POST", "/tables", {
        game: facts.id, seats, readings, chairs, ...open, start, time: timeOf(clock), ...(board.trim() ? { board } : {}),
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
      <SeatsChoice
        facts={facts}
        seats={seats}
        set={(value) => {
          setSeats(value);
          setChairs(usualChairs(facts, value));
        }}
      />
      <fieldset>
        <legend>{t("new.chairs")}</legend>
        {(form?.seat ?? []).map(({ seat }) => (
          <ChairChoice key={seat} title={seatTitle(facts, seats, seat)} value={chairs[seat] ?? "open"} set={(value) => setChairs({ ...chairs, [seat]: value })} />
        ))}
        <p class="faded">{t("new.group")}</p>
      </fieldset>
      <label class="field">
        <span>{t("new.clock")}</span>
        <select value={clock} onChange={(event) => setClock(clocks.find((one) => one === event.currentTarget.value) ?? "none")}>
          {clocks.map((one) => (
            <option key={one} value={one}>
              {clockWords(one)}
            </option>
          ))}
        </select>
      </label>
      <fieldset>
        <legend>{t("new.manners")}</legend>
        <Check title={t("new.public")} text={t("new.public-text")} on={open.public} set={(on) => setOpen({ ...open, public: on })} />
        <Check title={t("new.chat")} text={t("new.chat-text")} on={open.chat} set={(on) => setOpen({ ...open, chat: on })} />
        <Check title={t("new.agreement")} text={t("new.agreement-text")} on={open.agreement} set={(on) => setOpen({ ...open, agreement: on })} />
      </fieldset>
      <Readings facts={facts} chosen={readings} choose={(name, value) => setReadings({ ...readings, [name]: value })} />
      <details class="readings">
        <summary>{t("new.board")}</summary>
        <p>{t("new.board-text")}</p>
        <label class="field">
          <span>{t("new.board-label")}</span>
          <textarea rows={8} spellcheck={false} value={board} onInput={(event) => setBoard(event.currentTarget.value)} />
        </label>
      </details>
      {trouble && (
        <p class="notice" role="alert">
          {say(trouble)}
        </p>
      )}
      <button class="button large" type="submit" disabled={busy}>
        {busy ? t("waiting") : t("new.create")}
      </button>
    </form>
  );
}

export function NewTable({ game }: { game: GameId }) {
  const facts = useGame(game);
  const me = usePerson();
  const [named, setNamed] = useState(false);
  return (
    <div class="page narrow" data-game={game}>
      <Heading title={t("new.title", { game: t(`game.${game}` as Key) })} />
      <p class="lead">{t("new.lead")}</p>
      {!facts || (me === undefined && !named) ? (
        <Waiting failed={factsFailed.value} />
      ) : me ? (
        <TableForm facts={facts} />
      ) : (
        <NameForm done={() => setNamed(true)} button={t("name.go-on")} />
      )}
    </div>
  );
}
