/** A tournament as it stands, told anew whenever something has changed there. */
import { useEffect, useState } from "preact/hooks";
import { Link, pageLinkWorld } from "../../session/link";
import type { TournamentPage } from "../../protocol";
import { useFetched, type Fetched } from "../fetched";

/** A round that begins or ends changes much at once: the page is asked for once. */
const PAUSE = 400;

/** With the difference of the server's clock from ours. */
export function useTournament(id: string): Fetched<TournamentPage> & { skew: number } {
  const [skew, setSkew] = useState(0);
  const fetched = useFetched<TournamentPage>(`/tournaments/${encodeURIComponent(id)}`);
  const stage = fetched.value?.tournament.stage;
  const moves = stage === "announced" || stage === "running";
  useEffect(() => {
    if (!moves) return;
    let timer = 0;
    const soon = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => void fetched.again(), PAUSE);
    };
    const link: Link = new Link(pageLinkWorld(), {
      arrived: () => {
        link.resetBackoff();
        setSkew(link.skew);
        link.request({ do: "tournament", tournament: id }).then(soon, () => undefined);
      },
      heard: (message) => message.type === "tournament-changed" && soon(),
      lost: () => undefined,
    });
    return () => {
      clearTimeout(timer);
      link.close();
    };
  }, [id, moves]);
  return { ...fetched, skew };
}
