/** The whole of it: board and slider, the game in words, and what one can do with it. */
import { useEffect, useRef, useState } from "preact/hooks";
import { shapeOf } from "../../board/GameBoard";
import { savedNotes, COMMENT_MAX } from "../../session/notes";
import type { Replay } from "../../session/replay";
import { EVERYBODY } from "../../session/sandbox";
import { Stage } from "../../stage/Stage";
import { StageBoard } from "../../stage/StageBoard";
import { TurnTool } from "../../stage/tools";
import { t } from "../../words/words";
import { gameName } from "../game-words";
import { Heading } from "../heading";
import { seatTitle } from "../levels";
import { outcomeWords, readResult, reasonWords } from "../result";
import { language } from "../settings";
import { day } from "../time";
import { turnsOf } from "../turns";
import { Controls } from "./controls";
import { Dice } from "./dice";
import { EvaluationGraph, useEvaluations } from "./evaluation-graph";
import { ReplayMoves } from "./moves";
import { Onward } from "./onward";
import { followLink, Sharing } from "./sharing";
import type { Opened } from "./source";
import { usePlayback } from "./playback";

/** Notes are kept whenever they change; whether the device takes them. */
function useSaving({ replay, key }: Opened): boolean {
  const [kept, setKept] = useState(true);
  const changes = replay.changes.value;
  useEffect(() => {
    if (changes > 0) savedNotes().put(key, replay.notes).then(() => setKept(true), () => setKept(false));
  }, [changes]);
  return kept;
}

const HURRY = 500; // milliseconds: who goes on sooner does not wait for what moves

/** Whether one goes through the game faster than it can be shown. */
function useHurry(index: number): boolean {
  const last = useRef({ index, at: 0, hurried: false });
  if (last.current.index !== index) {
    const at = performance.now();
    last.current = { index, at, hurried: at - last.current.at < HURRY };
  }
  return last.current.hurried;
}

function eyesTitle(replay: Replay, eyes: string): string {
  if (eyes === EVERYBODY) return t("replay.everybody");
  return eyes === "watcher" ? t("replay.watcher") : seatTitle(replay.facts, replay.record.terms.seats, eyes);
}

function Eyes({ replay }: { replay: Replay }) {
  if (replay.eyes.length < 2) return null;
  return (
    <fieldset class="options replay-eyes">
      <legend>{t("replay.eyes")}</legend>
      <div class="options-row">
        {replay.eyes.map((eyes) => (
          <label key={eyes} data-side={replay.sideOf(eyes)}>
            <input type="radio" name="eyes" value={eyes} checked={replay.as.value === eyes} onChange={() => void replay.lookAs(eyes)} />
            <span>{eyesTitle(replay, eyes)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Players({ opened }: { opened: Opened }) {
  const { replay, read } = opened;
  const { terms, players, result, ended } = read;
  return (
    <p class="replay-players">
      {players.map(({ seat, name }) => (
        <span key={seat} data-side={replay.sideOf(seat)}>
          <i class="swatch" aria-hidden="true" />
          {t("seat-of", { seat: seatTitle(replay.facts, terms.seats, seat) })} <bdi class="name">{name}</bdi>
        </span>
      ))}
      {result && (
        <span>
          {outcomeWords(replay.facts, readResult(result))} ({reasonWords(replay.facts, readResult(result))})
        </span>
      )}
      {ended !== undefined && <span class="faded">{day(ended)}</span>}
    </p>
  );
}

/** What the last step was, in words. */
function saidHere(replay: Replay): string {
  const course = replay.course.value;
  const index = replay.index.value;
  if (index === 0) return t("replay.start");
  const [heard] = replay.heard(course.slice(0, index + 1), index - 1);
  if (!heard) return t("replay.unseen");
  const [turn] = turnsOf(replay.facts, [heard.happening], (seat) => replay.sideOf(seat));
  const title = turn?.side ? `${t("seat-of", { seat: replay.facts.sides.find(({ side }) => side === turn.side)?.title[language.value] ?? "" })} ` : "";
  return turn ? title.charAt(0).toUpperCase() + title.slice(1) + turn.said.join(" ") : "";
}

/** Other moves are played on the board itself, and written about beside it. */
function Study({ replay, kept }: { replay: Replay; kept: boolean }) {
  const spot = replay.spot.value;
  const text = (replay.changes.value, spot.line.comments.get(spot.at) ?? "");
  return (
    <div class="replay-study">
      <label class="sentence">
        <input type="checkbox" checked={replay.free.value} onChange={(event) => void replay.setFree(event.currentTarget.checked)} data-do="free" />
        <span>
          <b>{t("replay.free")}</b> {t("replay.free-text")}
        </span>
      </label>
      <label class="field">
        <span>{t("replay.comment")}</span>
        <textarea class="prose" rows={2} maxLength={COMMENT_MAX} value={text} onInput={(event) => replay.comment(spot, event.currentTarget.value)} />
      </label>
      <p class="note">{kept ? t("replay.comment-kept") : t("replay.not-kept")}</p>
    </div>
  );
}

export function ReplayView({ opened, again }: { opened: Opened; again?: () => void }) {
  const { replay, veiled } = opened;
  const playback = usePlayback(replay);
  const evaluations = useEvaluations(replay);
  const kept = useSaving(opened);
  useEffect(() => {
    if (opened.id) followLink(replay, location.hash);
  }, [replay]);
  const still = useHurry(playback.index);
  const scene = replay.scene.value;
  const game = replay.facts.id;
  const others = again ? (
    <button type="button" class="quiet" onClick={again}>
      {t("replay.others")}
    </button>
  ) : (
    <a href="/replay">{t("replay.others")}</a>
  );
  return (
    <Stage
      game={game}
      kind="replay"
      ratio={shapeOf(scene).ratio}
      heading={<Heading title={t("replay.title", { game: gameName(game) })} />}
      above={<Players opened={opened} />}
      board={(places) => <StageBoard key={replay.as.value} session={replay} places={places} moving={!still} />}
      below={<Controls playback={playback} said={saidHere(replay)} />}
      tools={<TurnTool scene={scene} />}
      panels={[
        { id: "moves", title: t("replay.moves"), content: <ReplayMoves replay={replay} falls={evaluations.falls} /> },
        {
          id: "notes",
          title: t("replay.notes"),
          content: (
            <>
              {veiled && <p class="notice">{t("replay.going")}</p>}
              <Eyes replay={replay} />
              {!veiled && <Study replay={replay} kept={kept} />}
            </>
          ),
        },
        {
          id: "more",
          title: t("replay.more"),
          content: (
            <>
              {!veiled && <EvaluationGraph replay={replay} all={evaluations} />}
              {!veiled && <Onward replay={replay} />}
              <Sharing opened={opened} />
              <Dice opened={opened} />
              {others}
            </>
          ),
        },
      ]}
    />
  );
}
