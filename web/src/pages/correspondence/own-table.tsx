/** A table of the server at which one sits, with what belongs to oneself alone: prepared replies and a note. */
import "../../words/correspondence";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Session } from "../../model";
import { TableView } from "../table-view";
import { Note } from "./note";
import { Prepare } from "./prepare";
import { Replies } from "./replies";

export function OwnTable({ session, notices }: { session: Session; notices: ComponentChildren }) {
  const [preparing, prepare] = useState(false);
  const { id, stage } = session.table.value;
  if (preparing && stage === "playing") return <Prepare session={session} close={() => prepare(false)} />;
  const own = (
    <>
      <Replies session={session} prepare={() => prepare(true)} />
      <Note table={id} />
    </>
  );
  return <TableView session={session} home="t" notices={notices} more={own} />;
}
