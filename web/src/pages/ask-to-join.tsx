/** Asking those who hold a seat to share it. They answer (offers.tsx); who is admitted sits there. */
import type { Session } from "../model";
import { t } from "../words/words";
import { usePerson } from "./person";

export function AskToJoin({ session, seat }: { session: Session; seat: string }) {
  const me = usePerson();
  const waits = session.table.value.joining?.some((one) => one.seat === seat && one.person === me?.id);
  if (waits) return <p role="status">{t("join.waiting")}</p>;
  return (
    <button type="button" class="button" data-do="join" onClick={() => void session.command("join", { seat })}>
      {t("join.ask")}
    </button>
  );
}
