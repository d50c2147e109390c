/** The members of a club, and what its officers may do about them. */
import { t } from "../../words/words";
import type { Club, Member } from "../../protocol";
import { ask } from "../ask";
import { useAttempt } from "../attempt";
import { Name } from "../name";
import { Refusal } from "../refusal";
import { day } from "../time";
import { deedsOf, roleWords, type Deed } from "./roles";

const deedWords = (deed: Deed): string => {
  switch (deed) {
    case "admit":
      return t("member.admit");
    case "refuse":
      return t("member.refuse");
    case "dismiss":
      return t("member.dismiss");
    case "promote":
      return t("member.promote");
    case "demote":
      return t("member.demote");
    case "hand-over":
      return t("member.hand-over");
  }
};

/** What a deed gives somebody; missing: they are sent away. */
const given = { admit: "member", promote: "officer", demote: "member", "hand-over": "owner", refuse: undefined, dismiss: undefined } as const;

/** What cannot simply be done again the other way round is asked about first. */
function sureOf(deed: Deed, name: string) {
  if (deed === "dismiss") return { title: t("member.dismiss-sure", { name }), text: t("member.dismiss-text"), yes: t("member.dismiss"), no: t("tournaments.no") };
  if (deed === "hand-over") return { title: t("member.hand-over-sure", { name }), text: t("member.hand-over-text"), yes: t("member.hand-over"), no: t("tournaments.no") };
  return null;
}

function Line({ member, deeds, act }: { member: Member; deeds: Deed[]; act: (deed: Deed) => void }) {
  return (
    <li>
      <span>
        <Name id={member.person} name={member.name} link />
        {member.role !== "member" && member.role !== "asking" && <span class="mark">{roleWords(member.role)}</span>}
        <small class="faded">{t("member.since", { day: day(member.since) })}</small>
      </span>
      {deeds.length > 0 && (
        <span class="row">
          {deeds.map((deed) => (
            <button key={deed} type="button" class={deed === "admit" ? "button" : "quiet"} aria-label={t("tournaments.act-of", { act: deedWords(deed), name: member.name })} onClick={() => act(deed)}>
              {deedWords(deed)}
            </button>
          ))}
        </span>
      )}
    </li>
  );
}

export function Members({ club, changed }: { club: Club; changed: () => Promise<void> }) {
  const { trouble, send } = useAttempt(changed);
  const act = async (member: Member, deed: Deed) => {
    const sure = sureOf(deed, member.name);
    if (sure && !(await ask(sure))) return;
    const path = `/clubs/${club.id}/members/${encodeURIComponent(member.person)}`;
    const role = given[deed];
    await (role ? send("PUT", path, { role }) : send("DELETE", path));
  };
  const lines = (list: Member[]) => (
    <ul class="lines">
      {list.map((one) => (
        <Line key={one.person} member={one} deeds={deedsOf(club.role, one.role)} act={(deed) => void act(one, deed)} />
      ))}
    </ul>
  );
  const order = ["owner", "officer", "member"];
  const inside = club.members.filter((one) => one.role !== "asking").sort((a, b) => order.indexOf(a.role) - order.indexOf(b.role) || a.since - b.since);
  const asking = club.members.filter((one) => one.role === "asking");
  return (
    <section aria-labelledby="members">
      <h2 id="members">{t("club.members", { n: club.size })}</h2>
      <Refusal text={trouble} />
      {asking.length > 0 && (
        <>
          <h3>{t("club.asking")}</h3>
          {lines(asking)}
        </>
      )}
      {lines(inside)}
    </section>
  );
}
