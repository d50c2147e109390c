/** The board editor: `/editor/GAME`, for players whose box has another board. */
import { useRef, useState } from "preact/hooks";
import { readBoard } from "../../board/geometry";
import { Into } from "../../board/Into";
import { valueOf, withValue } from "../../board/map-text";
import { groundSample } from "../../board/samples";
import { usualTerms } from "../../engine/engine";
import { games } from "../../games";
import { editors } from "../../games/editors";
import type { GameFacts } from "../../model";
import { Stage } from "../../stage/Stage";
import { say, t } from "../../words/words";
import { Check } from "../check";
import { gameName } from "../game-words";
import { playLocally } from "../open";
import { download } from "../download";
import { Heading } from "../heading";
import { friendlyLevel } from "../levels";
import { BrushTray } from "./brush-tray";
import { Painting } from "./painting";
import { ownCopy, useBoardEditor, type BoardEditor, type Fault } from "./board-editor";

function Verdict({ fault }: { fault: BoardEditor["fault"] }) {
  const wrong = ({ line, reason }: Fault) => (line > 0 ? t("editor.wrong", { n: line, reason: say(reason) }) : t("editor.wrong-whole", { reason: say(reason) }));
  const words = fault === undefined ? "" : fault === null ? t("editor.good") : wrong(fault);
  return (
    <p class={`verdict ${fault ? "bad" : "good"}`} role="status">
      {words}
    </p>
  );
}

/** The file as text; the line that is wrong is marked in the margin and can be found with one touch. */
function FileField({ editor }: { editor: BoardEditor }) {
  const area = useRef<HTMLTextAreaElement>(null);
  const { file, fault, write } = editor;
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

function PlayDoor({ facts, editor }: { facts: GameFacts; editor: BoardEditor }) {
  const play = () => {
    const mine = facts.sides[0]?.side;
    const occupants = (facts.forms[0]?.seat ?? []).map(({ seat, side }) => ({ seat, level: side === mine ? 0 : friendlyLevel }));
    void playLocally({ ...usualTerms(facts), board: editor.file }, occupants);
  };
  return (
    <button type="button" class="button" data-do="play" data-primary disabled={editor.fault !== null} onClick={play}>
      {t("editor.play")}
    </button>
  );
}

function Doors({ facts, editor }: { facts: GameFacts; editor: BoardEditor }) {
  const { file, fault, write } = editor;
  return (
    <div class="row doors">
      {fault === null && (
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
      <label class="button second file-button">
        {t("editor.load")}
        <input type="file" accept=".board,text/plain" onChange={(event) => void event.currentTarget.files?.[0]?.text().then(write)} />
      </label>
    </div>
  );
}

function Beginning({ facts, editor }: { facts: GameFacts; editor: BoardEditor }) {
  const boards = games[facts.id].boards.files;
  return (
    <div class="row">
      <label class="field">
        <span>{t("editor.begin")}</span>
        <select value="" onChange={(event) => editor.write(ownCopy(boards[event.currentTarget.value] ?? editor.file))}>
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
        <input type="text" maxLength={24} spellcheck={false} value={valueOf(editor.file, "name")} onInput={(event) => editor.write(withValue(editor.file, "name", event.currentTarget.value))} />
      </label>
    </div>
  );
}

/** The numbers of the board file, each in a field. */
function Numbers({ facts, editor }: { facts: GameFacts; editor: BoardEditor }) {
  return (
    <details class="board-numbers">
      <summary>{t("editor.numbers")}</summary>
      {editors[facts.id].numbers.map(({ key, title }) => (
        <label key={key} class="field">
          <span>{say(title)}</span>
          <input type="text" data-key={key} spellcheck={false} value={valueOf(editor.file, key)} onInput={(event) => editor.write(withValue(editor.file, key, event.currentTarget.value))} />
        </label>
      ))}
    </details>
  );
}

/** The tool for lines: two points are touched one after the other. */
function LineTool({ held, hold }: { held: boolean; hold: () => void }) {
  return (
    <div class="line-tool">
      <button type="button" class="choice" data-do="lines" aria-pressed={held} onClick={hold}>
        {t("editor.lines")}
      </button>
    </div>
  );
}

const LINES = "lines";

export function EditorPage({ facts }: { facts: GameFacts }) {
  const game = facts.id;
  const editor = useBoardEditor(game);
  const { grounds: brushes, groundDials } = editors[game];
  const [held, hold] = useState<string | null>(brushes[0]?.id ?? null);
  const [set, setDials] = useState<Record<string, string>>({});
  const [both, setBoth] = useState(true);
  const [from, setFrom] = useState<string | null>(null);
  const board = readBoard(editor.file);
  const take = (brush: string | null) => {
    hold(brush);
    setFrom(null);
  };
  const touch = (point: string) => {
    if (held !== LINES) {
      editor.paint(point, brushes.find(({ id }) => id === held)?.sign(set) ?? ".", both);
    } else if (from === null) {
      setFrom(point);
    } else {
      editor.link(from, point, both);
      setFrom(null);
    }
  };
  const { picture } = editor;
  return (
    <Stage
      game={game}
      kind="editor"
      ratio={picture ? picture.width / picture.height : 1}
      heading={<Heading title={t("editor.title", { game: gameName(game) })} />}
      board={({ tray }) => (
        <>
          {picture ? <Painting picture={picture} paint={touch} /> : <p class="notice">{t("editor.undrawable")}</p>}
          <Into place={tray}>
            <BrushTray
              title={t("editor.brushes")}
              brushes={brushes}
              dials={groundDials}
              set={set}
              turn={(dial, value) => setDials({ ...set, [dial]: value })}
              held={held}
              hold={take}
              sample={(sign) => groundSample(game, board, sign)}
              grounded
            />
            {editors[game].lines && <LineTool held={held === LINES} hold={() => take(LINES)} />}
          </Into>
        </>
      )}
      notices={
        held === LINES && (
          <p class="passing" role="status">
            {from === null ? t("editor.lines-first") : t("editor.lines-second", { point: from })}
          </p>
        )
      }
      below={
        <>
          <Verdict fault={editor.fault} />
          <PlayDoor facts={facts} editor={editor} />
        </>
      }
      panels={[
        {
          id: "board",
          title: t("editor.mine"),
          content: (
            <>
              <p class="faded">{t("editor.lead")}</p>
              <Check title={t("editor.both")} text={t("editor.both-text")} on={both} set={setBoth} />
              <Beginning facts={facts} editor={editor} />
              <Numbers facts={facts} editor={editor} />
              <Doors facts={facts} editor={editor} />
              <p class="faded">{t("editor.kept")}</p>
            </>
          ),
        },
        { id: "file", title: t("editor.text"), content: <FileField editor={editor} /> },
      ]}
    />
  );
}
