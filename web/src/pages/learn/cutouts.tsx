/** Pieces to cut out: as many as the board's file says, of the size of its squares. */
import { pieceOf } from "../../board/arrange";
import { boardTextOf } from "../../board/games";
import { CELL, readBoard, type Piece, type Picture } from "../../board/geometry";
import { Laid } from "../../board/ground";
import { games } from "../../games";
import type { Cut } from "../../games/game";
import type { GameFacts, GameId, Terms } from "../../model";
import { language } from "../settings";

/** A piece that loses its men one by one has a counter for every strength. */
function strengths(piece: Piece): Piece[] {
  const { count } = piece;
  if (count === undefined) return [piece];
  return Array.from({ length: count }, (_, lost) => ({ ...piece, count: count - lost, facing: 0 }));
}

/** Everything that lies in the box, side by side: what stands on the board at the start, and what is placed before. */
export function piecesOf(facts: GameFacts, terms: Terms, start: Picture): { side: string; cuts: Cut[] }[] {
  const board = readBoard(boardTextOf(terms));
  const placed = start.pieces.flatMap(strengths);
  return facts.sides.map(({ side }) => {
    // The name of a side that leads two armies has both letters.
    const own = placed.filter((piece) => side.includes(piece.side)).map((piece) => ({ piece, folds: false }));
    if (own.length > 0) return { side, cuts: own };
    const { setup, cutouts } = games[facts.id];
    const things = (setup?.things(board) ?? []).map((thing): Cut => ({ piece: pieceOf(thing, side), mark: thing.mark ? thing.kind : undefined, folds: setup?.hidden ?? false }));
    return { side, cuts: [...things, ...(cutouts?.(board, side) ?? [])] };
  });
}

export function Cutout({ cut, game, size }: { cut: Cut; game: GameId; size: number }) {
  const { piece, mark, folds } = cut;
  const { Figure } = games[game];
  const width = `${size.toFixed(2)}mm`;
  return (
    <li class={folds ? "cutout folds" : "cutout"} style={{ width, height: `${(folds ? 2 * size : size).toFixed(2)}mm` }}>
      <svg class={`board board-${game}`} data-game={game} viewBox={`${-CELL / 2} ${-CELL / 2} ${CELL} ${CELL}`} role="img" aria-label={piece.title[language.value]}>
        {mark ? (
          <Laid game={games[game]} mark={{ at: "", kind: mark, title: piece.title }} />
        ) : (
          <g class={`piece ${piece.kind}`} data-side={piece.side}>
            <g class="figure">
              <Figure piece={piece} language={language.value} />
            </g>
          </g>
        )}
      </svg>
    </li>
  );
}
