/** The pages for learning: one part of the program, fetched when one of them is first opened. */
import "../../words/learning";
import { NotFound } from "../not-found";
import type { Route } from "../route";
import { LessonPage } from "./lesson";
import { PrintPage } from "./print";
import { DailyPage, PuzzlesPage } from "./puzzles";
import { RulesPage } from "./rules";

export function LearnPage({ at }: { at: Route }) {
  switch (at.page) {
    case "rules":
      return <RulesPage key={at.game} game={at.game} />;
    case "lesson":
      return <LessonPage key={at.game} game={at.game} />;
    case "print":
      return <PrintPage key={at.game} game={at.game} />;
    case "puzzles":
      return at.game ? <PuzzlesPage key={at.game} game={at.game} id={at.id} /> : <DailyPage />;
    default:
      return <NotFound />;
  }
}
