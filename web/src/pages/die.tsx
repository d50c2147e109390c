/** The last die that was thrown, seen to roll. */
import type { GameId, Session } from "../model";
import { t } from "../words/words";

const pips: Record<number, readonly (readonly [number, number])[]> = {
  0: [],
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
};

function Face({ game, face }: { game: GameId; face: string }) {
  if (game === "chars") return <circle cx="0" cy="0" r="9" fill={face === "r" ? "#c33a22" : "#1d1a16"} />;
  if (face === "D")
    return (
      <g transform="scale(1.15)">
        <path d="M-11 -12 L-6 -5 Q0 -9 6 -5 L11 -12 Q14 0 8 8 Q0 16 -8 8 Q-14 0 -11 -12 Z" fill="#b3202c" />
        <path d="M-6 0 l4 2 M6 0 l-4 2 M-5 6 q5 4 10 0" stroke="#fff7df" stroke-width="1.8" fill="none" />
      </g>
    );
  return (
    <>
      {(pips[Number(face)] ?? []).map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x * 9} cy={y * 9} r="3.6" fill="#1d1a16" />
      ))}
    </>
  );
}

export function faceWords(game: GameId, token: string): string {
  const face = token.slice(1);
  if (game === "chars") return t(face === "r" ? "die.red" : "die.black");
  return face === "D" ? t("die.devil") : t("die.shows", { n: face });
}

/** Lots (`#F`, `#J`) are no dice: the list of moves tells them. */
export function isFace(game: GameId, token: string | undefined): boolean {
  if (!token?.startsWith("#")) return false;
  return game === "chars" ? /^#[rb]$/.test(token) : /^#[0-5D]$/.test(token);
}

export function Die({ session }: { session: Session }) {
  const { game } = session.table.value.terms;
  const log = session.log.value;
  let at = log.length - 1;
  while (at >= 0 && !isFace(game, log[at]?.token)) at--;
  const token = log[at]?.token;
  if (!token) return null;
  const face = token.slice(1);
  return (
    <svg key={at} class="last-die" viewBox="-24 -24 48 48" width="48" height="48" role="img" aria-label={faceWords(game, token)}>
      <rect x="-20" y="-20" width="40" height="40" rx="8" fill="#fdf6e3" stroke="#5f4f3e" stroke-width="2" />
      <Face game={game} face={face} />
    </svg>
  );
}
