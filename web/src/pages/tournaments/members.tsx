/** The members of a club, and what its officers may do about them. */
import { t } from "../../words/words";
import type { Club, Member } from "../../protocol";
import { ask } from "../ask";
import { useAttempt } from "../attempt";
import { Name } from "../name";
import { Refusal } from "../refusal";
import { day } from "../time";
import { actionsOf, roleWords, type MemberAction } from "./roles";

const actionWords = (action: MemberAction): string => {
  switch (action) {
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

/** The role that an action gives a member; missing: the member is dismissed. */
const given = { admit: "member", promote: "officer", demote: "member", "hand-over": "owner", refuse: undefined, dismiss: undefined } as const;

/** What cannot simply be done again the other way round is asked about first. */
function sureOf(action: MemberAction, name: string) {
  if (action === "dismiss") return { title: t("member.dismiss-sure", { name }), text: t("member.dismiss-text"), yes: t("member.dismiss"), no: t("tournaments.no") };
  if (action === "hand-over") return { title: t("member.hand-over-sure", { name }), text: t("member.hand-over-text"), yes: t("member.hand-over"), no: t("tournaments.no") };
  return null;
}

function Line({ member, actions, act }: { member: Member; actions: MemberAction[]; act: (action: MemberAction) => void }) {
  return (
    <li>
      <span>
        <Name id={member.person} name={member.name} link />
        {member.role !== "member" && member.role !== "asking" && <span class="mark">{roleWords(member.role)}</span>}
        <small class="faded">{t("member.since", { day: day(member.since) })}</small>
      </span>
      {actions.length > 0 && (
        <span class="row">
          {actions.map((action) => (
            <button key={action} type="button" class={action === "admit" ? "button" : "quiet"} aria-label={t("tournaments.act-of", { act: actionWords(action), name: member.name })} onClick={() => act(action)}>
              {actionWords(action)}
            </button>
          ))}
        </span>
      )}
    </li>
  );
}

export function Members({ club, changed }: { club: Club; changed: () => Promise<void> }) {
  const { trouble, send } = useAttempt(changed);
  const act = async (member: Member, action: MemberAction) => {
    const sure = sureOf(action, member.name);
    if (sure && !(await ask(sure))) return;
    const path = `/clubs/${club.id}/members/${encodeURIComponent(member.person)}`;
    const role = given[action];
    await (role ? send("PUT", path, { role }) : send("DELETE", path));
  };
  const lines = (list: Member[]) => (
    <ul class="lines">
      {list.map((one) => (
        <Line key={one.person} member={one} actions={actionsOf(club.role, one.role)} act={(action) => void act(one, action)} />
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
