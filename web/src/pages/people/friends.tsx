/** Friends, requests, challenges, and the search for a person. */
import { useEffect, useState } from "preact/hooks";
import type { Text } from "../../model";
import { t } from "../../words/words";
import type { Friends } from "../../protocol";
import { request, sentence, type Person } from "../api";
import { Missing, useFetched } from "../fetched";
import { Form, TextField } from "../form";
import { Heading } from "../heading";
import { Name } from "../name";
import { usePerson } from "../person";
import { Refusal } from "../refusal";
import { Challenges } from "./challenge-list";
import { GameChoice } from "./game-choice";
import { PersonLine, type Act } from "./person-line";

function List({ title, people, acts, online }: { title?: string; people: Person[]; acts: (person: Person) => Act[]; online?: (person: Person) => boolean }) {
  if (people.length === 0) return null;
  return (
    <>
      {title && <h3>{title}</h3>}
      <ul class="lines">
        {people.map((one) => (
          <PersonLine key={one.id} person={one} acts={acts(one)} online={online?.(one)} />
        ))}
      </ul>
    </>
  );
}

function Search() {
  const [name, setName] = useState("");
  const [found, setFound] = useState<Person[] | null>(null);
  const search = async () => {
    const { people } = await request<{ people: Person[] }>("GET", `/people?name=${encodeURIComponent(name.trim())}`);
    setFound(people);
  };
  return (
    <section aria-labelledby="search">
      <h2 id="search">{t("friends.search")}</h2>
      <Form button={t("friends.search-do")} submit={search}>
        <TextField label={t("friends.search-label")} value={name} set={setName} most={24} />
      </Form>
      <div aria-live="polite">
        {found?.length === 0 && <p>{t("friends.search-none")}</p>}
        {found && found.length > 0 && (
          <ul class="lines">
            {found.map((one) => (
              <li key={one.id}>
                <Name id={one.id} name={one.name} link />
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

function Inside() {
  const fetched = useFetched<Friends>("/friends");
  const [trouble, setTrouble] = useState<Text | null>(null);
  const [challenged, setChallenged] = useState<Person | null>(null);
  // Who is online changes while one looks.
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === "visible" && void fetched.again(), 30_000);
    return () => clearInterval(timer);
  }, []);
  const lists = fetched.value;
  if (!lists) return <Missing of={fetched} />;
  const act = (words: string, method: "PUT" | "DELETE", list: "friends" | "blocks", main = false) => (one: Person): Act => ({
    words,
    main,
    do: () => {
      const path = `/${list}/${encodeURIComponent(one.id)}`;
      void request(method, path, method === "PUT" ? {} : undefined)
        .then(
          () => setTrouble(null),
          (error) => setTrouble(sentence(error)),
        )
        .then(() => fetched.again());
    },
  });
  const present = new Set(lists.friends.filter((one) => one.online).map((one) => one.id));
  return (
    <>
      <Refusal text={trouble} />
      <Challenges />
      <section aria-labelledby="friends">
        <h2 id="friends">{t("friends.title")}</h2>
        {lists.friends.length === 0 && <p class="faded">{t("friends.none")}</p>}
        <List
          people={lists.friends}
          online={(one) => present.has(one.id)}
          acts={(one) => [{ words: t("friends.challenge"), main: true, do: () => setChallenged(one) }]}
        />
        <List title={t("friends.asking")} people={lists.asking} acts={(one) => [act(t("friends.accept"), "PUT", "friends", true)(one), act(t("friends.decline"), "DELETE", "friends")(one)]} />
        <List title={t("friends.asked")} people={lists.asked} acts={(one) => [act(t("friends.withdraw"), "DELETE", "friends")(one)]} />
        <List title={t("friends.blocked")} people={lists.blocked} acts={(one) => [act(t("person.unblock"), "DELETE", "blocks")(one)]} />
      </section>
      {challenged && <GameChoice to={challenged} close={() => setChallenged(null)} />}
    </>
  );
}

export function FriendsPage() {
  const me = usePerson();
  return (
    <div class="page narrow">
      <Heading title={t("menu.friends")} />
      {me === undefined ? (
        <p class="waiting">{t("fetch.waiting")}</p>
      ) : me?.account ? (
        <Inside />
      ) : (
        <p>
          {t("friends.needs-account")} <a href="/account">{t("person.enter")}</a>
        </p>
      )}
      <Search />
    </div>
  );
}
