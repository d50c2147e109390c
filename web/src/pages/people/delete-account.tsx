/** Taking one's data along, and leaving for good. */
import { useState } from "preact/hooks";
import { bothOf, t } from "../../words/words";
import { Refused, request } from "../api";
import { Dialog } from "../dialog";
import { Form, PasswordField, TextField } from "../form";
import { meet } from "../person";
import { go } from "../route";

export function Data({ name }: { name: string }) {
  return (
    <section aria-labelledby="data">
      <h2 id="data">{t("data.title")}</h2>
      <p>{t("data.text")}</p>
      <a class="button second" href="/api/v1/account/export" download={`bivouac-${name}.json`}>
        {t("data.do")}
      </a>
    </section>
  );
}

function Sure({ name, close }: { name: string; close: () => void }) {
  const [typed, setTyped] = useState("");
  const [password, setPassword] = useState("");
  const remove = async () => {
    if (typed.trim() !== name) throw new Refused("name", bothOf("delete.differs"));
    await request("DELETE", "/account", { password });
    await meet();
    go("/");
  };
  const keep = (
    <button type="button" class="button second" onClick={close}>
      {t("delete.keep")}
    </button>
  );
  return (
    <Dialog title={t("delete.title")} close={close}>
      <p>{t("delete.text")}</p>
      <Form button={t("delete.sure")} submit={remove} beside={keep}>
        <TextField label={t("delete.name", { name })} value={typed} set={setTyped} />
        <PasswordField label={t("password.label")} value={password} set={setPassword} />
      </Form>
    </Dialog>
  );
}

export function DeleteAccount({ name }: { name: string }) {
  const [asked, setAsked] = useState(false);
  return (
    <section aria-labelledby="delete">
      <h2 id="delete">{t("delete.title")}</h2>
      <p>{t("delete.text")}</p>
      <button type="button" class="button second" onClick={() => setAsked(true)} data-do="delete">
        {t("delete.do")}
      </button>
      {asked && <Sure name={name} close={() => setAsked(false)} />}
    </section>
  );
}
