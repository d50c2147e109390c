/** Who met whom: round by round, or in an arena one game after the other, the last first. */
import { t } from "../../words/words";
import type { TournamentGame, TournamentPage } from "../../protocol";
import { isBot, Name } from "../name";
import { figure } from "./figure";

type Names = Map<string, string>;

function outcomeWords(one: TournamentGame, cancelled: boolean): string {
  switch (one.outcome) {
    case "open":
      return t(one.table ? "pairing.open" : cancelled ? "pairing.not-played" : "pairing.soon");
    case "bye":
      return t("pairing.bye");
    case "forfeit-a":
    case "forfeit-b":
      return t("pairing.forfeit");
    case "forfeit-both":
      return t("pairing.forfeit-both");
    default:
      return "";
  }
}

/** Of a bye there is one side only. */
function scoreWords({ points, b }: TournamentGame): string {
  if (!points) return "–";
  return b === null ? figure(points[0]) : `${figure(points[0])} – ${figure(points[1])}`;
}

function Line({ one, names, cancelled }: { one: TournamentGame; names: Names; cancelled: boolean }) {
  const who = (id: string) => <Name id={id} name={names.get(id) ?? (isBot(id) ? id : "")} link />;
  const words = outcomeWords(one, cancelled);
  const of = { a: names.get(one.a) ?? "", b: names.get(one.b ?? "") ?? "" };
  return (
    <li class="pairing" data-outcome={one.outcome}>
      <span class="pair">
        <span>{who(one.a)}</span>
        <span class="score">{scoreWords(one)}</span>
        <span>{one.b === null ? <small class="faded">{words}</small> : who(one.b)}</span>
      </span>
      {words && one.b !== null && <small class="faded">{words}</small>}
      {one.table && (
        <span class="row">
          <a class="quiet" href={one.outcome === "open" ? `/t/${one.table}` : `/replay/${one.table}`} aria-label={t(one.outcome === "open" ? "pairing.watch-of" : "pairing.replay-of", of)}>
            {one.outcome === "open" ? t("pairing.watch") : t("pairing.replay")}
          </a>
          {one.outcome !== "open" && (
            <a class="quiet" href={`/api/v1/records/${one.table}.record`} download aria-label={t("pairing.record-of", of)}>
              {t("pairing.record")}
            </a>
          )}
        </span>
      )}
    </li>
  );
}

function Lines({ list, names, cancelled }: { list: TournamentGame[]; names: Names; cancelled: boolean }) {
  return (
    <ul class="lines pairings">
      {list.map((one, i) => (
        <Line key={one.table ?? `${one.a}${i}`} one={one} names={names} cancelled={cancelled} />
      ))}
    </ul>
  );
}

export function Rounds({ page }: { page: TournamentPage }) {
  const { games, tournament } = page;
  if (games.length === 0) return null;
  const cancelled = tournament.stage === "cancelled";
  const names: Names = new Map(page.standings.map((one) => [one.person, one.name]));
  const rounds = [...new Set(games.map((one) => one.round))].sort((a, b) => b - a);
  // By days all rounds begin at once: then all that are being played are shown.
  const current = new Set(games.filter((one) => one.outcome === "open").map((one) => one.round));
  return (
    <section aria-labelledby="rounds">
      <h2 id="rounds">{tournament.kind === "arena" ? t("tournament.games") : t("tournament.rounds")}</h2>
      {tournament.kind === "arena" ? (
        <>
          <Lines list={[...games].reverse()} names={names} cancelled={cancelled} />
          {page.firstGame > 0 && <p class="faded">{t("tournament.earlier", { n: page.firstGame })}</p>}
        </>
      ) : (
        rounds.map((round, i) => (
          <details key={round} class="rule-options round" open={i === 0 || current.has(round)}>
            <summary>{t("tournament.round", { round })}</summary>
            <Lines list={games.filter((one) => one.round === round)} names={names} cancelled={cancelled} />
          </details>
        ))
      )}
    </section>
  );
}
