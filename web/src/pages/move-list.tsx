/** A game in plain words, a line for each turn: at a table, in a replay, on the analysis board. */
import type { ComponentChildren, Ref } from "preact";
import type { GameFacts } from "../model";
import { t } from "../words/words";
import { sideTitle } from "./levels";

export interface MoveRow {
  key: number;
  side: string;
  said: readonly string[];
  /** The same in signs, for those who see; the words are then only heard. */
  signs?: ComponentChildren;
  /** Signs after the words. */
  marks?: ComponentChildren;
  /** What hangs below the line: comments, variations. */
  below?: ComponentChildren;
  /** Where the line leads, and whether one is there. */
  go?: () => void;
  here?: boolean;
}

function Words({ facts, row: { side, said, signs, marks } }: { facts: GameFacts; row: MoveRow }) {
  return (
    <>
      {side && (
        <b>
          <i class="swatch" aria-hidden="true" />
          {t("seat-of", { seat: sideTitle(facts, side) })}{" "}
        </b>
      )}
      {signs}
      {said.map((sentence, i) => (
        <span key={i} class="said">
          {sentence}{" "}
        </span>
      ))}
      {marks}
    </>
  );
}

/** `label`: what names the list, where it scrolls by itself. */
export function MoveList({ facts, rows, list, label }: { facts: GameFacts; rows: readonly MoveRow[]; list?: Ref<HTMLOListElement>; label?: string }) {
  return (
    <ol ref={list} {...(label ? { tabIndex: 0, "aria-labelledby": label } : {})}>
      {rows.map((row) => (
        <li key={row.key} data-side={row.side}>
          {row.go ? (
            <button type="button" class="move" title={row.signs ? row.said.join(" ") : undefined} aria-current={row.here ? "step" : undefined} onClick={row.go}>
              <Words facts={facts} row={row} />
            </button>
          ) : (
            <Words facts={facts} row={row} />
          )}
          {row.below}
        </li>
      ))}
    </ol>
  );
}
