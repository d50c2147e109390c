/** A tournament in a list, and how it is played in a few words. */
import { t, type Key } from "../../words/words";
import type { Tournament } from "../../protocol";
import { gameName } from "../game-words";
import { timeWords } from "../table-line";
import { day, moment } from "../time";

/** « Système suisse, 5 rondes » */
export function kindWords(one: Tournament): string {
  const kind = t(`kind.${one.kind}` as Key);
  if (one.kind === "arena") return t("kind.with-minutes", { kind, n: one.minutes ?? 0 });
  if (one.kind === "swiss") return one.rounds ? t("kind.with-rounds", { kind, n: one.rounds }) : kind;
  return one.legs === 2 ? t("kind.with-legs", { kind }) : kind;
}

/** Where it stands, and since when or from when on. */
export function stageWords(one: Tournament): string {
  switch (one.stage) {
    case "announced":
      return one.starts ? t("stage.starts", { moment: moment(one.starts) }) : t("stage.announced");
    case "running":
      return t("stage.running");
    case "cancelled":
      return t("stage.cancelled");
    case "over":
      return one.ended ? t("stage.ended", { day: day(one.ended) }) : t("stage.over");
  }
}

function Card({ one }: { one: Tournament }) {
  return (
    <li>
      <a class="card" href={`/tournaments/${one.id}`} data-urgent={one.stage === "running"}>
        <strong class="name">{one.name}</strong>
        <span>
          {gameName(one.game)}
          {one.rated && <span class="mark">{t("tournaments.rated-mark")}</span>}
          {one.club && <span class="mark">{t("tournaments.club-mark")}</span>}
        </span>
        <span class="faded">{kindWords(one)}</span>
        <span class="faded">{timeWords(one.time)}</span>
        <span class="todo">
          {stageWords(one)}
          {" · "}
          {t("tournaments.players", { n: one.players })}
        </span>
      </a>
    </li>
  );
}

export function TournamentCards({ list }: { list: Tournament[] }) {
  return (
    <ul class="cards tournament-cards">
      {list.map((one) => (
        <Card key={one.id} one={one} />
      ))}
    </ul>
  );
}
