/** The table, the same for a game on this device and for one in the server. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Session } from "../model";
import { say, t } from "../words/words";
import { Actions, DraftBar } from "./actions";
import { Chat } from "./chat";
import { Claim } from "./claim";
import { Curtain, curtainFor } from "./curtain";
import { Die } from "./die";
import { gameName } from "./game-words";
import { BoardOf } from "./open";
import { Ending } from "./ending";
import { guarded } from "./guard";
import { Heading } from "./heading";
import { HintButton, useHint } from "./hint";
import { Moves } from "./moves";
import { Offers } from "./offers";
import { Players } from "./players";
import { soundEvents, sounds } from "./sound";
import { Trouble } from "./trouble";
import { TurnSign, turnOf } from "./turn";
import { announce } from "./voice";

/** What happened since one last looked is heard, by ear and by screen reader. */
function useNews(session: Session): void {
  const heard = useRef(session.log.value.length);
  const log = session.log.value;
  const turn = turnOf(session);
  useEffect(() => {
    const news = log.slice(heard.current);
    heard.current = log.length;
    for (const one of news) soundEvents(one.events);
    announce(news.flatMap((one) => one.said.map(say)).join(" "));
  }, [log]);
  useEffect(() => {
    announce(turn.text);
    if (turn.state === "mine") sounds("bell");
    document.documentElement.dataset["turn"] = turn.state;
    return () => {
      delete document.documentElement.dataset["turn"];
    };
  }, [turn.text, turn.state]);
}

export function TableView({ session, home }: { session: Session; home: "play" | "t" }) {
  const careful = useMemo(() => guarded(session), [session]);
  const table = session.table.value;
  const name = gameName(table.terms.game);
  const [fresh, setFresh] = useState(session.log.value.length > 0 || session.scene.value.draft.length > 0);
  const curtain = curtainFor(session, fresh);
  const hint = useHint(session);
  useNews(session);
  if (curtain) return <Curtain session={session} seat={curtain} open={() => setFresh(false)} />;
  return (
    <div class="table" data-game={table.terms.game} data-stage={table.stage}>
      <div class="table-top">
        <Heading title={name}>
          {name}
          {table.rated && <span class="mark">{t("table.rated")}</span>}
        </Heading>
        <TurnSign session={session} />
      </div>
      <div class="table-board">
        <Trouble session={session} />
        <Offers session={session} />
        <Claim session={session} />
        {table.stage === "over" && <Ending session={session} home={home} />}
        <BoardOf session={careful} pointed={hint.advice?.token ?? table.proposal?.token} />
      </div>
      <div class="table-hand">
        <Die session={session} />
        <DraftBar session={session} />
        {table.stage === "playing" && table.mine.length > 0 && !table.rated && <HintButton session={session} hint={hint} />}
      </div>
      <div class="table-side">
        <Players session={session} linked={home === "t"} />
        <Actions session={session} />
        <Moves session={session} />
        {home === "t" && <Chat session={session} />}
      </div>
    </div>
  );
}
