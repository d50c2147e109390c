/** Programs of one's own that play in the server. */
import { useState } from "preact/hooks";
import type { Text } from "../../model";
import { t } from "../../words/words";
import type { Bot } from "../../protocol";
import { request, sentence } from "../api";
import { ask } from "../ask";
import { CopyButton } from "../copy";
import { Form, TextField } from "../form";
import { Name } from "../name";
import { Refusal } from "../refusal";
import { day } from "../time";

function Token({ name, token, kept }: { name: string; token: string; kept: () => void }) {
  return (
    <div class="token" role="status">
      <label class="field">
        <span>{t("bots.token", { name })}</span>
        <input type="text" readOnly value={token} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <p>{t("bots.token-text")}</p>
      <div class="row">
        <CopyButton text={token} label={t("copy")} />
        <button type="button" class="quiet" onClick={kept}>
          {t("understood")}
        </button>
      </div>
    </div>
  );
}

export function Bots({ bots, changed }: { bots: Bot[]; changed: () => Promise<void> }) {
  const [name, setName] = useState("");
  const [shown, setShown] = useState<{ name: string; token: string } | null>(null);
  const [trouble, setTrouble] = useState<Text | null>(null);
  const make = async () => {
    const { bot, token } = await request<{ bot: Bot; token: string }>("POST", "/account/bots", { name: name.trim() });
    setShown({ name: bot.name, token });
    setName("");
    await changed();
  };
  const act = (what: () => Promise<void>) => {
    setTrouble(null);
    what().catch((error) => setTrouble(sentence(error)));
  };
  const renew = async (bot: Bot) => {
    const sure = { title: t("bots.new-token-of", { name: bot.name }), text: t("bots.new-token-sure"), yes: t("bots.new-token"), no: t("person.keep") };
    if (!(await ask(sure))) return;
    const { token } = await request<{ token: string }>("POST", `/account/bots/${bot.id}/token`, {});
    setShown({ name: bot.name, token });
  };
  const remove = async (bot: Bot) => {
    const sure = { title: t("bots.remove-sure"), text: t("bots.remove-text", { name: bot.name }), yes: t("bots.remove"), no: t("person.keep") };
    if (!(await ask(sure))) return;
    await request("DELETE", `/account/bots/${bot.id}`);
    setShown(null);
    await changed();
  };
  return (
    <section aria-labelledby="bots">
      <h2 id="bots">{t("bots.title")}</h2>
      <p>{t("bots.text")}</p>
      <Refusal text={trouble} />
      {bots.length > 0 && (
        <ul class="lines">
          {bots.map((bot) => (
            <li key={bot.id}>
              <span>
                <Name id={bot.id} name={bot.name} link />
                <small class="faded">{t("bots.since", { day: day(bot.created) })}</small>
              </span>
              <span class="row">
                <button type="button" class="quiet" aria-label={t("bots.new-token-of", { name: bot.name })} onClick={() => act(() => renew(bot))}>
                  {t("bots.new-token")}
                </button>
                <button type="button" class="quiet" aria-label={t("bots.remove-of", { name: bot.name })} onClick={() => act(() => remove(bot))}>
                  {t("bots.remove")}
                </button>
              </span>
            </li>
          ))}
        </ul>
      )}
      {shown && <Token name={shown.name} token={shown.token} kept={() => setShown(null)} />}
      <Form button={t("bots.make")} submit={make}>
        <TextField label={t("bots.name")} value={name} set={setName} most={24} />
      </Form>
    </section>
  );
}
