/** Part of `/mine`, for who has an account: whether finished games of this device are kept at the server, and which are. */
import { useEffect, useState } from "preact/hooks";
import type { Text } from "../../model";
import { isolated, t } from "../../words/words";
import { request, sentence } from "../api";
import { gameName } from "../game-words";
import { Refusal } from "../refusal";
import { uploading } from "../settings";
import { ago } from "../time";
import { sendGames, sent } from "./sync";

interface Kept {
  id: string;
  game: string;
  storedAt: number;
}

async function listKept(): Promise<Kept[]> {
  const all: Kept[] = [];
  for (;;) {
    const { games } = await request<{ games: Kept[] }>("GET", `/account/games?after=${all[all.length - 1]?.id ?? ""}`);
    if (games.length === 0) return all.sort((a, b) => b.storedAt - a.storedAt);
    all.push(...games);
  }
}

function KeptLine({ one, done, failed }: { one: Kept; done: () => void; failed: (error: unknown) => void }) {
  const name = gameName(one.game);
  const forget = async () => {
    await request("DELETE", `/account/games/${one.id}`);
    done();
  };
  return (
    <li class="local-line" data-kept={one.id}>
      <a class="card" href={`/replay/kept/${one.id}`}>
        <strong>{name}</strong>
        <span>{t("kept.look")}</span>
        <span class="faded">{ago(one.storedAt)}</span>
      </a>
      <button type="button" class="quiet" onClick={() => void forget().catch(failed)} aria-label={t("kept.forget-of", { game: isolated(name) })}>
        {t("kept.forget")}
      </button>
    </li>
  );
}

/** Asked once; afterwards it is a choice that can be changed. */
function Choice() {
  const choose = (value: "on" | "off") => {
    uploading.value = value;
    void sendGames();
  };
  if (uploading.value !== "ask")
    return (
      <label class="sentence">
        <input type="checkbox" checked={uploading.value === "on"} onChange={(event) => choose(event.currentTarget.checked ? "on" : "off")} data-do="keep" />
        <span>{t("kept.choice")}</span>
      </label>
    );
  return (
    <div class="notice">
      <p>{t("kept.question")}</p>
      <div class="row">
        <button type="button" class="button" onClick={() => choose("on")} data-do="keep">
          {t("kept.yes")}
        </button>
        <button type="button" class="button second" onClick={() => choose("off")}>
          {t("kept.no")}
        </button>
      </div>
    </div>
  );
}

export function Upload() {
  const [games, setGames] = useState<Kept[] | null>(null);
  const [trouble, setTrouble] = useState<Text | null>(null);
  const failed = (error: unknown) => setTrouble(sentence(error));
  const look = () => void listKept().then(setGames, failed);
  useEffect(look, [sent.value]);
  return (
    <section aria-labelledby="kept">
      <h2 id="kept">{t("kept.title")}</h2>
      <Choice />
      <Refusal text={trouble} />
      {games?.length === 0 && <p class="faded">{t("kept.none")}</p>}
      <ul class="cards">
        {(games ?? []).map((one) => (
          <KeptLine key={one.id} one={one} done={look} failed={failed} />
        ))}
      </ul>
    </section>
  );
}
