/** Print and play: `/print/GAME`. The board on as many sheets as it needs, the pieces to cut out, and the rule book. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { Board } from "../../board/Board";
import { pictureOf } from "../../board/games";
import { CELL, type Picture } from "../../board/geometry";
import { engine, usualTerms } from "../../engine/engine";
import { games } from "../../games";
import type { GameFacts, GameId } from "../../model";
import { EVERYBODY } from "../../session/sandbox";
import { say, t } from "../../words/words";
import { useGame } from "../facts";
import { gameName } from "../game-words";
import { Heading } from "../heading";
import { sideTitle } from "../levels";
import { language } from "../settings";
import { Waiting } from "../waiting";
import { Cutout, piecesOf } from "./cutouts";
import { BookText, useBook } from "./rules";

/** What a printer leaves of a sheet of A4, in millimetres; a title stands above. */
const SHEET = { width: 190, height: 262 };
/** Smaller squares are nothing for fingers. */
const LEAST_CELL = 15;

interface Tiling {
  across: number;
  down: number;
  /** Millimetres of a unit of the picture. */
  scale: number;
}

/** As few sheets as give squares that fingers can play on. */
export function tilingOf({ width, height }: Pick<Picture, "width" | "height">): Tiling {
  const fits = (across: number, down: number): Tiling => ({ across, down, scale: Math.min((across * SHEET.width) / width, (down * SHEET.height) / height) });
  const tried = [fits(1, 1), fits(2, 1), fits(1, 2), fits(2, 2)];
  return tried.find(({ scale }) => scale * CELL >= LEAST_CELL) ?? fits(2, 2);
}

const mm = (length: number): string => `${length.toFixed(2)}mm`;

/** One sheet of the board: a window through which a part of it is seen. */
function Tile({ picture, tiling, column, row }: { picture: Picture; tiling: Tiling; column: number; row: number }) {
  const whole = { width: picture.width * tiling.scale, height: picture.height * tiling.scale };
  const part = { width: whole.width / tiling.across, height: whole.height / tiling.down };
  return (
    <div class="tile" style={{ width: mm(part.width), height: mm(part.height) }}>
      <div style={{ width: mm(whole.width), height: mm(whole.height), marginLeft: mm(-column * part.width), marginTop: mm(-row * part.height) }}>
        <Board picture={picture} language={language.value} />
      </div>
    </div>
  );
}

function BoardSheets({ picture }: { picture: Picture }) {
  const tiling = tilingOf(picture);
  const sheets = Array.from({ length: tiling.across * tiling.down }, (_, i) => ({ column: i % tiling.across, row: Math.floor(i / tiling.across) }));
  return (
    <>
      {sheets.map(({ column, row }, i) => (
        <section class="print-sheet" key={i}>
          <h2>{sheets.length > 1 ? t("print.board-part", { n: i + 1, of: sheets.length }) : t("print.board")}</h2>
          <Tile picture={picture} tiling={tiling} column={column} row={row} />
        </section>
      ))}
    </>
  );
}

function PieceSheets({ facts, picture, sides }: { facts: GameFacts; picture: Picture; sides: ReturnType<typeof piecesOf> }) {
  const size = tilingOf(picture).scale * CELL;
  return (
    <section class="print-sheet">
      <h2>{t("print.pieces")}</h2>
      <p>{say(games[facts.id].words.print)}</p>
      {sides.map(({ side, cuts }) => (
        <div key={side}>
          <h3>{t("print.side", { side: sideTitle(facts, side), n: cuts.length })}</h3>
          <ul class="cutouts">
            {cuts.map((cut, i) => (
              <Cutout key={i} cut={cut} game={facts.id} size={size} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

/** Paper is light, whatever the screen is. */
function useLightPaper(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    const before = dataset["theme"];
    dataset["theme"] = "light";
    return () => void (dataset["theme"] = before);
  }, []);
}

function useStart(facts: GameFacts | null): string | null {
  const [position, setPosition] = useState<string | null>(null);
  useEffect(() => {
    if (facts) void engine().start(usualTerms(facts)).then((standing) => setPosition(standing.split("\n")[0] ?? null), () => undefined);
  }, [facts]);
  return position;
}

function Sheets({ facts, position }: { facts: GameFacts; position: string }) {
  const { opened } = useBook(facts);
  const { bare, picture, sides } = useMemo(() => {
    const terms = usualTerms(facts);
    const picture = pictureOf({ terms, as: EVERYBODY }, position);
    return { picture, bare: { ...picture, pieces: [] }, sides: piecesOf(facts, terms, picture) };
  }, [facts, position]);
  return (
    <>
      <BoardSheets picture={bare} />
      <PieceSheets facts={facts} picture={picture} sides={sides} />
      {opened && (
        <section class="print-book book-page">
          <h2 class="print-title">{opened.book.title}</h2>
          <BookText opened={opened} facts={facts} />
        </section>
      )}
    </>
  );
}

export function PrintPage({ game }: { game: GameId }) {
  const facts = useGame(game);
  const position = useStart(facts);
  useLightPaper();
  return (
    <div class="page print-page" data-game={game}>
      <Heading title={t("print.title", { game: gameName(game) })} />
      <div class="print-words">
        <p>{t("print.text")}</p>
        <p>
          <button type="button" class="button" onClick={() => print()} data-do="print">
            {t("print.do")}
          </button>
          <a class="button second" href={`/rules/${game}`}>
            {t("print.rules")}
          </a>
        </p>
      </div>
      {facts && position !== null ? <Sheets facts={facts} position={position} /> : <Waiting />}
    </div>
  );
}
