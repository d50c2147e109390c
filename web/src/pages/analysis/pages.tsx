/** Analysis and the board editor: one part of the program, fetched when one of its pages is first opened. */
import "../../words/analysis";
import type { GameId } from "../../model";
import { factsFailed, useGame } from "../facts";
import { NotFound } from "../not-found";
import type { Route } from "../route";
import { Waiting } from "../waiting";
import { AnalysisPage } from "./analysis";
import { EditorPage } from "./editor";

function OfGame({ page, game }: { page: "analysis" | "editor"; game: GameId }) {
  const facts = useGame(game);
  if (!facts) return <Waiting failed={factsFailed.value} />;
  return page === "analysis" ? <AnalysisPage facts={facts} /> : <EditorPage facts={facts} />;
}

export function AnalysisPages({ at }: { at: Route }) {
  if (at.page !== "analysis" && at.page !== "editor") return <NotFound />;
  return <OfGame key={`${at.page} ${at.game}`} page={at.page} game={at.game} />;
}
