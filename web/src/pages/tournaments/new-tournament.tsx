/** Announcing a tournament: everything about it on one page, the kind with a sentence that explains it. */
import { useState } from "preact/hooks";
import { gameIds, isGame, proposedGame } from "../../games";
import type { GameFacts, GameId, Text } from "../../model";
import { t, type Key } from "../../words/words";
import type { ClubLine, Tournament, TournamentKind } from "../../protocol";
import { request, sentence } from "../api";
import { Check } from "../check";
import { ClockField, timeOf, type ClockChoice } from "../clock-field";
import { factsFailed, useFacts } from "../facts";
import { useFetched } from "../fetched";
import { TextField } from "../form";
import { gameName } from "../game-words";
import { Heading } from "../heading";
import { usePerson } from "../person";
import { RuleOptions, usualOptions } from "../rule-options";
import { Refusal } from "../refusal";
import { go } from "../route";
import { day } from "../time";
import { Waiting } from "../waiting";
import { NeedsAccount } from "./needs-account";
import { isOfficer } from "./roles";

const kinds: TournamentKind[] = ["swiss", "round-robin", "arena"];

function KindChoice({ kind, set }: { kind: TournamentKind; set: (kind: TournamentKind) => void }) {
  return (
    <fieldset>
      <legend>{t("new-tournament.kind")}</legend>
      {kinds.map((one) => (
        <label key={one} class="sentence">
          <input type="radio" name="kind" value={one} checked={kind === one} onChange={() => set(one)} />
          <span>
            <b>{t(`kind.${one}` as Key)}.</b> {t(`kind.${one}.text` as Key)}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface NumberProps {
  label: string;
  hint?: string;
  value: string;
  set: (value: string) => void;
  least: number;
  most: number;
  required?: boolean;
}

function NumberField({ label, hint, value, set, least, most, required = false }: NumberProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <input type="number" class="short" inputMode="numeric" min={least} max={most} required={required} value={value} onInput={(event) => set(event.currentTarget.value)} />
      {hint && <small class="faded">{hint}</small>}
    </label>
  );
}

/** How long it is: each kind counts in its own way. */
function LengthField({ kind, length, set }: { kind: TournamentKind; length: Length; set: (length: Length) => void }) {
  if (kind === "arena") return <NumberField label={t("new-tournament.minutes")} value={length.minutes} set={(minutes) => set({ ...length, minutes })} least={1} most={720} required />;
  if (kind === "swiss") return <NumberField label={t("new-tournament.rounds")} hint={t("new-tournament.rounds-text")} value={length.rounds} set={(rounds) => set({ ...length, rounds })} least={1} most={32} />;
  return <Check title={t("new-tournament.legs")} text={t("new-tournament.legs-text")} on={length.twice} set={(twice) => set({ ...length, twice })} />;
}

interface Length {
  rounds: string;
  minutes: string;
  twice: boolean;
}

/** As the server wants to be told. */
function lengthOf(kind: TournamentKind, { rounds, minutes, twice }: Length): Record<string, number> {
  if (kind === "arena") return { minutes: Number(minutes) };
  if (kind === "swiss") return rounds === "" ? {} : { rounds: Number(rounds) };
  return { legs: twice ? 2 : 1 };
}

/** Between the pairing of a round and its tables; an arena has no rounds. */
function PauseField({ kind, pause, set }: { kind: TournamentKind; pause: string; set: (pause: string) => void }) {
  if (kind === "arena") return null;
  return <NumberField label={t("new-tournament.pause")} hint={t("new-tournament.pause-text")} value={pause} set={set} least={0} most={600} />;
}

function ClubField({ club, set }: { club: string; set: (club: string) => void }) {
  const mine = useFetched<{ clubs: ClubLine[] }>("/clubs?mine=1").value?.clubs.filter((one) => isOfficer(one.role)) ?? [];
  if (mine.length === 0) return null;
  return (
    <label class="field">
      <span>{t("new-tournament.club")}</span>
      <select value={club} onChange={(event) => set(event.currentTarget.value)}>
        <option value="">{t("new-tournament.no-club")}</option>
        {mine.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
    </label>
  );
}

function GameField({ game, set }: { game: GameId; set: (game: GameId) => void }) {
  return (
    <label class="field">
      <span>{t("new-tournament.game")}</span>
      <select value={game} onChange={(event) => isGame(event.currentTarget.value) && set(event.currentTarget.value)}>
        {gameIds.map((one) => (
          <option key={one} value={one}>
            {gameName(one)}
          </option>
        ))}
      </select>
    </label>
  );
}

function HoldForm({ all, forClub }: { all: GameFacts[]; forClub: string }) {
  const [name, setName] = useState(t("new-tournament.proposed", { day: day(Date.now()) }));
  const [kind, setKind] = useState<TournamentKind>("swiss");
  const [game, setGame] = useState<GameId>(proposedGame);
  const [options, setOptions] = useState<Record<string, string>>({});
  const [clock, setClock] = useState<ClockChoice>("15+10");
  const [length, setLength] = useState<Length>({ rounds: "", minutes: "60", twice: false });
  const [pause, setPause] = useState("");
  const [starts, setStarts] = useState("");
  const [club, setClub] = useState(forClub);
  const [choices, setChoices] = useState({ rated: false, bots: false });
  const [trouble, setTrouble] = useState<Text | null>(null);
  const [busy, setBusy] = useState(false);
  const facts = all.find((one) => one.id === game);
  const chooseKind = (one: TournamentKind) => {
    setKind(one);
    if (one === "arena" && clock.startsWith("day-")) setClock("15+10");
  };
  const chooseGame = (one: GameId) => {
    setGame(one);
    setOptions({});
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    const when = starts ? { starts: new Date(starts).getTime() } : {};
    const rules = facts && !choices.rated ? { options: { ...usualOptions(facts), ...options } } : {};
    const fields = { name: name.trim(), kind, game, time: timeOf(clock), ...rules, ...lengthOf(kind, length), ...(pause === "" ? {} : { pause: Number(pause) }), ...when, ...(club ? { club } : {}), ...choices };
    try {
      const { tournament } = await request<{ tournament: Tournament }>("POST", "/tournaments", fields);
      go(`/tournaments/${tournament.id}`);
    } catch (error) {
      setTrouble(sentence(error));
      setBusy(false);
    }
  };
  return (
    <form class="sheet-form" onSubmit={(event) => void submit(event)}>
      <TextField label={t("new-tournament.name")} value={name} set={setName} most={50} />
      <KindChoice kind={kind} set={chooseKind} />
      <LengthField kind={kind} length={length} set={setLength} />
      <GameField game={game} set={chooseGame} />
      <ClockField value={clock} set={setClock} timed live={kind === "arena"} />
      <PauseField kind={kind} pause={pause} set={setPause} />
      <label class="field">
        <span>{t("new-tournament.starts")}</span>
        <input type="datetime-local" class="short" value={starts} onInput={(event) => setStarts(event.currentTarget.value)} />
        <small class="faded">{t("new-tournament.starts-text")}</small>
      </label>
      <ClubField club={club} set={setClub} />
      <fieldset>
        <legend>{t("new-tournament.manners")}</legend>
        <Check title={t("new-tournament.rated")} text={t("new-tournament.rated-text")} on={choices.rated} set={(rated) => setChoices({ ...choices, rated })} />
        <Check title={t("new-tournament.bots")} text={t("new-tournament.bots-text")} on={choices.bots} set={(bots) => setChoices({ ...choices, bots })} />
      </fieldset>
      {facts && !choices.rated && (
        <RuleOptions key={game} facts={facts} chosen={{ ...usualOptions(facts), ...options }} choose={(option, value) => setOptions({ ...options, [option]: value })} />
      )}
      <Refusal text={trouble} />
      <button class="button large" type="submit" disabled={busy} data-do="announce">
        {t("new-tournament.do")}
      </button>
    </form>
  );
}

export function NewTournamentPage({ club = "" }: { club?: string }) {
  const me = usePerson();
  const facts = useFacts();
  return (
    <div class="page narrow">
      <Heading title={t("tournaments.hold")} />
      <p class="lead">{t("new-tournament.lead")}</p>
      {!facts || me === undefined ? (
        <Waiting failed={factsFailed.value} />
      ) : me?.account ? (
        <HoldForm all={facts} forClub={club} />
      ) : (
        <NeedsAccount text={t("tournaments.needs-account")} />
      )}
    </div>
  );
}
