/** Setting a position up: a piece is taken from the tray and put on points; whose turn it is is chosen. */
import { useState } from "preact/hooks";
import { turnOf, withCell, withTurn } from "../../board/cells";
import { boardTextOf, pictureOf } from "../../board/games";
import { readBoard } from "../../board/geometry";
import { Into } from "../../board/Into";
import { pieceSample } from "../../board/samples";
import { editors } from "../../games/editors";
import { EVERYBODY } from "../../session/sandbox";
import { say, t } from "../../words/words";
import { BrushTray } from "./brush-tray";
import { Painting } from "./painting";
import type { Study } from "./study";

/** The pieces to take are drawn into the tray. */
export function SetUp({ study, tray }: { study: Study; tray: Element }) {
  const { terms, text, lay } = study;
  const { game } = terms;
  const board = readBoard(boardTextOf(terms));
  const { pieces: brushes, pieceDials, bareCell, turns } = editors[game];
  const [held, hold] = useState<string | null>(brushes[0]?.id ?? null);
  const [set, setDials] = useState<Record<string, string>>({});
  const put = (point: string) => {
    const brush = brushes.find(({ id }) => id === held);
    void lay(withCell(game, board, text, point, brush?.sign(set) ?? bareCell(point)));
  };
  const turn = turnOf(game, text);
  return (
    <>
      <Painting picture={pictureOf({ terms, as: EVERYBODY }, text)} paint={put} />
      <Into place={tray}>
        <BrushTray
          title={t("analysis.tray")}
          brushes={brushes}
          dials={pieceDials(board)}
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
          <select value={turn} onChange={(event) => void lay(withTurn(game, text, turns[Number(event.currentTarget.value)]?.text ?? ""))}>
            {turn < 0 && <option value={-1}>{t("analysis.turn-other")}</option>}
            {turns.map((one, i) => (
              <option key={one.text} value={i}>
                {say(one.title)}
              </option>
            ))}
          </select>
        </label>
      </Into>
    </>
  );
}
