/** The pages for clubs and tournaments: one part of the program, fetched when one of them is first opened. */
import "../../words/tournaments";
import { NotFound } from "../not-found";
import type { Route } from "../route";
import { ClubListPage } from "./club-list";
import { ClubPageOf } from "./club";
import { TournamentListPage } from "./tournament-list";
import { TournamentPageOf } from "./tournament";
import { NewTournamentPage } from "./new-tournament";

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
    case "new-tournament":
      return <NewTournamentPage key={at.club} club={at.club} />;
    default:
      return <NotFound />;
  }
}
