/** Questions the other side, or a partner, has asked: a draw, a take-back, a proposed move. */
import type { Session } from "../model";
import { t } from "../words/words";
import { sideTitle } from "./levels";

function Offer({ text, yes, no, accept, decline }: { text: string; yes: string; no: string; accept: () => void; decline: () => void }) {
  return (
    <div class="notice" role="alertdialog" aria-label={text}>
      <p>{text}</p>
      <div class="row">
        <button type="button" class="button" onClick={accept}>
          {yes}
        </button>
        <button type="button" class="button second" onClick={decline}>
          {no}
        </button>
      </div>
    </div>
  );
}

export function Offers({ session }: { session: Session }) {
  const table = session.table.value;
  const mine = table.chairs.filter((chair) => table.mine.includes(chair.seat));
  const sides = new Set(mine.map((chair) => chair.side));
  if (table.stage !== "playing" || mine.length === 0) return null;
  const answer = (verb: string, from: string) => {
    const seat = mine.find((chair) => chair.side !== from)?.seat ?? mine[0]?.seat;
    return () => void session.wish(verb, { seat });
  };
  const toUs = (asking: string[]) => asking.find((side) => !sides.has(side) || sides.size > 1);
  const draw = toUs(table.offer);
  const back = toUs(table.ask);
  const { proposal } = table;
  const proposer = proposal && table.chairs.flatMap((chair) => chair.people).find((one) => one.person === proposal.person);
  return (
    <>
      {draw && <Offer text={t("draw.asked", { side: sideTitle(session.facts, draw) })} yes={t("draw.accept")} no={t("draw.decline")} accept={answer("accept", draw)} decline={answer("decline", draw)} />}
      {back && <Offer text={t("take-back.asked", { side: sideTitle(session.facts, back) })} yes={t("take-back.grant")} no={t("take-back.refuse")} accept={answer("grant", back)} decline={answer("refuse", back)} />}
      {proposal && (
        <Offer
          text={t("proposal", { name: proposer?.name ?? "", token: proposal.token })}
          yes={t("proposal.agree")}
          no={t("proposal.object")}
          accept={() => void session.wish("agree", { seat: mine[0]?.seat })}
          decline={() => void session.wish("object", { seat: mine[0]?.seat })}
        />
      )}
    </>
  );
}
