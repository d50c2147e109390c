/** Creating an account, logging in, and coming back in without the password. */
import { useEffect, useState } from "preact/hooks";
import type { ServerFacts } from "../../protocol";
import { isolated, t } from "../../words/words";
import { request, type Person } from "../api";
import { Form, PasswordField, TextField } from "../form";
import { useServer } from "../server-facts";
import { ServerTrouble, become, meet, person } from "../person";
import { remember } from "../settings";

function arrive(person: Person): void {
  remember("name", person.name);
  become(person);
  void meet(); // the games are those of the account now
}

function NameField({ value, set }: { value: string; set: (value: string) => void }) {
  return <TextField label={t("register.name")} value={value} set={set} most={24} autocomplete="username" />;
}

function Register({ registered, server }: { registered: (name: string, codes: string[]) => void; server: ServerFacts | null }) {
  const [name, setName] = useState(person.value?.name ?? "");
  const [password, setPassword] = useState("");
  const [invitation, setInvitation] = useState(new URLSearchParams(location.search).get("invitation") ?? "");
  const invited = server?.registration === "invitation";
  const register = async () => {
    const made = await request<{ person: Person; codes: string[] }>("POST", "/account", {
      name: name.trim(), password, ...(invited ? { invitation: invitation.trim() } : {}),
    });
    registered(made.person.name, made.codes);
    arrive(made.person);
  };
  return (
    <section class="sheet-form" aria-labelledby="register">
      <h2 id="register">{t("register.title")}</h2>
      {server?.registration === "closed" ? (
        <p>{t("register.closed")}</p>
      ) : (
        <Form button={t("register.do")} submit={register}>
          <TextField label={t("register.name")} value={name} set={setName} most={24} hint={t("register.name-hint")} autocomplete="username" />
          <PasswordField label={t("password.label")} value={password} set={setPassword} hint={t("password.hint")} autocomplete="new-password" />
          {invited && <TextField label={t("register.invitation")} value={invitation} set={setInvitation} hint={t("register.invitation-hint")} />}
        </Form>
      )}
    </section>
  );
}

/** What a guest had begun goes along, but for tables where the account sits already. */
interface Entry {
  person: Person;
  moved: number;
}

function LogInForm({ entered }: { entered: (entry: Entry) => void }) {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const login = async () => {
    entered(await request<Entry>("POST", "/login", { name: name.trim(), password }));
  };
  return (
    <section class="sheet-form" aria-labelledby="login">
      <h2 id="login">{t("login.title")}</h2>
      <Form button={t("login.do")} submit={login}>
        <NameField value={name} set={setName} />
        <PasswordField label={t("password.label")} value={password} set={setPassword} />
      </Form>
      <LostPassword name={name} entered={entered} />
    </section>
  );
}

function LostPassword({ name: typed, entered }: { name: string; entered: (entry: Entry) => void }) {
  const [name, setName] = useState(typed);
  const [code, setCode] = useState("");
  const [password, setPassword] = useState("");
  useEffect(() => setName(typed), [typed]);
  const enter = async () => {
    entered(await request<Entry>("POST", "/login/code", { name: name.trim(), code: code.trim(), password }));
  };
  return (
    <details class="rule-options">
      <summary>{t("lost-password.title")}</summary>
      <p>{t("lost-password.text")}</p>
      <Form button={t("lost-password.do")} submit={enter}>
        <NameField value={name} set={setName} />
        <TextField label={t("lost-password.code")} value={code} set={setCode} most={40} />
        <PasswordField label={t("password.new")} value={password} set={setPassword} hint={t("password.hint")} autocomplete="new-password" />
      </Form>
    </details>
  );
}

interface LogInProps {
  registered: (name: string, codes: string[]) => void;
  /** With so many games that a guest had begun. */
  moved: (games: number) => void;
}

export function LogIn({ registered, moved }: LogInProps) {
  const server = useServer();
  const me = person.value;
  const entered = (entry: Entry) => {
    moved(entry.moved);
    arrive(entry.person);
  };
  return (
    <>
      <ServerTrouble />
      <p class="lead">{t("enter.lead")}</p>
      <ul class="goods">
        <li>{t("enter.good.devices")}</li>
        <li>{t("enter.good.friends")}</li>
        <li>{t("enter.good.rating")}</li>
        <li>{t("enter.good.mail")}</li>
      </ul>
      {me && <p>{t("enter.guest", { name: isolated(me.name) })}</p>}
      <div class="two-forms">
        <Register registered={registered} server={server} />
        <LogInForm entered={entered} />
      </div>
    </>
  );
}
