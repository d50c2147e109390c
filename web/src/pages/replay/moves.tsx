/** The game in plain words: every turn leads there, variations hang below the turn they leave, comments stand beside. */
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Fall } from "../../session/appraise";
import { courseOf, startOf, type Line } from "../../session/lines";
import type { Replay } from "../../session/replay";
import { say, t, type Key } from "../../words/words";
import { MoveList } from "../move-list";
import { language } from "../settings";
import { turnsOf } from "../turns";

interface Row {
  side: string;
  said: string[];
  /** The steps of the line that belong to it: those after `from`, up to `to`. */
  from: number;
  to: number;
}

/** The turns of a line without those before it began. All its steps belong to some row, also those that are not announced. */
function rowsOf(replay: Replay, line: Line): Row[] {
  const heard = replay.heard(courseOf(line), startOf(line));
  const turns = turnsOf(replay.facts, heard.map(({ happening }) => happening), (seat) => replay.sideOf(seat));
  let from = 0;
  return turns.map(({ side, said, last }, i) => {
    const to = i === turns.length - 1 ? line.steps.length : (heard[last]?.spot.at ?? 0);
    const row = { side, said, from, to };
    from = to;
    return row;
  });
}

export const fallSign = { mistake: "?", blunder: "??", fall: "↓" } as const;

export function fallWords(fall: Fall): string {
  const lost = t(`replay.fall.${fall.kind}` as Key, { n: Math.round(fall.loss / 10) });
  return fall.better ? `${lost}. ${t("replay.fall.better", { token: fall.better.token, why: say(fall.better.why) })}` : lost;
}

function Marks({ falls }: { falls: readonly Fall[] }) {
  return (
    <>
      {falls.map((fall) => (
        <strong key={fall.from} class="fall" title={fallWords(fall)}>
          <span aria-hidden="true">{fallSign[fall.kind]}</span>
          <span class="unseen">{fallWords(fall)}</span>
        </strong>
      ))}
    </>
  );
}

interface LineProps {
  replay: Replay;
  line: Line;
  falls: readonly Fall[];
}

function Comments({ line, from, to, first }: { line: Line; from: number; to: number; first: boolean }) {
  const own = [...line.comments].filter(([at]) => (first ? at >= from : at > from) && at <= to).sort(([a], [b]) => a - b);
  return (
    <>
      {own.map(([at, text]) => (
        <q key={at} class="comment">
          {text}
        </q>
      ))}
    </>
  );
}

function Variation({ replay, line }: { replay: Replay; line: Line }) {
  return (
    <div class="variation">
      <p>
        <em>{t("replay.variation")}</em>
        <button type="button" class="quiet" onClick={() => void replay.forget(line)}>
          {t("replay.forget-variation")}
        </button>
      </p>
      <LineView replay={replay} line={line} falls={[]} />
    </div>
  );
}

function LineView({ replay, line, falls }: LineProps) {
  const reads = language.value;
  const rows = useMemo(() => rowsOf(replay, line), [replay, line, replay.as.value, replay.changes.value, reads]);
  const spot = replay.spot.value;
  const moves = rows.map(({ side, said, from, to }, i) => ({
    key: from,
    side,
    said,
    marks: <Marks falls={falls.filter((fall) => fall.from >= from && fall.from < to)} />,
    go: () => void replay.go({ line, at: to }),
    here: spot.line === line && (spot.at > from || (i === 0 && spot.at === 0 && line.parent !== null)) && spot.at <= to,
    below: (
      <>
        <Comments line={line} from={from} to={to} first={i === 0} />
        {line.lines
          .filter((one) => one.after >= from && (one.after < to || i === rows.length - 1))
          .map((one, at) => (
            <Variation key={at} replay={replay} line={one} />
          ))}
      </>
    ),
  }));
  return <MoveList facts={replay.facts} rows={moves} />;
}

export function ReplayMoves({ replay, falls }: { replay: Replay; falls: readonly Fall[] }) {
  const list = useRef<HTMLDivElement>(null);
  const spot = replay.spot.value;
  // The list follows the game; the page stays where it is.
  useEffect(() => {
    const here = list.current?.querySelector<HTMLElement>('[aria-current="step"]');
    if (!list.current) return;
    if (!here) return void (spot.at === 0 && (list.current.scrollTop = 0));
    const top = here.getBoundingClientRect().top - list.current.getBoundingClientRect().top;
    if (top < 0 || top + here.offsetHeight > list.current.clientHeight) list.current.scrollTop += top - list.current.clientHeight / 3;
  }, [spot]);
  return (
    <section class="moves replay-moves" aria-labelledby="moves">
      <h2 id="moves">{t("replay.moves")}</h2>
      <div ref={list} class="replay-list" tabIndex={0} role="group" aria-labelledby="moves">
        {replay.game.steps.length === 0 && <p class="faded">{t("replay.nothing")}</p>}
        <LineView replay={replay} line={replay.game} falls={falls} />
      </div>
    </section>
  );
}
