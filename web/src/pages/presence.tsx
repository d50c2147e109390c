/** Whether the people of a side are connected, are slow to answer, or have been away for a while. */
import { useEffect, useState } from "preact/hooks";
import type { Session } from "../model";
import { t } from "../words/words";

/** A connection that was lost so short a time ago is coming back, as a rule. */
const SLOW = 30_000;

export function Presence({ session, side }: { session: Session; side: string }) {
  const { presence, occupants, mine, stage } = session.table.value;
  const since = presence?.awaySince[side];
  const [, tick] = useState(0);
  useEffect(() => {
    if (since === undefined) return;
    const timer = setInterval(() => tick((n) => n + 1), 5_000);
    return () => clearInterval(timer);
  }, [since]);
  const seated = occupants.filter((one) => one.side === side && one.people.length > 0);
  if (!presence || stage !== "playing" || seated.length === 0 || seated.some(({ seat }) => mine.includes(seat))) return null;
  const away = since === undefined ? 0 : Date.now() - since;
  const state = since === undefined ? "here" : away < SLOW ? "slow" : "away";
  const words = state === "away" ? t("presence.away", { n: Math.max(1, Math.floor(away / 60_000)) }) : t(`presence.${state}`);
  return (
    <span class="presence" data-state={state} title={words}>
      <i aria-hidden="true" />
      <span class={state === "here" ? "unseen" : undefined}>{words}</span>
    </span>
  );
}
