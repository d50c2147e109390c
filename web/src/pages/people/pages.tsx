/** The pages about people: one part of the program, fetched when one of them is first opened. */
import "../../words/people";
import { NotFound } from "../not-found";
import type { Route } from "../route";
import { AccountPage } from "./account";
import { ChallengePage } from "./challenge";
import { FriendsPage } from "./friends";
import { LeadersPage } from "./leaders";
import { ProfilePage } from "./profile";

export function PeoplePage({ at }: { at: Route }) {
  switch (at.page) {
    case "account":
      return <AccountPage />;
    case "person":
      return <ProfilePage key={at.id} id={at.id} />;
    case "leaders":
      return <LeadersPage game={at.game} />;
    case "friends":
      return <FriendsPage />;
    case "new":
      return <ChallengePage key={at.game} game={at.game} to={at.to ?? ""} />;
    default:
      return <NotFound />;
  }
}
