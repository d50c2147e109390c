/** The clubs of the server, one's own first, and founding one. */
import { useState } from "preact/hooks";
import { t } from "../../words/words";
import type { Club, ClubLine } from "../../protocol";
import { request } from "../api";
import { Dialog } from "../dialog";
import { useFetched } from "../fetched";
import { Heading } from "../heading";
import { More, usePaged } from "../paged";
import { usePerson } from "../person";
import { go } from "../route";
import { ClubForm, type ClubFields } from "./club-form";
import { NeedsAccount } from "./needs-account";
import { roleWords } from "./roles";
import { Tabs } from "./tabs";

function Card({ club }: { club: ClubLine }) {
  return (
    <li>
      <a class="card" href={`/clubs/${club.id}`}>
        <strong class="name">{club.name}</strong>
        {club.about && <span class="name">{club.about.length > 120 ? `${club.about.slice(0, 119)}…` : club.about}</span>}
        <span class="faded">
          {t("clubs.size", { n: club.size })}
          {" · "}
          {club.role ? roleWords(club.role) : club.open ? t("clubs.open") : t("clubs.closed")}
        </span>
      </a>
    </li>
  );
}

function Mine() {
  const mine = useFetched<{ clubs: ClubLine[] }>("/clubs?mine=1").value?.clubs ?? [];
  if (mine.length === 0) return null;
  return (
    <section aria-labelledby="mine">
      <h2 id="mine">{t("clubs.mine")}</h2>
      <ul class="cards">
        {mine.map((one) => (
          <Card key={one.id} club={one} />
        ))}
      </ul>
    </section>
  );
}

function Found() {
  const [shown, setShown] = useState(false);
  const found = async (fields: ClubFields) => {
    const { club } = await request<{ club: Club }>("POST", "/clubs", fields);
    go(`/clubs/${club.id}`);
  };
  return (
    <>
      <button type="button" class="button" onClick={() => setShown(true)} data-do="found">
        {t("clubs.found")}
      </button>
      {shown && (
        <Dialog title={t("clubs.found")} close={() => setShown(false)}>
          <ClubForm begin={{ name: "", about: "", open: true }} button={t("clubs.found")} submit={found} />
        </Dialog>
      )}
    </>
  );
}

export function ClubListPage() {
  const me = usePerson();
  const clubs = usePaged<ClubLine>("/clubs", "clubs", "before");
  return (
    <div class="page">
      <Heading title={t("clubs.title")} />
      <Tabs here="clubs" />
      <p class="lead">{t("clubs.lead")}</p>
      {me?.account ? <Found /> : me !== undefined && <NeedsAccount text={t("clubs.needs-account")} />}
      {me?.account && <Mine />}
      <section aria-labelledby="all">
        <h2 id="all">{t("clubs.all")}</h2>
        {clubs.value && clubs.value.length > 0 && (
          <ul class="cards">
            {clubs.value.map((one) => (
              <Card key={one.id} club={one} />
            ))}
          </ul>
        )}
        <More of={clubs} none={t("clubs.none")} />
      </section>
    </div>
  );
}
