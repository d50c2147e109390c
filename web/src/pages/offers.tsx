/** Questions the other side, or a partner, has asked: a draw, a take-back, a proposed move. */
import { useEffect, useState } from "preact/hooks";
import type { Session, TableState } from "../model";
import { isolated, t } from "../words/words";
import { moveWords } from "./foresee";
import { sideTitle } from "./levels";
import { usePerson } from "./person";
import { language } from "./settings";
import { announce } from "./voice";

interface OfferProps {
  text: string;
  yes: string;
  no: string;
  /** Missing where it is for others to accept. */
  accept?: () => void;
  decline: () => void;
}

function Offer({ text, yes, no, accept, decline }: OfferProps) {
  return (
    <div class="notice" role="alertdialog" aria-label={text}>
      <p>{text}</p>
      <div class="row">
        {accept && (
          <button type="button" class="button" onClick={accept}>
            {yes}
          </button>
        )}
        <button type="button" class="button second" onClick={decline}>
          {no}
        </button>
      </div>
    </div>
  );
}

/** A move that a partner proposes, or that one has proposed oneself. The board points at it (table-view.tsx). */
function Proposal({ session, proposal }: { session: Session; proposal: NonNullable<TableState["proposal"]> }) {
  const me = usePerson();
  const [move, setMove] = useState("");
  const { seat, person, token } = proposal;
  const { chairs, mine } = session.table.value;
  const scene = session.scene.value;
  useEffect(() => {
    let wanted = true;
    void moveWords(scene, seat, token).then((words) => wanted && setMove(words));
    return () => {
      wanted = false;
    };
  }, [scene.position, seat, token, language.value]);
  const name = chairs.flatMap((chair) => chair.people).find((one) => one.person === person)?.name ?? "";
  const own = me?.id === person;
  const text = move && (own ? t("proposal.mine", { move }) : t("proposal", { name: isolated(name), move }));
  useEffect(() => announce(text), [text]);
  const side = chairs.find((chair) => chair.seat === seat)?.side;
  const ours = chairs.find((chair) => chair.side === side && mine.includes(chair.seat))?.seat;
  if (!text || !ours) return null;
  return (
    <Offer
      text={text}
      yes={t("proposal.agree")}
      no={own ? t("proposal.withdraw") : t("proposal.object")}
      accept={own ? undefined : () => void session.command("agree", { seat: ours })}
      decline={() => void session.command("object", { seat: ours })}
    />
  );
}

/** Those who ask to share a seat that one holds. */
export function Joinings({ session }: { session: Session }) {
  const { joining, mine } = session.table.value;
  const asked = (joining ?? []).filter(({ seat }) => mine.includes(seat));
  const text = (name: string) => t("join.asked", { name: isolated(name) });
  const last = asked.at(-1);
  useEffect(() => last && announce(text(last.name)), [last?.person]);
  return (
    <>
      {asked.map(({ seat, person, name }) => (
        <Offer
          key={`${seat} ${person}`}
          text={text(name)}
          yes={t("join.admit")}
          no={t("join.reject")}
          accept={() => void session.command("admit", { seat, person })}
          decline={() => void session.command("reject", { seat, person })}
        />
      ))}
    </>
  );
}

export function Offers({ session }: { session: Session }) {
  const table = session.table.value;
  const mine = table.chairs.filter((chair) => table.mine.includes(chair.seat));
  const sides = new Set(mine.map((chair) => chair.side));
  if (table.stage !== "playing" || mine.length === 0) return null;
  const answer = (verb: string, from: string) => {
    const seat = mine.find((chair) => chair.side !== from)?.seat ?? mine[0]?.seat;
    return () => void session.command(verb, { seat });
  };
  const toUs = (asking: string[]) => asking.find((side) => !sides.has(side) || sides.size > 1);
  const draw = toUs(table.offer);
  const back = toUs(table.ask);
  return (
    <>
      {draw && <Offer text={t("draw.asked", { side: sideTitle(session.facts, draw) })} yes={t("draw.accept")} no={t("draw.decline")} accept={answer("accept", draw)} decline={answer("decline", draw)} />}
      {back && <Offer text={t("take-back.asked", { side: sideTitle(session.facts, back) })} yes={t("take-back.grant")} no={t("take-back.refuse")} accept={answer("grant", back)} decline={answer("refuse", back)} />}
      <Joinings session={session} />
      {table.proposal && <Proposal session={session} proposal={table.proposal} />}
    </>
  );
}
