/** An invitation as the friend reads it: who invites, to what, on which side, with which clock and options; and one button. */
import type { Session } from "../../model";
import { isolated, t } from "../../words/words";
import { gameName } from "../game-words";
import { Heading } from "../heading";
import { sideTitle } from "../levels";
import { Sitters } from "../name";
import { NameForm, usePerson } from "../person";
import { UnusualOptions } from "../rule-options";
import { timeWords } from "../table-line";
import { Trouble } from "../trouble";
import { joinSoon } from "../join";
import { Waiting } from "../waiting";

/** The seats that a link brings, with their keys. */
export type Invited = Record<string, string>;

/** Who invites: the owner, if seated, else a seated player. */
export function hostName({ table }: Session): string {
  const { occupants, ownerName } = table.value;
  return ownerName ?? occupants.flatMap(({ people }) => people)[0]?.name ?? t("occupant.player");
}

interface InvitationProps {
  session: Session;
  invited: Invited;
  join: () => void;
  /** The button was pressed before the name was said. */
  joining: boolean;
}

export function Invitation({ session, invited, join, joining }: InvitationProps) {
  const me = usePerson();
  const table = session.table.value;
  const { game, options } = table.terms;
  const mine = table.occupants.find(({ seat }) => seat in invited)?.side ?? "";
  const params = { name: isolated(hostName(session)), game: gameName(game) };
  return (
    <div class="page narrow" data-game={game} data-do="invitation">
      <Heading title={t("invitation.title", params)} />
      <Trouble session={session} />
      <dl class="facts">
        <dt>{t("invitation.side")}</dt>
        <dd data-side={mine}>
          <i class="swatch" aria-hidden="true" /> {sideTitle(session.facts, mine)}
        </dd>
        {table.occupants
          .filter(({ side, people, level }) => side !== mine && (people.length > 0 || level > 0))
          .map((occupant) => (
            <div key={occupant.seat} class="contents">
              <dt>{sideTitle(session.facts, occupant.side)}</dt>
              <dd data-side={occupant.side}>
                <i class="swatch" aria-hidden="true" /> <Sitters occupant={occupant} link />
              </dd>
            </div>
          ))}
        <dt>{t("invitation.clock")}</dt>
        <dd>{timeWords(table.time ?? null)}</dd>
        <dt>{t("options.title")}</dt>
        <dd>
          <UnusualOptions facts={session.facts} chosen={options} />
        </dd>
        {(table.rated || table.training) && <dt>{t("invitation.kind")}</dt>}
        {table.rated && <dd>{t("new.rated-text")}</dd>}
        {table.training && <dd>{t("new.training-text")}</dd>}
      </dl>
      {joining || me === undefined ? (
        <Waiting />
      ) : me ? (
        <button type="button" class="button large" data-do="sit" onClick={join}>
          {t("invitation.join")}
        </button>
      ) : (
        <NameForm
          button={t("invitation.join")}
          done={() => {
            joinSoon(table.id);
            location.reload(); // the server must hear the new name from the first message on
          }}
        />
      )}
      <p>
        <a href={`/rules/${game}`}>{t("box.rules")}</a> · <a href={`/lesson/${game}`}>{t("box.lesson")}</a>
      </p>
    </div>
  );
}
