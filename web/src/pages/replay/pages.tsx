/** A game looked at again: `/replay/ID` of the server, `/replay/here/ID` of this device, `/replay` for a file. */
import "../../words/replay";
import { useEffect, useState } from "preact/hooks";
import type { Text } from "../../model";
import { bothOf, say, t } from "../../words/words";
import { Heading } from "../heading";
import { NotFound } from "../not-found";
import type { Route } from "../route";
import { Waiting } from "../waiting";
import { OpenFile } from "./open-file";
import { NothingToSee, openRoute, type Opened } from "./source";
import { ReplayView } from "./replay-view";

function Kept({ at }: { at: Extract<Route, { page: "replay" }> }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [trouble, setTrouble] = useState<Text | null>(null);
  useEffect(() => {
    let here = true;
    openRoute(at).then(
      (found) => here && setOpened(found),
      (error: unknown) => here && setTrouble(error instanceof NothingToSee ? error.text : bothOf("replay.unread")),
    );
    return () => void (here = false);
  }, []);
  if (opened) return <ReplayView opened={opened} />;
  return (
    <div class="page narrow">
      <Heading title={t("replay.open-title")} />
      {trouble ? (
        <>
          <p role="alert">{say(trouble)}</p>
          <a class="button" href="/replay">
            {t("replay.others")}
          </a>
        </>
      ) : (
        <Waiting />
      )}
    </div>
  );
}

export function ReplayPage({ at }: { at: Route }) {
  if (at.page !== "replay") return <NotFound />;
  return at.id ? <Kept key={`${at.from} ${at.id}`} at={at} /> : <OpenFile />;
}
