/** Setting a position up: a piece is taken from the tray and put on points; whose turn it is is chosen. */
import { useState } from "preact/hooks";
import { boardTextOf } from "../../board/boards";
import { pieceBrushes, pieceDials, pieceSample } from "../../board/brushes";
import { bareCell, turnOf, turns, withCell, withTurn } from "../../board/cells";
import { pictureOf } from "../../board/games";
import { readBoard } from "../../board/geometry";
import { EVERYBODY } from "../../session/sandbox";
import { t, type Key } from "../../words/words";
import { BrushTray } from "./brush-tray";
import { Painting } from "./painting";
import type { Study } from "./study";

export function SetUp({ study }: { study: Study }) {
  const { terms, text, lay } = study;
  const { game } = terms;
  const board = readBoard(boardTextOf(terms));
  const brushes = pieceBrushes(game);
  const [held, hold] = useState<string | null>(brushes[0]?.id ?? null);
  const [set, setDials] = useState<Record<string, string>>({});
  const put = (point: string) => {
    const brush = brushes.find(({ id }) => id === held);
    void lay(withCell(game, board, text, point, brush?.sign(set) ?? bareCell(game, point)));
  };
  const turn = turnOf(game, text);
  return (
    <>
      <Painting picture={pictureOf({ terms, as: EVERYBODY }, text)} paint={put} />
      <BrushTray
        title={t("analysis.tray")}
        brushes={brushes}
        dials={pieceDials(game, board)}
        set={set}
        turn={(dial, value) => setDials({ ...set, [dial]: value })}
        held={held}
        hold={hold}
        sample={(sign) => pieceSample(game, board, sign)}
        grounded={false}
        nothing={t("analysis.remove")}
      />
      <label class="field turn-choice">
        <span>{t("analysis.turn")}</span>
        <select value={turn} onChange={(event) => void lay(withTurn(game, text, turns[game][Number(event.currentTarget.value)] ?? ""))}>
          {turn < 0 && <option value={-1}>{t("analysis.turn-other")}</option>}
          {turns[game].map((words, i) => (
            <option key={words} value={i}>
              {t(`analysis.turn.${game}.${i}` as Key)}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}
