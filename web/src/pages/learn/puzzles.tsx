/** Puzzles: `/puzzles` shows those of the day and how far one is, `/puzzles/GAME` all of a game. */
import { useEffect, useState } from "preact/hooks";
import { openPuzzles } from "../../books/library";
import { dayOf, placeOfDay, streakOn } from "../../books/puzzle";
import type { Puzzle } from "../../books/shapes";
import { gameIds } from "../../games";
import type { GameFacts, GameId } from "../../model";
import { t, type Key } from "../../words/words";
import { useGame } from "../facts";
import { gameName } from "../game-words";
import { Heading } from "../heading";
import { go } from "../route";
import { Waiting } from "../waiting";
import { noteDay, noteSolved, solved, streak } from "./progress";
import { PuzzleBoard } from "./puzzle-board";

const today = () => dayOf(Date.now());

/** The puzzle of the day of a game. */
function daily(game: GameId, puzzles: readonly Puzzle[]): Puzzle | undefined {
  return puzzles[placeOfDay(today(), puzzles.length, gameIds.indexOf(game))];
}

/** The puzzles of some games, once all are there. */
function usePuzzles(wanted: readonly GameId[]): { sets: Puzzle[][] | null; failed: boolean } {
  const [sets, setSets] = useState<Puzzle[][] | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    Promise.all(wanted.map(openPuzzles)).then(
      (files) => setSets(files.map((file) => file.puzzles)),
      () => setFailed(true),
    );
  }, []);
  return { sets, failed };
}

/* ---- The day ---- */

function DailyCard({ game, puzzle }: { game: GameId; puzzle: Puzzle }) {
  const done = solved.value[game].has(puzzle.id);
  return (
    <li>
      <a class="puzzle-card" data-game={game} href={`/puzzles/${game}?id=${puzzle.id}`}>
        <b>{gameName(game)}</b>
        <span>
          {t(`puzzles.kind.${puzzle.kind}`)} · {t(`puzzles.grade.${puzzle.grade}` as Key)}
        </span>
        <span class="puzzle-done">{done && `✓ ${t("puzzles.solved")}`}</span>
      </a>
    </li>
  );
}

function Tally({ game, puzzles }: { game: GameId; puzzles: readonly Puzzle[] }) {
  const done = puzzles.filter(({ id }) => solved.value[game].has(id)).length;
  return (
    <li>
      <a class="puzzle-card" data-game={game} href={`/puzzles/${game}`}>
        <b>{gameName(game)}</b>
        <span>{t("puzzles.tally", { done, all: puzzles.length })}</span>
        <progress max={puzzles.length} value={done} aria-hidden="true" />
      </a>
    </li>
  );
}

export function DailyPage() {
  const { sets, failed } = usePuzzles(gameIds);
  const days = streakOn(streak.value, today());
  return (
    <div class="page puzzles-page">
      <Heading title={t("puzzles.daily")} />
      <p class="lead">{t("puzzles.daily.lead")}</p>
      {sets ? (
        <>
          <ul class="puzzle-cards">
            {gameIds.map((game, i) => {
              const puzzle = daily(game, sets[i] ?? []);
              return puzzle && <DailyCard key={game} game={game} puzzle={puzzle} />;
            })}
          </ul>
          <p>{days > 0 ? t("puzzles.streak", { n: days }) : t("puzzles.streak.none")}</p>
          <h2>{t("puzzles.all")}</h2>
          <ul class="puzzle-cards">
            {gameIds.map((game, i) => (
              <Tally key={game} game={game} puzzles={sets[i] ?? []} />
            ))}
          </ul>
        </>
      ) : (
        <Waiting failed={failed} />
      )}
    </div>
  );
}

/* ---- A game ---- */

const grades = [1, 2, 3, 4, 5];

interface ListProps {
  game: GameId;
  puzzles: readonly Puzzle[];
  current: Puzzle;
  choose: (puzzle: Puzzle) => void;
}

function List({ game, puzzles, current, choose }: ListProps) {
  const done = solved.value[game];
  return (
    <dl class="puzzle-list">
      {grades.map((grade) => (
        <div key={grade}>
          <dt>{t(`puzzles.grade.${grade}` as Key)}</dt>
          <dd>
            {puzzles.map((puzzle, i) => {
              if (puzzle.grade !== grade) return null;
              const is = done.has(puzzle.id);
              return (
                <button
                  key={puzzle.id}
                  type="button"
                  class={is ? "is-solved" : ""}
                  aria-current={puzzle === current ? "true" : undefined}
                  aria-label={t(is ? "puzzles.one.solved" : "puzzles.one", { n: i + 1 })}
                  onClick={() => choose(puzzle)}
                >
                  {is ? "✓" : i + 1}
                </button>
              );
            })}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The first unsolved one after this, or before it when there is none. */
function nextUnsolved(game: GameId, puzzles: readonly Puzzle[], after?: Puzzle): Puzzle | undefined {
  const from = after ? puzzles.indexOf(after) + 1 : 0;
  const order = [...puzzles.slice(from), ...puzzles.slice(0, from)];
  return order.find((one) => one !== after && !solved.value[game].has(one.id));
}

function Puzzles({ facts, puzzles, id }: { facts: GameFacts; puzzles: readonly Puzzle[]; id?: string }) {
  const game = facts.id;
  const [first] = useState(() => nextUnsolved(game, puzzles) ?? puzzles[0]);
  const current = puzzles.find((one) => one.id === id) ?? first;
  if (!current) return <Waiting failed />;
  const ofDay = daily(game, puzzles);
  const choose = (puzzle: Puzzle) => go(`/puzzles/${game}?id=${puzzle.id}`, true);
  const next = nextUnsolved(game, puzzles, current);
  const onSolved = () => {
    noteSolved(game, current.id);
    if (current === ofDay) noteDay(today());
  };
  const list = (
    <>
      {!next && solved.value[game].has(current.id) && <p>{t("puzzles.finished")}</p>}
      <h2>{t("puzzles.all")}</h2>
      <List game={game} puzzles={puzzles} current={current} choose={choose} />
      <p>
        <a href="/puzzles">{t("puzzles.daily")}</a>
      </p>
    </>
  );
  return (
    <PuzzleBoard
      facts={facts}
      puzzle={current}
      title={current === ofDay ? t("puzzles.today") : t("puzzles.one", { n: puzzles.indexOf(current) + 1 })}
      onSolved={onSolved}
      onward={next && (() => choose(next))}
      list={{ id: "list", title: t("puzzles.all"), content: list }}
    />
  );
}

export function PuzzlesPage({ game, id }: { game: GameId; id?: string }) {
  const facts = useGame(game);
  const { sets, failed } = usePuzzles([game]);
  const puzzles = sets?.[0];
  if (facts && puzzles) return <Puzzles facts={facts} puzzles={puzzles} id={id} />;
  return (
    <div class="page" data-game={game}>
      <Heading title={t("puzzles.title", { game: gameName(game) })} />
      <Waiting failed={failed} />
    </div>
  );
}
