/** The board of a stage, in the reader's language, turned and animated as this person likes it. */
import { useMemo } from "preact/hooks";
import { GameBoard, type GameBoardProps, type Places } from "../board/GameBoard";
import { engine } from "../engine/engine";
import { animated, language } from "../pages/settings";
import { quartersOf } from "./turning";

interface StageBoardProps extends Pick<GameBoardProps, "session" | "pointed" | "arrows" | "reply" | "open" | "help"> {
  places: Places;
  /** Whether moves may be animated here at all. */
  moving?: boolean;
}

export function StageBoard({ session, places, pointed, arrows, reply, open, help, moving = true }: StageBoardProps) {
  const quarters = quartersOf(session.scene.value.terms.game);
  const [reads, motion] = [language.value, animated.value && moving];
  // The page around it may be drawn again, for a line of the chat: the board draws itself when its scene changes.
  return useMemo(
    () => <GameBoard session={session} advice={engine()} language={reads} motion={motion} pointed={pointed} arrows={arrows} reply={reply} open={open} help={help} places={places} quarters={quarters} />,
    [session, reads, motion, pointed, arrows?.join(), reply, open, help, places, quarters],
  );
}
