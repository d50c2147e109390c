/** A side in a bar against the board: who plays it, at which level or rating, with what left, and how much time. */
import { useEffect, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import type { Occupant, ClockState, Session } from "../model";
import { t } from "../words/words";
import { seatTitle, sideTitle } from "./levels";
import { Sitters } from "./name";
import { Presence } from "./presence";
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

/** A player on this device who has never been asked for a name. */
function isUnnamed(occupant: Occupant): boolean {
  return occupant.level === 0 && occupant.people.length > 0 && occupant.people.every((one) => one.name === "");
}

/** `linked`: the names lead to who these people are. */
function Seated({ session, occupants, linked }: { session: Session; occupants: Occupant[]; linked: boolean }) {
  const table = session.table.value;
  const [first, ...others] = occupants;
  // One computer for several seats is told once.
  if (first?.level && others.length > 0 && others.every(({ level }) => level === first.level)) return <Seated session={session} occupants={[first]} linked={linked} />;
  const shared = table.occupants.every((occupant) => table.mine.includes(occupant.seat));
  return (
    <>
      {occupants.map((occupant) => (
        <span key={occupant.seat} class="seated" data-acting={session.scene.value.toAct.includes(occupant.seat)}>
          {occupants.length > 1 && <span class="faded">{t("seat-of", { seat: seatTitle(session.facts, table.terms.seats, occupant.seat) })} </span>}
          {isUnnamed(occupant) ? t(shared ? "occupant.here" : "occupant.me") : <Sitters occupant={occupant} link={linked} />}
          {table.mine.includes(occupant.seat) && !isUnnamed(occupant) && <em> {t("occupant.you")}</em>}
        </span>
      ))}
    </>
  );
}

/** The sides from below upwards: one's own first, for those who watch the first. */
export function sidesFromBelow(session: Session): string[] {
  const { occupants, mine } = session.table.value;
  const sides = session.facts.sides.map(({ side }) => side);
  const looking = occupants.find((occupant) => occupant.seat === session.scene.value.as && mine.includes(occupant.seat))?.side;
  const own = looking ?? occupants.find((occupant) => mine.includes(occupant.seat))?.side ?? sides[0];
  return [...sides.filter((side) => side === own), ...sides.filter((side) => side !== own)];
}

interface PlayerBarProps {
  session: Session;
  side: string;
  linked: boolean;
  children?: ComponentChildren;
}

export function PlayerBar({ session, side, linked, children }: PlayerBarProps) {
  const table = session.table.value;
  const scene = session.scene.value;
  const occupants = table.occupants.filter((occupant) => occupant.side === side);
  const acting = table.stage === "playing" && occupants.some((occupant) => scene.toAct.includes(occupant.seat));
  const tally = tallyOf(scene, side);
  return (
    <section class="player" data-side={side} data-acting={acting} aria-label={sideTitle(session.facts, side)}>
      <i class="swatch" aria-hidden="true" />
      <p class="player-who">
        <b>{sideTitle(session.facts, side)}</b> <Seated session={session} occupants={occupants} linked={linked} />
      </p>
      <Presence session={session} side={side} />
      <p class="player-tally">
        {tally}
        {table.clock && table.stage === "playing" && <Away clock={table.clock} side={side} />}
      </p>
      {table.clock && <Clock clock={table.clock} side={side} />}
      {children}
    </section>
  );
}
