/** The pages for clubs and tournaments. They are one part of the server, fetched together the first time somebody comes here. */
import "../../words/tournaments";
import { Lost } from "../lost";
import type { Route } from "../route";
import { ClubListPage } from "./club-list";
import { ClubPageOf } from "./club";
import { TournamentListPage } from "./tournament-list";
import { TournamentPageOf } from "./tournament";
import { HoldPage } from "./hold";

export function TournamentsPage({ at }: { at: Route }) {
  switch (at.page) {
    case "clubs":
      return <ClubListPage />;
    case "club":
      return <ClubPageOf key={at.id} id={at.id} />;
    case "tournaments":
      return <TournamentListPage />;
    case "tournament":
      return <TournamentPageOf key={at.id} id={at.id} />;
    case "hold":
      return <HoldPage key={at.club} club={at.club} />;
    default:
      return <Lost />;
  }
}
