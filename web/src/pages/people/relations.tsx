/** What can be done with a person: challenge, befriend, block, report. */
import { useState } from "preact/hooks";
import type { Text } from "../../model";
import { t } from "../../words/words";
import type { Profile, Relation } from "../../protocol";
import { request, sentence, type Person } from "../api";
import { ask } from "../ask";
import { isBot } from "../name";
import { Refusal } from "../refusal";
import { GameChoice } from "./game-choice";
import { Report } from "./report";

/** The one thing to do about friendship, as it stands. */
function friendship({ friend, asked, asking }: Relation): { words: string; method: "PUT" | "DELETE" } {
  if (friend) return { words: t("person.unfriend"), method: "DELETE" };
  if (asked) return { words: t("person.withdraw"), method: "DELETE" };
  return { words: asking ? t("person.friend-accept") : t("person.friend"), method: "PUT" };
}

function NeedsAccount() {
  return (
    <p>
      {t("person.needs-account")} <a href="/account">{t("person.enter")}</a>
    </p>
  );
}

interface RelationsProps {
  profile: Profile;
  me: Person | null | undefined;
  changed: () => Promise<void>;
}

export function Relations({ profile, me, changed }: RelationsProps) {
  const { person, relation } = profile;
  const [sheet, setSheet] = useState<"challenge" | "report" | null>(null);
  const [trouble, setTrouble] = useState<Text | null>(null);
  const id = encodeURIComponent(person.id);
  if (!me || !relation) return me === undefined ? null : <NeedsAccount />;
  const act = async (method: "PUT" | "DELETE", path: string) => {
    try {
      await request(method, path, method === "PUT" ? {} : undefined);
      setTrouble(null);
      await changed();
    } catch (error) {
      setTrouble(sentence(error));
    }
  };
  const block = async () => {
    const sure = { title: t("person.block-sure"), text: t("person.block-text"), yes: t("person.block"), no: t("person.keep") };
    if (relation.blocked) await act("DELETE", `/blocks/${id}`);
    else if (await ask(sure)) await act("PUT", `/blocks/${id}`);
  };
  const friends = friendship(relation);
  const known = person.account || isBot(person.id);
  return (
    <>
      {relation.blocked && <p class="notice">{t("person.blocked")}</p>}
      <Refusal text={trouble} />
      {!me.account && <NeedsAccount />}
      <div class="row">
        {me.account && known && !relation.blocked && (
          <>
            <button type="button" class="button" onClick={() => setSheet("challenge")} data-do="challenge">
              {t("friends.challenge")}
            </button>
            <button type="button" class="button second" onClick={() => void act(friends.method, `/friends/${id}`)} data-do="friend">
              {friends.words}
            </button>
          </>
        )}
        {me.account && (
          <button type="button" class="quiet" onClick={() => void block()} data-do="block">
            {relation.blocked ? t("person.unblock") : t("person.block")}
          </button>
        )}
        <button type="button" class="quiet" onClick={() => setSheet("report")} data-do="report">
          {t("person.report")}
        </button>
      </div>
      {sheet === "challenge" && <GameChoice to={person} close={() => setSheet(null)} />}
      {sheet === "report" && <Report person={person} close={() => setSheet(null)} />}
    </>
  );
}
