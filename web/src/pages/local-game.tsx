/** A game on this device: `/play/ID`. It is kept after every step, so it is there again when the page is. */
import { useEffect, useState } from "preact/hooks";
import type { Session } from "../model";
import { t } from "../words/words";
import { openLocal } from "./open";
import { Heading } from "./heading";
import { go } from "./route";
import { TableView } from "./table-view";
import { Waiting } from "./waiting";

/** A session that is open as long as the page is; null: there is none; undefined: not yet known. */
export function useSession(open: () => Promise<Session | null>, name: string): { session: Session | null | undefined; failed: boolean } {
  const [session, setSession] = useState<Session | null | undefined>(undefined);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let here = true;
    let opened: Session | null = null;
    setSession(undefined);
    open().then(
      (found) => {
        opened = found;
        if (here) setSession(found);
        else found?.close();
      },
      () => here && setFailed(true),
    );
    return () => {
      here = false;
      opened?.close();
    };
  }, [name]);
  return { session, failed };
}

export function NotHere({ title, text }: { title: string; text: string }) {
  return (
    <div class="page narrow">
      <Heading title={title} />
      <p>{text}</p>
      <a class="button" href="/">
        {t("to-games")}
      </a>
    </div>
  );
}

function Playing({ session }: { session: Session }) {
  const { next, stage } = session.table.value;
  // A rematch on this device needs no consent: the new game opens at once.
  useEffect(() => {
    if (next) go(`/play/${next}`);
  }, [next]);
  // Who wants it finds the game at the server, too.
  useEffect(() => {
    if (stage === "over") void import("./offline/part").then(({ sendGames }) => sendGames()).catch(() => undefined);
  }, [stage]);
  return <TableView session={session} home="play" />;
}

export function LocalGame({ id }: { id: string }) {
  const { session, failed } = useSession(() => openLocal(id), id);
  if (session) return <Playing session={session} />;
  if (session === null) return <NotHere title={t("local.none")} text={t("local.none-text")} />;
  return (
    <div class="page narrow">
      <Heading title={t("waiting")} />
      <Waiting failed={failed} />
    </div>
  );
}
