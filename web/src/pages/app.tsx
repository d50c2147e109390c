/** Every page stands in this frame: a way to the content, a banner, the page, and a voice for screen readers. */
import { useEffect, useRef } from "preact/hooks";
import { t } from "../words/words";
import { Announcement } from "./announcement";
import { Asker } from "./ask";
import { Banner } from "./banner";
import { Boundary, Failure } from "./failure";
import { later } from "./later";
import { LocalGame } from "./local-game";
import { NotFound } from "./not-found";
import { account } from "./person";
import { route, visits, type Route } from "./route";
import { Home } from "./home";
import { styled } from "./styles";
import { Toasts } from "./toasts";
import { Voice } from "./voice";

const Box = later(() => styled(import("./box")).then((part) => part.Box));
const Learn = later(() => styled(import("./learn/pages")).then(({ LearnPage }) => LearnPage));
const Analysis = later(() => styled(import("./analysis/pages")).then(({ AnalysisPages }) => AnalysisPages));
const Tournaments = later(() => import("./tournaments/pages").then(({ TournamentsPage }) => TournamentsPage));
const Admin = later(() => import("./admin/pages").then(({ AdminPage }) => AdminPage));
const Mine = later(() => import("./mine").then((part) => part.Mine));
const Notice = later(() => import("./notice").then(({ NoticePage }) => NoticePage));
const OfServer = later(() => import("./server-pages").then(({ ServerPage }) => ServerPage));
const People = later(() => import("./people/pages").then(({ PeoplePage }) => PeoplePage));
const Replay = later(() => styled(import("./replay/pages")).then(({ ReplayPage }) => ReplayPage));

function Page({ at }: { at: Route }) {
  switch (at.page) {
    case "home":
      return <Home />;
    case "box":
      return <Box key={at.game} game={at.game} />;
    case "play":
      return <LocalGame key={at.id} id={at.id} />;
    case "new":
      return at.to ? <People at={at} /> : <OfServer at={at} />;
    case "tables":
    case "seek":
    case "table":
      return <OfServer at={at} />;
    case "mine":
      return <Mine />;
    case "rules":
    case "lesson":
    case "print":
    case "puzzles":
      return <Learn at={at} />;
    case "replay":
      return <Replay at={at} />;
    case "analysis":
    case "editor":
      return <Analysis at={at} />;
    case "account":
    case "person":
    case "leaders":
    case "friends":
      return <People at={at} />;
    case "clubs":
    case "club":
    case "tournaments":
    case "tournament":
    case "new-tournament":
      return <Tournaments at={at} />;
    case "admin":
      return <Admin tab={at.tab} />;
    case "privacy":
    case "legal":
      return <Notice key={at.page} name={at.page} />;
    case "not-found":
      return <NotFound />;
  }
}

/** A player with an account is told of challenges and of tournament games; other players need no connection to the server for that. */
function useNotifications(): void {
  const listening = account.value !== "";
  useEffect(() => {
    if (!listening) return;
    let disconnect = () => {};
    let here = true;
    void import("./people/notifications").then(({ listen }) => here && (disconnect = listen()), () => undefined);
    return () => {
      here = false;
      disconnect();
    };
  }, [listening]);
}

export function App() {
  const main = useRef<HTMLElement>(null);
  const here = route.value;
  const visit = visits.value;
  useNotifications();
  // Who goes to another page by keyboard or screen reader begins to read there.
  useEffect(() => {
    if (visit > 0) main.current?.querySelector<HTMLElement>("h1")?.focus();
  }, [visit]);
  return (
    <>
      <a class="skip" href="#content">
        {t("skip")}
      </a>
      <Banner />
      <Announcement />
      <main id="content" ref={main} tabIndex={-1}>
        <Boundary visit={visit}>
          <Page at={here} />
        </Boundary>
      </main>
      <Asker />
      <Failure />
      <Toasts />
      <Voice />
    </>
  );
}
