/** The pages where one learns. They are one part of the house, fetched together the first time somebody comes here. */
import "../../words/learning";
import { Lost } from "../lost";
import type { Route } from "../route";
import { LessonPage } from "./lesson";
import { RulesPage } from "./rules";

export function LearnPage({ at }: { at: Route }) {
  switch (at.page) {
    case "rules":
      return <RulesPage key={at.game} game={at.game} />;
    case "lesson":
      return <LessonPage key={at.game} game={at.game} />;
    default:
      return <Lost />;
  }
}
