/** A person in a list, and what can be done there. */
import { t } from "../../words/words";
import type { Person } from "../api";
import { Name } from "../name";

export interface Act {
  words: string;
  do: () => void;
  /** What one most likely wants. */
  main?: boolean;
}

export function Acts({ acts, name }: { acts: Act[]; name: string }) {
  return (
    <span class="row">
      {acts.map((act) => (
        <button key={act.words} type="button" class={act.main ? "button" : "quiet"} aria-label={t("friends.act-of", { act: act.words, name })} onClick={act.do}>
          {act.words}
        </button>
      ))}
    </span>
  );
}

/** Full or hollow, and said in words: colour is not needed to tell them apart. */
function Presence({ online }: { online: boolean }) {
  return (
    <small class="presence" data-online={online}>
      <i aria-hidden="true" />
      {online ? t("friends.online") : t("friends.offline")}
    </small>
  );
}

export function PersonLine({ person, acts, online }: { person: Person; acts: Act[]; online?: boolean }) {
  return (
    <li>
      <span>
        <Name id={person.id} name={person.name} link />
        {online !== undefined && <Presence online={online} />}
      </span>
      <Acts acts={acts} name={person.name} />
    </li>
  );
}
