/** Whose turn it is, large enough to be read from across the room. */
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
  const acting = table.chairs.filter((chair) => scene.toAct.includes(chair.seat));
  // At one screen both may be at work in secret: it is about the one who looks.
  const looking = table.chairs.find((chair) => chair.seat === scene.as)?.side;
  const inHand = acting.filter((chair) => table.mine.includes(chair.seat));
  const ours = [...inHand.filter((chair) => chair.side === looking), ...inHand.filter((chair) => chair.side !== looking)];
  const side = (ours[0] ?? acting[0])?.side ?? "";
  const title = sideTitle(facts, side);
  const sides = new Set(table.chairs.filter((chair) => table.mine.includes(chair.seat)).map((chair) => chair.side));
  if (ours.length > 0) {
    const together = ours.filter((chair) => chair.side === side);
    const who = together.length === 1 && together[0] ? seatTitle(facts, table.terms.seats, together[0].seat) : title;
    if (sides.size > 1) return { state: "mine", side, text: t("turn.side", { side: who }) };
    return { state: "mine", side, text: t("turn.yours", { side: title }) };
  }
  if (acting.some((chair) => chair.level > 0)) return { state: "theirs", side, text: t("turn.computer", { side: title }) };
  const names = acting.flatMap((chair) => chair.people.map((one) => isolated(one.name))).join(", ");
  return { state: "theirs", side, text: names ? t("turn.person", { name: names, side: title }) : t("turn.side", { side: title }) };
}

export function TurnSign({ session }: { session: Session }) {
  const turn = turnOf(session);
  const task = turn.state === "mine" ? taskOf(session.scene.value) : "";
  return (
    <div class="turn" data-turn={turn.state} data-side={turn.side}>
      <i class="swatch" aria-hidden="true" />
      <p class="turn-text">
        {turn.text}
        {turn.state === "theirs" && session.thinking.value && <span class="dots" aria-hidden="true" />}
      </p>
      {task && <p class="turn-points">{task}</p>}
    </div>
  );
}
