/** Recovery codes: the only way back in for who has lost the password, so one is helped to keep them. */
import { useState } from "preact/hooks";
import { t } from "../../words/words";
import { request } from "../api";
import { CopyButton } from "../copy";
import { download } from "../download";
import { Form, PasswordField } from "../form";

export function Codes({ name, codes, kept }: { name: string; codes: string[]; kept: () => void }) {
  const text = `${t("codes.file", { name })}\n\n${codes.join("\n")}\n`;
  return (
    <div class="codes">
      <p>{t("codes.text")}</p>
      <p class="print-only">{t("codes.file", { name })}</p>
      <ol>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div class="row">
        <CopyButton text={text} label={t("copy")} />
        <button type="button" class="button second" onClick={() => download("bivouac-codes.txt", text)}>
          {t("codes.save")}
        </button>
        <button type="button" class="button second" onClick={() => print()}>
          {t("codes.print")}
        </button>
        <button type="button" class="button" onClick={kept} data-do="kept">
          {t("codes.kept")}
        </button>
      </div>
    </div>
  );
}

export function NewCodes({ name, left, changed }: { name: string; left: number; changed: () => Promise<void> }) {
  const [password, setPassword] = useState("");
  const [codes, setCodes] = useState<string[] | null>(null);
  const make = async () => {
    const made = await request<{ codes: string[] }>("POST", "/account/codes", { password });
    setPassword("");
    setCodes(made.codes);
    await changed();
  };
  return (
    <section aria-labelledby="codes">
      <h2 id="codes">{t("account.codes")}</h2>
      {codes ? (
        <Codes name={name} codes={codes} kept={() => setCodes(null)} />
      ) : (
        <>
          <p>{t("account.codes-left", { n: left })}</p>
          <Form button={t("account.codes-do")} submit={make}>
            <PasswordField label={t("password.label")} value={password} set={setPassword} />
          </Form>
        </>
      )}
    </section>
  );
}
