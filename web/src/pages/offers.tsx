/** Questions the other side, or a partner, has asked: a draw, a take-back, a proposed move. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Session, TableState } from "../model";
import { isolated, t } from "../words/words";
import { useFocusUnlessWriting } from "./focus";
import { moveWords } from "./preview-move";
import { sideSubject } from "./levels";
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
  const dialog = useRef<HTMLDivElement>(null);
  useFocusUnlessWriting(dialog);
  useEffect(() => announce(text), [text]);
  return (
    <div ref={dialog} class="notice" role="alertdialog" aria-label={text} tabIndex={-1}>
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
  const { occupants, mine } = session.table.value;
  const scene = session.scene.value;
  useEffect(() => {
    let wanted = true;
    moveWords(scene, seat, token).then((words) => wanted && setMove(words), () => undefined);
    return () => {
      wanted = false;
    };
  }, [scene.position, seat, token, language.value]);
  const name = occupants.flatMap((occupant) => occupant.people).find((one) => one.person === person)?.name ?? "";
  const own = me?.id === person;
  const text = move && (own ? t("proposal.mine", { move }) : t("proposal", { name: isolated(name), move }));
  const side = occupants.find((occupant) => occupant.seat === seat)?.side;
  const ours = occupants.find((occupant) => occupant.side === side && mine.includes(occupant.seat))?.seat;
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
  return (
    <>
      {asked.map(({ seat, person, name }) => (
        <Offer
          key={`${seat} ${person}`}
          text={t("join.asked", { name: isolated(name) })}
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
  const mine = table.occupants.filter((occupant) => table.mine.includes(occupant.seat));
  const sides = new Set(mine.map((occupant) => occupant.side));
  if (table.stage !== "playing" || mine.length === 0) return null;
  const answer = (verb: string, from: string) => {
    const seat = mine.find((occupant) => occupant.side !== from)?.seat ?? mine[0]?.seat;
    return () => void session.command(verb, { seat });
  };
  const toUs = (asking: string[]) => asking.find((side) => !sides.has(side) || sides.size > 1);
  const draw = toUs(table.offer);
  const back = toUs(table.ask);
  return (
    <>
      {draw && <Offer text={t("draw.asked", sideSubject(session.facts, draw))} yes={t("draw.accept")} no={t("draw.decline")} accept={answer("accept", draw)} decline={answer("decline", draw)} />}
      {back && <Offer text={t("take-back.asked", sideSubject(session.facts, back))} yes={t("take-back.grant")} no={t("take-back.refuse")} accept={answer("grant", back)} decline={answer("refuse", back)} />}
      <Joinings session={session} />
      {table.proposal && <Proposal session={session} proposal={table.proposal} />}
    </>
  );
}
