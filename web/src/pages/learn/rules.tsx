/** The rule book of a game: `/rules/GAME`. */
import { useEffect, useState } from "preact/hooks";
import { gameName } from "../game-words";
import { DiagramView } from "./diagram";
import type { Block, Book, Inline, Passage } from "../../books/book";
import { openBook, openDiagrams } from "../../books/library";
import { termsOf, type Diagram, type Diagrams } from "../../books/shapes";
import { engine } from "../../engine/engine";
import type { GameFacts, GameId } from "../../model";
import { t } from "../../words/words";
import { useGame } from "../facts";
import { Heading } from "../heading";
import { language } from "../settings";
import { Waiting } from "../waiting";

type Placed = Record<string, Diagram & { position: string }>;

interface Opened {
  book: Book;
  diagrams: Placed;
}

/** Diagrams without a position show the start of the game. */
async function placed(facts: GameFacts, diagrams: Diagrams): Promise<Placed> {
  const found: Placed = {};
  for (const [name, diagram] of Object.entries(diagrams)) {
    const position = diagram.position ?? (await engine().start(termsOf(facts, diagram))).split("\n")[0] ?? "";
    found[name] = { ...diagram, position };
  }
  return found;
}

export function useBook(facts: GameFacts | null): { opened: Opened | null; failed: boolean } {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [failed, setFailed] = useState(false);
  const reads = language.value;
  useEffect(() => {
    if (!facts) return;
    Promise.all([openBook(facts.id, reads), openDiagrams(facts.id).then((all) => placed(facts, all))]).then(
      ([book, diagrams]) => setOpened({ book, diagrams }),
      () => setFailed(true),
    );
  }, [facts, reads]);
  return { opened, failed };
}

function Words({ inline }: { inline: Inline[] }) {
  return (
    <>
      {inline.map(({ kind, text }, i) => {
        if (kind === "em") return <em key={i}>{text}</em>;
        if (kind === "strong") return <strong key={i}>{text}</strong>;
        return kind === "code" ? <code key={i}>{text}</code> : text;
      })}
    </>
  );
}

/** The clauses of the rule sheet stand in the margin, for those who argue. */
function Clauses({ clauses }: { clauses: string[] }) {
  if (clauses.length === 0) return null;
  return <span class="clauses">{clauses.join(" ")}</span>;
}

function Said({ passage }: { passage: Passage }) {
  return (
    <>
      <Words inline={passage.inline} /> <Clauses clauses={passage.clauses} />
    </>
  );
}

function BlockView({ block, facts, diagrams }: { block: Block; facts: GameFacts; diagrams: Placed }) {
  switch (block.kind) {
    case "heading":
      return block.depth === 2 ? <h2 id={block.id}>{block.text}</h2> : <h3 id={block.id}>{block.text}</h3>;
    case "paragraph":
      return (
        <p data-clauses={block.clauses.join(" ")}>
          <Said passage={block} />
        </p>
      );
    case "list": {
      const items = block.items.map((item, i) => (
        <li key={i} data-clauses={item.clauses.join(" ")}>
          <Said passage={item} />
        </li>
      ));
      return block.numbered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case "diagram": {
      const diagram = diagrams[block.name];
      return diagram ? <DiagramView facts={facts} diagram={diagram} /> : null;
    }
  }
}

function Contents({ book }: { book: Book }) {
  const chapters = book.blocks.filter((block) => block.kind === "heading" && block.depth === 2);
  return (
    <nav class="contents" aria-label={t("rules.contents")}>
      <ol>{chapters.map((one) => one.kind === "heading" && <li key={one.id}><a href={`#${one.id}`}>{one.text}</a></li>)}</ol>
    </nav>
  );
}

export function BookText({ opened, facts }: { opened: Opened; facts: GameFacts }) {
  return (
    <div class="book">
      {opened.book.blocks.map((block, i) => (
        <BlockView key={i} block={block} facts={facts} diagrams={opened.diagrams} />
      ))}
    </div>
  );
}

export function RulesPage({ game }: { game: GameId }) {
  const facts = useGame(game);
  const { opened, failed } = useBook(facts);
  return (
    <div class="page book-page" data-game={game}>
      <Heading title={opened?.book.title ?? gameName(game)} />
      {opened && facts ? (
        <>
          <Contents book={opened.book} />
          <BookText opened={opened} facts={facts} />
        </>
      ) : (
        <Waiting failed={failed} />
      )}
      <p class="book-doors" hidden={!opened}>
        <a class="button" href={`/box/${game}`}>
          {t("rules.play")}
        </a>
        <a class="button second" href={`/lesson/${game}`}>
          {t("rules.lesson")}
        </a>
        <a class="button second" href={`/puzzles/${game}`}>
          {t("lesson.puzzles")}
        </a>
        <a class="button second" href={`/print/${game}`}>
          {t("rules.print")}
        </a>
      </p>
    </div>
  );
}
