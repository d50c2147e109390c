/** Who plays, at which level, with what left, and how much time. */
import { useEffect, useState } from "preact/hooks";
import { readPosition } from "../board/geometry";
import { games } from "../games";
import type { Chair, ClockState, Session } from "../model";
import { t } from "../words/words";
import { seatTitle, sideTitle } from "./levels";
import { Sitters } from "./name";
import { language } from "./settings";
import { tallyOf } from "./tally";
import { duration } from "./time";
import { Away } from "./vacation";

function leftNow(clock: ClockState, side: string): number {
  const left = clock.left[side] ?? 0;
  if (!clock.running.includes(side)) return left;
  // On vacation time stands still.
  const from = Math.max(clock.at, clock.awayUntil?.[side] ?? 0);
  return left - Math.max(0, Date.now() + clock.skew - from);
}

function Clock({ clock, side }: { clock: ClockState; side: string }) {
  const [, tick] = useState(0);
  const running = clock.running.includes(side);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => tick((n) => n + 1), 250);
    return () => clearInterval(timer);
  }, [running, clock]);
  const left = leftNow(clock, side);
  return (
    <span class="clock" role="timer" data-running={running} data-short={left < 30_000} aria-label={t("clock.of", { time: duration(left) })}>
      {duration(left)}
    </span>
  );
}

/** Somebody at this screen who has never been asked for a name. */
function isUnnamed(chair: Chair): boolean {
  return chair.level === 0 && chair.people.length > 0 && chair.people.every((one) => one.name === "");
}

function Chairs({ session, chairs, named, linked }: { session: Session; chairs: Chair[]; named: boolean; linked: boolean }) {
  const table = session.table.value;
  const shared = table.chairs.every((chair) => table.mine.includes(chair.seat));
  return (
    <ul class="plain">
      {chairs.map((chair) => (
        <li key={chair.seat} data-acting={session.scene.value.toAct.includes(chair.seat)}>
          {named && <span class="faded">{t("seat-of", { seat: seatTitle(session.facts, table.terms.seats, chair.seat) })} </span>}
          {isUnnamed(chair) ? t(shared ? "chair.here" : "chair.me") : <Sitters chair={chair} link={linked} />}
          {table.mine.includes(chair.seat) && !isUnnamed(chair) && <em> {t("chair.you")}</em>}
        </li>
      ))}
    </ul>
  );
}

/** `linked`: the names lead to who these people are. */
export function Players({ session, linked }: { session: Session; linked: boolean }) {
  const table = session.table.value;
  const scene = session.scene.value;
  const position = readPosition(scene.position);
  const { Beside } = games[scene.terms.game];
  return (
    <section class="players" aria-labelledby="players">
      <h2 id="players" class="unseen">
        {t("table.players")}
      </h2>
      {session.facts.sides.map(({ side }) => {
        const chairs = table.chairs.filter((chair) => chair.side === side);
        const acting = table.stage === "playing" && chairs.some((chair) => scene.toAct.includes(chair.seat));
        return (
          <div key={side} class="player" data-side={side} data-acting={acting}>
            <h3>
              <i class="swatch" aria-hidden="true" />
              {sideTitle(session.facts, side)}
              {table.clock && <Clock clock={table.clock} side={side} />}
            </h3>
            {table.clock && table.stage === "playing" && <Away clock={table.clock} side={side} />}
            <Chairs session={session} chairs={chairs} named={chairs.length > 1} linked={linked} />
            {table.stage !== "open" && <p class="faded tally">{tallyOf(scene, side)}</p>}
            {Beside && <Beside side={side} position={position} language={language.value} />}
          </div>
        );
      })}
    </section>
  );
}
