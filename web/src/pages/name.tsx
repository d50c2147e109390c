/** The name of a person as written: it keeps its own direction and its own width, whatever it contains. */
import { Fragment } from "preact";
import type { Occupant } from "../model";
import { t } from "../words/words";
import { sitter } from "./levels";

/** People who are programs say so in what they are called by (docs/api.md). */
export function isBot(id: string): boolean {
  return id.startsWith("bot_");
}

interface NameProps {
  id: string;
  name: string;
  /** Whether it leads to who that is. */
  link?: boolean;
}

export function Name({ id, name, link = false }: NameProps) {
  const shown = <bdi class="name">{name || t("occupant.player")}</bdi>;
  return (
    <>
      {link ? <a href={`/people/${encodeURIComponent(id)}`}>{shown}</a> : shown}
      {isBot(id) && <span class="mark">{t("bot.mark")}</span>}
    </>
  );
}

/** The occupant of a seat: the computer, people, or none yet. */
export function Sitters({ occupant, link = false }: { occupant: Occupant; link?: boolean }) {
  if (occupant.level > 0 || occupant.people.length === 0) return <>{sitter(occupant)}</>;
  return (
    <>
      {occupant.people.map((one, i) => (
        <Fragment key={one.person}>
          {i > 0 && ", "}
          <Name id={one.person} name={one.name} link={link} />
        </Fragment>
      ))}
    </>
  );
}
