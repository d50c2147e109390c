/** The table, the same for a game on this device and for one in the server. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { arranging, endPhase, idleSeat, shapeOf } from "../board/GameBoard";
import { readPosition } from "../board/geometry";
import { engine } from "../engine/engine";
import { games } from "../games";
import type { Scene, Session } from "../model";
import { isHelpAllowed } from "../session/help";
import { Stage, type Panel } from "../stage/Stage";
import { StageBoard } from "../stage/StageBoard";
import { LessonTool, Tool, TurnTool } from "../stage/tools";
import { say, t } from "../words/words";
import { Actions } from "./actions";
import { AimCard, aimOf } from "./aim";
import { PassDevice, passDeviceTo } from "./pass-device";
import { Die } from "./die";
import { gameName } from "./game-words";
import { EventCard } from "./event-card";
import { guarded } from "./guard";
import { Heading } from "./heading";
import { later } from "./later";
import { Latest } from "./latest";
import { useHint } from "./hint";
import { useLookingBack } from "./looking-back";
import { Moves } from "./moves";
import { Offers } from "./offers";
import { PlayerBar, sidesFromBelow } from "./players";
import { language, sound } from "./settings";
import type * as Noises from "./sound";
import { styled } from "./styles";
import { Trouble } from "./trouble";
import { Waiting } from "./waiting";
import { TurnSign, turnOf } from "./turn";
import { announce } from "./voice";
import type { ComponentChildren } from "preact";

/** Noises are fetched by players who want to hear them. */
function sounding(play: (noises: typeof Noises) => void): void {
  if (sound.value === "on") void import("./sound").then(play, () => undefined);
}

/** What happened since one last looked is heard, by ear and by screen reader. */
function useNews(session: Session): void {
  const heard = useRef(session.log.value.length);
  const log = session.log.value;
  const turn = turnOf(session);
  useEffect(() => {
    const news = log.slice(heard.current);
    heard.current = log.length;
    sounding(({ soundEvents }) => news.forEach((one) => soundEvents(one.events)));
    announce(news.flatMap((one) => one.said.map(say)).join(" "));
  }, [log]);
  useEffect(() => {
    announce(turn.text);
    if (turn.state === "mine") sounding(({ sounds }) => sounds("bell"));
    document.documentElement.dataset["turn"] = turn.state;
    return () => {
      delete document.documentElement.dataset["turn"];
    };
  }, [turn.text, turn.state]);
}

const READ = 4000; // milliseconds that a passing notice stays

/** A phase in which nothing can be done is passed by itself, once; a player who takes that back decides anew. */
function usePassing(session: Session): boolean {
  const passed = useRef(new Set<string>());
  const [told, tell] = useState(0);
  const scene = session.scene.value;
  const seat = session.table.value.stage === "playing" ? idleSeat(scene) : undefined;
  useEffect(() => {
    if (seat === undefined || passed.current.has(scene.position)) return;
    passed.current.add(scene.position);
    tell((n) => n + 1);
    announce(t("turn.passed"));
    // A turn that one has not ended oneself is confirmed by oneself.
    const last = scene.draft.at(-1)?.token ?? ".";
    void (last === "." ? endPhase(session, seat) : session.choose(seat, "."));
  }, [scene, seat]);
  useEffect(() => {
    if (told === 0) return;
    const timer = setTimeout(() => tell(0), READ);
    return () => clearTimeout(timer);
  }, [told]);
  return told > 0;
}

// What a table needs only now and then is fetched then.
const nothing = () => null;
const Chat = later(() => import("./chat").then((part) => part.Chat), Waiting);
const Claim = later(() => import("./claim").then((part) => part.Claim), nothing);
const Ending = later(() => import("./ending").then((part) => part.Ending), nothing);
const Legend = later(() => import("../board/Legend").then((part) => part.Legend), Waiting);
const Rules = later(() => styled(import("./learn/beside")).then((part) => part.RulesBeside), Waiting);

/** The clause of the rules that a position is about. */
function clauseOf({ terms, says, toAct }: Scene): string | undefined {
  const { clauses = {} } = games[terms.game];
  const phase = says?.phase ?? "";
  return clauses[`${phase} ${toAct[0] ?? ""}`] ?? clauses[phase];
}

/** What each side keeps beside the board, and what one may do besides moving. */
function GamePanel({ session, more }: { session: Session; more?: ComponentChildren }) {
  const scene = session.scene.value;
  const { Beside } = games[scene.terms.game];
  const position = readPosition(scene.position);
  return (
    <>
      <Actions session={session} />
      {more}
      {Beside && session.facts.sides.map(({ side }) => <Beside key={side} side={side} position={position} language={language.value} />)}
    </>
  );
}

/** What the game is about, how to ask what something is, and everything that there is. */
function HelpPanel({ scene }: { scene: Scene }) {
  return (
    <>
      <p>{aimOf(scene.terms.game)}</p>
      <p>{t("table.ask")}</p>
      <Legend advice={engine()} scene={scene} language={language.value} />
    </>
  );
}

interface TableProps {
  session: Session;
  home: "play" | "t";
  /** More that is told over the board's edge. */
  notices?: ComponentChildren;
  /** More that one may do besides moving. */
  more?: ComponentChildren;
}

export function TableView({ session, home, notices, more }: TableProps) {
  const careful = useMemo(() => guarded(session), [session]);
  const table = session.table.value;
  const scene = session.scene.value;
  const name = gameName(table.terms.game);
  const [fresh, setFresh] = useState(session.log.value.length > 0 || scene.draft.length > 0);
  const curtain = passDeviceTo(session, fresh);
  const hint = useHint(session);
  const looking = useLookingBack(session);
  const ratio = useMemo(() => shapeOf(scene).ratio, [scene.terms]);
  useNews(session);
  const passed = usePassing(session);
  if (curtain) return <PassDevice session={session} seat={curtain} open={() => setFresh(false)} />;
  const [own = "", ...others] = sidesFromBelow(session);
  const mayAsk = table.stage === "playing" && table.mine.length > 0;
  const panels: Panel[] = [
    { id: "moves", sign: "moves", title: t("table.moves"), content: <Moves session={session} looking={looking} /> },
    ...(home === "t" ? [{ id: "chat", sign: "chat", title: t("chat"), content: <Chat session={session} /> } as const] : []),
    ...(mayAsk || more || games[table.terms.game].Beside ? [{ id: "game", sign: "game", title: t("table.game"), content: <GamePanel session={session} more={more} /> } as const] : []),
    { id: "rules", sign: "rules", closed: true, title: t("table.rules"), content: <Rules game={table.terms.game} clause={clauseOf(scene)} /> },
    { id: "legend", sign: "legend", closed: true, title: t("table.legend"), content: <HelpPanel scene={scene} /> },
  ];
  return (
    <Stage
      game={table.terms.game}
      kind="table"
      phase={scene.says?.phase}
      ratio={ratio}
      heading={
        <Heading title={name}>
          {name}
          {table.rated && <span class="mark">{t("table.rated")}</span>}
          {table.training && <span class="mark">{t("table.training")}</span>}
        </Heading>
      }
      above={others.map((side) => (
        <PlayerBar key={side} session={session} side={side} linked={home === "t"} />
      ))}
      board={(places) =>
        looking.past ? (
          <StageBoard key={looking.at} session={looking.past} places={places} moving={false} />
        ) : (
          <StageBoard session={careful} pointed={hint.advice?.token ?? table.proposal?.token} reply={hint.advice?.reply} help={isHelpAllowed(table)} places={places} />
        )
      }
      below={
        <>
          <PlayerBar session={session} side={own} linked={home === "t"} />
          <TurnSign session={session}>
            <Die session={session} />
          </TurnSign>
          <Latest session={session} />
        </>
      }
      notices={
        <>
          {notices}
          {looking.past && (
            <div class="looking-back">
              <span role="status">{t("moves.past")}</span>
              <button type="button" class="button" onClick={looking.leave} data-do="present">
                {t("moves.present")}
              </button>
            </div>
          )}
          <AimCard session={session} />
          {table.stage !== "over" && <EventCard session={session} />}
          {hint.advice && <p class="advice">{hint.advice.text}</p>}
          {passed && <p class="passing">{t("turn.passed")}</p>}
          {table.stage === "over" && <Ending session={session} home={home} aside={looking.past !== null} />}
        </>
      }
      questions={
        <>
          {home === "t" && <Claim session={session} />}
          <Offers session={session} />
          <Trouble session={session} />
        </>
      }
      tools={
        <>
          {mayAsk && <Tool sign="undo" name={t("draft.undo")} does="undo" off={scene.draft.length === 0} act={() => void session.undo()} />}
          {/* A set-up has a suggestion of its own, which respects what stands already. */}
          {mayAsk && isHelpAllowed(table) && arranging(scene)?.what !== "setup" && (
            <Tool sign="hint" name={hint.busy ? t("hint.thinking") : t("hint")} does="hint" off={hint.busy || Object.keys(scene.legal).length === 0} act={() => void hint.find()} />
          )}
          <TurnTool scene={scene} />
          <LessonTool game={table.terms.game} />
        </>
      }
      panels={panels}
    />
  );
}
