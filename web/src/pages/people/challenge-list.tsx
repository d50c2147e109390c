/** The challenges that wait, received and sent. */
import { useEffect, useState } from "preact/hooks";
import type { Text } from "../../model";
import { t } from "../../words/words";
import type { Challenge } from "../../protocol";
import { sentence } from "../api";
import { gameName } from "../game-words";
import { Name } from "../name";
import { Refusal } from "../refusal";
import { timeWords } from "../table-line";
import { accept, challenges, decline, loadChallenges } from "./challenges";
import { Acts, type Act } from "./person-line";

export function termsWords(one: Challenge): string {
  const kind = one.rated ? t("challenges.rated") : t("challenges.unrated");
  return `${gameName(one.game)} · ${timeWords(one.time)} · ${kind}`;
}

function Lines({ title, list, who, acts }: { title: string; list: Challenge[]; who: "from" | "to"; acts: (one: Challenge) => Act[] }) {
  if (list.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul class="lines">
        {list.map((one) => (
          <li key={one.table}>
            <span>
              <Name id={one[who].id} name={one[who].name} link />
              <small class="faded">{termsWords(one)}</small>
            </span>
            <Acts acts={acts(one)} name={one[who].name} />
          </li>
        ))}
      </ul>
    </>
  );
}

export function Challenges() {
  const [trouble, setTrouble] = useState<Text | null>(null);
  const attempt = (request: Promise<void>) => void request.then(() => setTrouble(null), (error) => setTrouble(sentence(error)));
  useEffect(() => attempt(loadChallenges()), []);
  const { received, sent } = challenges.value ?? { received: [], sent: [] };
  return (
    <section aria-labelledby="challenges">
      <h2 id="challenges">{t("challenges.title")}</h2>
      <Refusal text={trouble} />
      {received.length + sent.length === 0 && <p class="faded">{t("challenges.none")}</p>}
      <Lines
        title={t("challenges.received")}
        list={received}
        who="from"
        acts={(one) => [
          { words: t("challenges.accept"), main: true, do: () => attempt(accept(one)) },
          { words: t("challenges.decline"), do: () => attempt(decline(one)) },
        ]}
      />
      <Lines title={t("challenges.sent")} list={sent} who="to" acts={(one) => [{ words: t("challenges.withdraw"), do: () => attempt(decline(one)) }]} />
    </section>
  );
}
