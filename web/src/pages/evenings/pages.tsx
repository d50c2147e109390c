/** The pages for clubs and evenings. They are one part of the house, fetched together the first time somebody comes here. */
import "../../words/evenings";
import { Lost } from "../lost";
import type { Route } from "../route";
import { ClubListPage } from "./club-list";
import { ClubPageOf } from "./club";
import { EveningListPage } from "./evening-list";
import { EveningPageOf } from "./evening";
import { HoldPage } from "./hold";

export function EveningsPage({ at }: { at: Route }) {
  switch (at.page) {
    case "clubs":
      return <ClubListPage />;
    case "club":
      return <ClubPageOf key={at.id} id={at.id} />;
    case "evenings":
      return <EveningListPage />;
    case "evening":
      return <EveningPageOf key={at.id} id={at.id} />;
    case "hold":
      return <HoldPage key={at.club} club={at.club} />;
    default:
      return <Lost />;
  }
}
