/** Pieces to cut out: as many as the board's file says, of the size of its squares. */
import { boardTextOf } from "../../board/boards";
import { Figure } from "../../board/figures";
import { both, say, type Thing } from "../../board/game";
import { boardGames } from "../../board/games";
import { CELL, readBoard, type BoardText, type Piece, type Picture } from "../../board/geometry";
import { Laid } from "../../board/ground";
import type { GameFacts, GameId, Terms } from "../../model";
import { language } from "../settings";

export interface Cut {
  piece: Piece;
  /** Something laid on the board rather than a piece. */
  mark?: string;
  /** It stands, folded, and only its owner sees what it is. */
  folds: boolean;
}

const plain = (side: string, { kind, letter, title }: Thing): Piece => ({ at: "", side, kind, letter, title, facing: 0, marks: [] });

/** A plate loses its men one by one: a counter for every strength it can have. */
function strengths(piece: Piece): Piece[] {
  const { count } = piece;
  if (count === undefined) return [piece];
  return Array.from({ length: count }, (_, lost) => ({ ...piece, count: count - lost, facing: 0 }));
}

const shots = { red: say("tir rouge", "red shot"), white: say("tir blanc", "white shot") };

/** What the files of the boards list besides the pieces. */
function extras(game: GameId, board: BoardText, side: string, things: Thing[]): Cut[] {
  if (game === "chars")
    return Object.entries(shots).flatMap(([mark, title]) => {
      const piece = plain(side, { thing: "", title, letter: both(""), kind: "" });
      return Array.from({ length: Number(board.value(`${mark}-shots`)) }, () => ({ piece, mark, folds: false }));
    });
  if (game !== "belligerants") return [];
  const counters = board.value("counters").split(" ");
  return things
    .filter(({ thing }) => counters.includes(thing))
    .map((thing) => ({ piece: { ...plain(side, thing), marks: ["turned-coat"] }, folds: false }));
}

/** Whoever fills the circles that the officers of Paris leave. */
function garrison(board: BoardText, officers: Thing[]): Thing[] {
  const soldier = { thing: "S", title: say("Soldat de la garnison", "Soldier of the garrison"), letter: both("S"), kind: "soldier" };
  return Array.from({ length: board.value("circles").split(" ").length - officers.length }, () => soldier);
}

/** Everything that lies in the box, side by side: what stands on the board at the start, and what is placed before. */
export function piecesOf(facts: GameFacts, terms: Terms, start: Picture): { side: string; cuts: Cut[] }[] {
  const board = readBoard(boardTextOf(terms));
  const placed = start.pieces.flatMap(strengths);
  return facts.sides.map(({ side }) => {
    // The side `BN` of Paris has two armies.
    const own = placed.filter((piece) => side.includes(piece.side)).map((piece) => ({ piece, folds: false }));
    if (own.length > 0) return { side, cuts: own };
    const things = boardGames[facts.id].setup?.things(board) ?? [];
    const more = facts.id === "paris" ? garrison(board, things) : [];
    const cuts = [...things, ...more].map((thing) => ({ piece: plain(side, thing), folds: facts.secrets }));
    return { side, cuts: [...cuts, ...extras(facts.id, board, side, things)] };
  });
}

export function Cutout({ cut, game, size, below }: { cut: Cut; game: GameId; size: number; below: string }) {
  const { piece, mark, folds } = cut;
  const width = `${size.toFixed(2)}mm`;
  return (
    <li class={folds ? "cutout folds" : "cutout"} style={{ width, height: `${(folds ? 2 * size : size).toFixed(2)}mm` }}>
      <svg class={`board board-${game}`} data-game={game} viewBox={`${-CELL / 2} ${-CELL / 2} ${CELL} ${CELL}`} role="img" aria-label={piece.title[language.value]}>
        {mark || piece.kind === "mine" ? (
          <Laid mark={{ at: "", kind: mark ?? "mine", title: piece.title }} />
        ) : (
          <g class={`piece ${piece.kind}`} data-side={piece.side}>
            <g class="figure">
              <Figure game={game} piece={piece} language={language.value} below={below} />
            </g>
          </g>
        )}
      </svg>
    </li>
  );
}
