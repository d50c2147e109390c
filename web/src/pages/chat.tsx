/** Words across the table, and words to one's own side alone. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Session } from "../model";
import { t } from "../words/words";
import { Name } from "./name";

export function Chat({ session }: { session: Session }) {
  const table = session.table.value;
  const list = useRef<HTMLUListElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [to, setTo] = useState<"table" | "side">("table");
  const [muted, setMuted] = useState(false);
  const mine = table.occupants.filter((occupant) => table.mine.includes(occupant.seat));
  const sides = new Set(mine.map((occupant) => occupant.side));
  const partners = table.occupants.filter((occupant) => sides.has(occupant.side)).flatMap((occupant) => occupant.people).length > 1;
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [table.chat.length]);
  const send = async (event: Event) => {
    event.preventDefault();
    const words = field.current?.value.trim();
    if (!field.current || !words) return;
    field.current.value = "";
    await session.command("say", { to, text: words, seat: mine[0]?.seat });
    // What the server did not take comes back, unless one has gone on typing.
    if (session.trouble.value && field.current && !field.current.value) field.current.value = words;
  };
  const mute = () => {
    void session.command("mute", { on: !muted });
    setMuted(!muted);
  };
  return (
    <section class="chat" aria-labelledby="chat">
      <h2 id="chat">{t("chat")}</h2>
      <ul ref={list} class="plain" tabIndex={0} aria-labelledby="chat">
        {table.chat.length === 0 && <li class="faded">{muted ? t("chat.muted") : t("chat.empty")}</li>}
        {table.chat.map((one, i) => (
          <li key={i} data-to={one.to}>
            <b>
              <Name id={one.person} name={one.name} link />
              {t("said-by")}
            </b> {one.to !== "table" && <em>{t("chat.to-side")} </em>}
            {one.text}
          </li>
        ))}
      </ul>
      {mine.length > 0 && (
        <form class="row" onSubmit={(event) => void send(event)}>
          {partners && (
            <select aria-label={t("chat.to")} value={to} onChange={(event) => setTo(event.currentTarget.value === "side" ? "side" : "table")}>
              <option value="table">{t("chat.to.table")}</option>
              <option value="side">{t("chat.to.side")}</option>
            </select>
          )}
          <input type="text" aria-label={t("chat.say")} placeholder={t("chat.say")} maxLength={250} ref={field} />
          <button type="submit" class="button second">
            {t("chat.send")}
          </button>
        </form>
      )}
      <button type="button" class="quiet" aria-pressed={muted} onClick={mute}>
        {muted ? t("chat.unmute") : t("chat.mute")}
      </button>
    </section>
  );
}
