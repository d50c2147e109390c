/** The workshop of boards: `/editor/GAME`, for those who own the box and know better. */
import { useRef, useState } from "preact/hooks";
import { readBoard } from "../../board/geometry";
import { valueOf, withValue } from "../../board/map-text";
import { groundSample } from "../../board/samples";
import { usualTerms } from "../../engine/engine";
import { games } from "../../games";
import { editors } from "../../games/editors";
import type { GameFacts } from "../../model";
import { t } from "../../words/words";
import { Check } from "../check";
import { gameName } from "../game-words";
import { playLocally } from "../open";
import { download } from "../download";
import { Heading } from "../heading";
import { friendlyLevel } from "../levels";
import { BrushTray } from "./brush-tray";
import { Painting } from "./painting";
import { ownCopy, useWorkshop, type Workshop } from "./workshop";

function Verdict({ fault }: { fault: Workshop["fault"] }) {
  const words = fault === undefined ? "" : fault === null ? t("editor.good") : fault.line > 0 ? t("editor.wrong", { n: fault.line, reason: fault.reason }) : t("editor.wrong-whole", { reason: fault.reason });
  return (
    <p class={`verdict ${fault ? "bad" : "good"}`} role="status">
      {words}
    </p>
  );
}

/** The file as text; the line that is wrong is marked in the margin and can be found with one touch. */
function FileField({ shop }: { shop: Workshop }) {
  const area = useRef<HTMLTextAreaElement>(null);
  const { file, fault, write } = shop;
  const lines = file.split("\n");
  const show = (line: number) => {
    const from = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    area.current?.focus();
    area.current?.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0));
  };
  return (
    <section aria-labelledby="board-file">
      <h2 id="board-file">{t("editor.text")}</h2>
      {fault && fault.line > 0 && (
        <p class="wrong-line">
          <button type="button" class="choice" onClick={() => show(fault.line)}>
            {t("editor.wrong", { n: fault.line, reason: lines[fault.line - 1]?.trim() ?? "" })}
          </button>
        </p>
      )}
      <textarea ref={area} class="board-file" rows={Math.min(40, lines.length + 1)} spellcheck={false} wrap="off" aria-labelledby="board-file" aria-invalid={Boolean(fault)} value={file} onInput={(event) => write(event.currentTarget.value)} />
    </section>
  );
}

function Doors({ facts, shop }: { facts: GameFacts; shop: Workshop }) {
  const { file, fault, write } = shop;
  const good = fault === null;
  const terms = { ...usualTerms(facts), board: file };
  const play = () => {
    const mine = facts.sides[0]?.side;
    const chairs = (facts.forms[0]?.seat ?? []).map(({ seat, side }) => ({ seat, level: side === mine ? 0 : friendlyLevel }));
    void playLocally(terms, chairs);
  };
  return (
    <div class="row doors">
      <button type="button" class="button" data-do="play" disabled={!good} onClick={play}>
        {t("editor.play")}
      </button>
      {good && (
        <>
          <a class="button second" href={`/new/${facts.id}#board`} onClick={() => write(file)}>
            {t("editor.table")}
          </a>
          <a class="button second" href={`/analysis/${facts.id}#on=mine`} onClick={() => write(file)}>
            {t("editor.analyse")}
          </a>
        </>
      )}
      <button type="button" class="button second" onClick={() => download(`${facts.id}-${valueOf(file, "name") || "board"}.board`, file)}>
        {t("editor.download")}
      </button>
      <label class="button second file-door">
        {t("editor.load")}
        <input type="file" accept=".board,text/plain" onChange={(event) => void event.currentTarget.files?.[0]?.text().then(write)} />
      </label>
    </div>
  );
}

function Beginning({ facts, shop }: { facts: GameFacts; shop: Workshop }) {
  const boards = games[facts.id].boards.files;
  return (
    <div class="row">
      <label class="field">
        <span>{t("editor.begin")}</span>
        <select value="" onChange={(event) => shop.write(ownCopy(boards[event.currentTarget.value] ?? shop.file))}>
          <option value="">{t("editor.mine")}</option>
          {Object.keys(boards).map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>{t("editor.name")}</span>
        <input type="text" maxLength={24} spellcheck={false} value={valueOf(shop.file, "name")} onInput={(event) => shop.write(withValue(shop.file, "name", event.currentTarget.value))} />
      </label>
    </div>
  );
}

export function EditorPage({ facts }: { facts: GameFacts }) {
  const game = facts.id;
  const shop = useWorkshop(game);
  const { grounds: brushes, groundDials } = editors[game];
  const [held, hold] = useState<string | null>(brushes[0]?.id ?? null);
  const [set, setDials] = useState<Record<string, string>>({});
  const [both, setBoth] = useState(true);
  const board = readBoard(shop.file);
  const paint = (point: string) => shop.paint(point, brushes.find(({ id }) => id === held)?.sign(set) ?? ".", both);
  return (
    <div class="page analysis-page" data-game={game}>
      <Heading title={t("editor.title", { game: gameName(game) })} />
      <p class="lead">{t("editor.lead")}</p>
      <div class="workbench">
        <div class="workbench-board">
          {shop.picture ? <Painting picture={shop.picture} paint={paint} /> : <p class="notice">{t("editor.undrawable")}</p>}
          <Verdict fault={shop.fault} />
        </div>
        <div class="workbench-side">
          <Beginning facts={facts} shop={shop} />
          <BrushTray
            title={t("editor.brushes")}
            brushes={brushes}
            dials={groundDials}
            set={set}
            turn={(dial, value) => setDials({ ...set, [dial]: value })}
            held={held}
            hold={hold}
            sample={(sign) => groundSample(game, board, sign)}
            grounded
          />
          <Check title={t("editor.both")} text={t("editor.both-text")} on={both} set={setBoth} />
          <Doors facts={facts} shop={shop} />
          <p class="faded">{t("editor.kept")}</p>
          <FileField shop={shop} />
        </div>
      </div>
    </div>
  );
}
