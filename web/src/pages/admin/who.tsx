/** A name in a list of the admins: a person who may be gone, or `bivouac admin`. */
import { t } from "../../words/words";
import type { Person } from "../api";
import { Name } from "../name";

export function Who({ person }: { person: Person | null | undefined }) {
  return person ? <Name id={person.id} name={person.name} link /> : <span class="faded">{t("admin.gone")}</span>;
}

/** Known by an id alone. */
export function WhoById({ id }: { id: string }) {
  if (id.includes(" ") || id === "") return <span>{id}</span>;
  return <a href={`/people/${encodeURIComponent(id)}`}>{id}</a>;
}
