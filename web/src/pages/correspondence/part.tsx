/** What belongs to oneself alone at a table of the server; fetched when one sits there. */
import "../../words/correspondence";
import type { Session } from "../../model";
import { Note } from "./note";
import { Replies } from "./replies";

export { Prepare } from "./prepare";

export function OwnCorner({ session, prepare }: { session: Session; prepare: () => void }) {
  return (
    <>
      <Replies session={session} prepare={prepare} />
      <Note table={session.table.value.id} />
    </>
  );
}
