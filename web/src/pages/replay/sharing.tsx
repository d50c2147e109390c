/** The game to give to others: a link to where one is, or a file. */
import { shared } from "../../base";
import { isEmpty, startOf } from "../../session/lines";
import { writeNoted } from "../../session/notes";
import type { Replay } from "../../session/replay";
import { t } from "../../words/words";
import { download } from "../download";
import { Share } from "../share";
import type { Opened } from "./source";

/** So many steps of the game itself: variations are not in a link, only in the file. */
function stepOfGame(replay: Replay): number {
  let { line, at } = replay.spot.value;
  for (; line.parent; line = line.parent) at = line.after;
  return startOf(line) + at;
}

/** `#step=12&as=V` */
export function addressOf(id: string, replay: Replay): string {
  const as = replay.eyes.length > 1 ? `&as=${encodeURIComponent(replay.as.value)}` : "";
  return `/replay/${id}#step=${stepOfGame(replay)}${as}`;
}

/** Goes where the link says. */
export function followLink(replay: Replay, hash: string): void {
  const wanted = new URLSearchParams(hash.slice(1));
  const step = Number(wanted.get("step") ?? 0);
  void replay.lookAs(wanted.get("as") ?? "");
  if (Number.isInteger(step)) void replay.seek(step);
}

export function Sharing({ opened }: { opened: Opened }) {
  const { replay, text, id, veiled } = opened;
  const name = `${replay.facts.id}-${id ?? "game"}`;
  const { notes } = (replay.changes.value, replay);
  if (veiled) return null;
  return (
    <section class="replay-card" aria-labelledby="share">
      <h2 id="share">{t("replay.share")}</h2>
      {id ? <Share link={shared(addressOf(id, replay))} title={t("replay.share-link")} /> : <p class="note">{t("replay.share-not")}</p>}
      <div class="row">
        <button type="button" class="button second" onClick={() => download(`${name}.record`, text)} data-do="record">
          {t("replay.download")}
        </button>
        {!isEmpty(notes) && (
          <button type="button" class="button second" onClick={() => download(`${name}.json`, writeNoted({ record: text, notes }), "application/json")}>
            {t("replay.download-notes")}
          </button>
        )}
      </div>
    </section>
  );
}
