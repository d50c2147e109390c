/** A person's page: ratings, games, and what can be done together. */
import { gameIds } from "../../games";
import { t } from "../../words/words";
import type { Profile } from "../../protocol";
import type { Person } from "../api";
import { useFacts } from "../facts";
import { Missing, useFetched } from "../fetched";
import { FinishedGames } from "../finished";
import { gameName } from "../game-words";
import { Heading } from "../heading";
import { isBot, Name } from "../name";
import { serverTrouble, usePerson } from "../person";
import { day } from "../time";
import { RatingFigure } from "./rating";
import { Relations } from "./relations";

const RECENT = 10;

function placeWords(place: number): string {
  return place === 1 ? t("person.place-first") : t("person.place", { place });
}

function GameCard({ profile, game }: { profile: Profile; game: string }) {
  const rating = profile.ratings.find((one) => one.game === game);
  const tally = profile.tallies.find((one) => one.game === game);
  return (
    <li class="card" data-game={game}>
      <h3>{gameName(game)}</h3>
      {rating ? <RatingFigure rating={rating} /> : <span class="faded">{t("person.unrated")}</span>}
      {rating?.place !== undefined && <a href={`/leaders/${game}`}>{placeWords(rating.place)}</a>}
      {tally && <span class="faded">{t("person.tally", { n: tally.games, won: tally.won, drawn: tally.drawn, lost: tally.lost })}</span>}
    </li>
  );
}

function Ratings({ profile }: { profile: Profile }) {
  const played = gameIds.filter((game) => [...profile.ratings, ...profile.tallies].some((one) => one.game === game && one.games > 0));
  const provisional = profile.ratings.some((one) => one.provisional);
  return (
    <section aria-labelledby="ratings">
      <h2 id="ratings">{t("person.ratings")}</h2>
      {played.length === 0 ? (
        <p class="faded">{t("person.no-games")}</p>
      ) : (
        <ul class="cards">
          {played.map((game) => (
            <GameCard key={game} profile={profile} game={game} />
          ))}
        </ul>
      )}
      {profile.ratings.length > 0 && <p class="faded note">{provisional ? t("person.provisional-text") : t("person.sure-text")}</p>}
    </section>
  );
}

function Known({ profile, me, changed }: { profile: Profile; me: Person | null | undefined; changed: () => Promise<void> }) {
  const facts = useFacts();
  const { person, owner } = profile;
  const known = person.account || isBot(person.id);
  return (
    <>
      <Heading title={person.name}>
        <Name id={person.id} name={person.name} />
      </Heading>
      <p class="faded">
        {profile.created ? t("person.since", { day: day(profile.created) }) : t("person.guest")} {me?.id === person.id && <>{t("person.you")} </>}
        {isBot(person.id) && owner && (
          <>
            {t("person.bot")} <Name id={owner.id} name={owner.name} link />
          </>
        )}
      </p>
      {profile.about && <p class="about">{profile.about}</p>}
      {me?.id === person.id ? (
        <a class="button second" href="/account">
          {t("person.edit")}
        </a>
      ) : (
        <Relations profile={profile} me={me} changed={changed} />
      )}
      {known && <Ratings profile={profile} />}
      {/* Of oneself one sees the private games, too. */}
      <FinishedGames
        id="recent"
        title={me?.id === person.id ? t("person.own-recent") : t("person.recent")}
        none={t("person.no-recent")}
        path={`/records?person=${encodeURIComponent(person.id)}&most=${RECENT}`}
        facts={facts}
      />
    </>
  );
}

export function ProfilePage({ id }: { id: string }) {
  const fetched = useFetched<Profile>(`/people/${encodeURIComponent(id)}`);
  const profile = fetched.value;
  const me = usePerson();
  // What may be done depends on both persons: both are awaited, so that nothing moves.
  if (profile && (me !== undefined || serverTrouble.value))
    return (
      <div class="page">
        <Known profile={profile} me={me} changed={fetched.again} />
      </div>
    );
  const none = fetched.trouble?.code === "no-such-person";
  return (
    <div class="page narrow">
      <Heading key={String(none)} title={none ? t("person.none") : t("coming")} />
      {none ? <p>{t("person.none-text")}</p> : <Missing of={fetched} />}
    </div>
  );
}
