/** The last die that was thrown, seen to roll. */
import { pipPlaces } from "../board/dice";
import { games } from "../games";
import type { DieFace } from "../games/game";
import type { GameId, Session } from "../model";
import { say } from "../words/words";

function Face({ face: { Art, pips = 0 } }: { face: DieFace }) {
  if (Art) return <Art />;
  return (
    <>
      {(pipPlaces[pips] ?? []).map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x * 9} cy={y * 9} r="3.6" fill="#1d1a16" />
      ))}
    </>
  );
}

/** The face that a token of chance shows. Lots (`#F`) have none: the list of moves tells them. */
export function faceOf(game: GameId, token: string | undefined): DieFace | undefined {
  return token?.startsWith("#") ? games[game].dice?.faces[token.slice(1)] : undefined;
}

export function Die({ session }: { session: Session }) {
  const { game } = session.table.value.terms;
  const log = session.log.value;
  let at = log.length - 1;
  while (at >= 0 && !faceOf(game, log[at]?.token)) at--;
  const face = faceOf(game, log[at]?.token);
  if (!face) return null;
  return (
    <svg key={at} class="last-die" viewBox="-24 -24 48 48" width="48" height="48" role="img" aria-label={say(face.title)}>
      <rect x="-20" y="-20" width="40" height="40" rx="8" fill="#fdf6e3" stroke="#5f4f3e" stroke-width="2" />
      <Face face={face} />
    </svg>
  );
}
