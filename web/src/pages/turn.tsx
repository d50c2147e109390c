/** Whose turn it is, and what is asked of them. */
import type { ComponentChildren } from "preact";
import { isAllPlaced } from "../board/setup";
import type { Session } from "../model";
import { isolated, t } from "../words/words";
import { seatTitle, sideTitle } from "./levels";
import { outcomeWords, readResult, winnerOf } from "./result";
import { taskOf } from "./tally";

interface Turn {
  state: "mine" | "theirs" | "dice" | "over" | "open";
  side: string;
  text: string;
}

export function turnOf(session: Session): Turn {
  const table = session.table.value;
  const scene = session.scene.value;
  const { facts } = session;
  if (table.stage === "open") return { state: "open", side: "", text: t("turn.open") };
  if (table.stage === "over") {
    const result = readResult(table.result ?? "");
    return { state: "over", side: winnerOf(result) ?? "", text: outcomeWords(facts, result) };
  }
  if (scene.toAct.includes("#")) return { state: "dice", side: "", text: t("turn.dice") };
  const acting = table.occupants.filter((occupant) => scene.toAct.includes(occupant.seat));
  // At one screen both may be at work in secret: it is about the one who looks.
  const looking = table.occupants.find((occupant) => occupant.seat === scene.as)?.side;
  const inHand = acting.filter((occupant) => table.mine.includes(occupant.seat));
  const ours = [...inHand.filter((occupant) => occupant.side === looking), ...inHand.filter((occupant) => occupant.side !== looking)];
  const side = (ours[0] ?? acting[0])?.side ?? "";
  const title = sideTitle(facts, side);
  const sides = new Set(table.occupants.filter((occupant) => table.mine.includes(occupant.seat)).map((occupant) => occupant.side));
  if (ours.length > 0) {
    const together = ours.filter((occupant) => occupant.side === side);
    const who = together.length === 1 && together[0] ? seatTitle(facts, table.terms.seats, together[0].seat) : title;
    if (sides.size > 1) return { state: "mine", side, text: t("turn.side", { side: who }) };
    return { state: "mine", side, text: t("turn.yours") };
  }
  if (acting.some((occupant) => occupant.level > 0)) return { state: "theirs", side, text: t("turn.computer", { side: title }) };
  const names = acting.flatMap((occupant) => occupant.people.map((one) => isolated(one.name))).join(", ");
  return { state: "theirs", side, text: names ? t("turn.person", { name: names, side: title }) : t("turn.side", { side: title }) };
}

/** From so many letters on they are set smaller. */
const LONG = 100;

/** One line that is always true: whose turn it is, and what is asked. */
export function TurnSign({ session, children }: { session: Session; children?: ComponentChildren }) {
  const turn = turnOf(session);
  const task = turn.state !== "mine" ? "" : isAllPlaced.value ? t("turn.placed") : taskOf(session.scene.value);
  return (
    <div class="turn" data-turn={turn.state} data-side={turn.side}>
      {children}
      <p data-long={turn.text.length + task.length > LONG}>
        <b class="turn-text">{turn.text}</b>
        {turn.state === "theirs" && session.thinking.value && <span class="dots" aria-hidden="true" />} {task && <span class="turn-task">{task}</span>}
      </p>
    </div>
  );
}
