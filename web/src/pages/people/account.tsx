/** One's account: the way in for who has none, and everything about it for who has one. */
import { useEffect, useState } from "preact/hooks";
import { t } from "../../words/words";
import type { Account } from "../../protocol";
import { request } from "../api";
import { Missing, useFetched } from "../fetched";
import { Form, PasswordField, TextArea } from "../form";
import { Heading } from "../heading";
import { Imprint } from "../imprint";
import { usePerson } from "../person";
import { day } from "../time";
import { announce } from "../voice";
import { Bots } from "./bots";
import { Codes, NewCodes } from "./codes";
import { Devices } from "./devices";
import { LogIn } from "./log-in";
import { Data, DeleteAccount } from "./delete-account";

/** « Enregistré. » beside the button, and aloud. */
function useDone(sentence: string): [string, () => void] {
  const [said, setSaid] = useState("");
  return [
    said,
    () => {
      setSaid(sentence);
      announce(sentence);
    },
  ];
}

function About({ account }: { account: Account }) {
  const [about, setAbout] = useState(account.about);
  const [said, done] = useDone(t("account.saved"));
  const save = async () => {
    await request("PATCH", "/account", { about });
    done();
  };
  return (
    <section aria-labelledby="about">
      <h2 id="about">{t("account.about")}</h2>
      <Form button={t("account.save")} submit={save} beside={<span class="faded">{said}</span>}>
        <TextArea label={t("account.about-label")} value={about} set={setAbout} />
      </Form>
    </section>
  );
}

function Password({ name, changed }: { name: string; changed: () => Promise<void> }) {
  const [old, setOld] = useState("");
  const [next, setNext] = useState("");
  const [said, done] = useDone(t("account.password-done"));
  const change = async () => {
    await request("PATCH", "/account", { password: old, newPassword: next });
    setOld("");
    setNext("");
    done();
    await changed();
  };
  return (
    <section aria-labelledby="password">
      <h2 id="password">{t("account.password")}</h2>
      <Form button={t("account.password-do")} submit={change} beside={<span class="faded">{said}</span>}>
        {/* Password managers want to know whose it is. */}
        <input type="text" class="unseen" tabIndex={-1} aria-hidden="true" readOnly autocomplete="username" value={name} />
        <PasswordField label={t("account.password-old")} value={old} set={setOld} />
        <PasswordField label={t("password.new")} value={next} set={setNext} hint={t("password.hint")} autocomplete="new-password" />
      </Form>
    </section>
  );
}

function Inside() {
  const fetched = useFetched<Account>("/account");
  const account = fetched.value;
  if (!account) return <Missing of={fetched} />;
  const { person, sessions, bots } = account;
  return (
    <>
      <p class="lead">
        <bdi class="name">
          <b>{person.name}</b>
        </bdi>
        {" · "}
        {t("account.since", { day: day(account.created) })} <a href={`/people/${encodeURIComponent(person.id)}`}>{t("account.profile")}</a>
      </p>
      <About account={account} />
      <Password name={person.name} changed={fetched.again} />
      <NewCodes name={person.name} left={account.codesLeft} changed={fetched.again} />
      <Devices devices={sessions} changed={fetched.again} />
      <Bots bots={bots} changed={fetched.again} />
      <Data name={person.name} />
      <DeleteAccount name={person.name} />
    </>
  );
}

export function AccountPage() {
  const me = usePerson();
  const [fresh, setFresh] = useState<{ name: string; codes: string[] } | null>(null);
  const [moved, setMoved] = useState(0);
  useEffect(() => {
    if (fresh) scrollTo(0, 0);
  }, [fresh]);
  if (fresh)
    return (
      <div class="page narrow">
        <Heading key="codes" title={t("codes.title")} />
        <Codes name={fresh.name} codes={fresh.codes} kept={() => setFresh(null)} />
      </div>
    );
  return (
    <div class="page narrow">
      <Heading key="account" title={me?.account ? t("account.title") : t("enter.title")} />
      {me === undefined ? (
        <p class="waiting">{t("fetch.waiting")}</p>
      ) : me?.account ? (
        <>
          {moved > 0 && (
            <p class="notice" role="status">
              {t("login.moved", { n: moved })}
            </p>
          )}
          <Inside key={me.id} />
        </>
      ) : (
        <LogIn registered={(name, codes) => setFresh({ name, codes })} moved={setMoved} />
      )}
      <Imprint />
    </div>
  );
}
