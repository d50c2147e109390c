/** Who one is in the server: a name, and a cookie that says so. */
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import type { Text } from "../model";
import { say, t } from "../words/words";
import type { OwnTable, PastTable } from "../protocol";
import { request, sentence, type Person } from "./api";
import { Refusal } from "./refusal";
import { recall, remember } from "./settings";

/** undefined: not asked yet; null: none. */
export const person = signal<Person | null | undefined>(undefined);
/** Those that are not over. */
export const myTables = signal<OwnTable[]>([]);
export const serverTrouble = signal<Text | null>(null);

/** The name of the account that this device was last used with, "" if with none: known before the server has said a word. */
export const account = signal(recall("account") ?? "");

export function become(other: Person | null): void {
  person.value = other;
  account.value = other?.account ? other.name : "";
  remember("account", account.value);
}

export async function meet(): Promise<void> {
  try {
    const me = await request<{ person: Person | null; tables: (OwnTable | PastTable)[] }>("GET", "/me");
    become(me.person);
    myTables.value = me.tables.filter((one) => one.stage !== "over") as OwnTable[];
    serverTrouble.value = null;
  } catch (error) {
    serverTrouble.value = sentence(error);
  }
}

async function introduce(name: string): Promise<void> {
  const known = person.value;
  const answer = known ? await request<{ person: Person }>("PATCH", "/me", { name }) : await request<{ person: Person }>("POST", "/guest", { name });
  remember("name", name);
  become(answer.person);
}

export function usePerson(): Person | null | undefined {
  useEffect(() => {
    if (person.value === undefined) void meet();
  }, []);
  return person.value;
}

/** Asks for a name, once; `done` goes on with what one wanted to do. */
export function NameForm({ done, button }: { done: () => void; button: string }) {
  const [name, setName] = useState(person.value?.name ?? recall("name") ?? "");
  const [trouble, setTrouble] = useState<Text | null>(null);
  const submit = async (event: Event) => {
    event.preventDefault();
    try {
      await introduce(name.trim());
      done();
    } catch (error) {
      setTrouble(sentence(error));
    }
  };
  return (
    <form class="name-form" onSubmit={(event) => void submit(event)}>
      <label class="field">
        <span>{t("name.label")}</span>
        <input type="text" required maxLength={20} autocomplete="nickname" value={name} onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      <p class="faded">{t("name.text")}</p>
      <Refusal text={trouble} />
      <button class="button" type="submit">
        {button}
      </button>
    </form>
  );
}

export function ServerTrouble() {
  const trouble = serverTrouble.value;
  if (!trouble) return null;
  return (
    <div class="notice" role="alert">
      <p>{say(trouble)}</p>
      <button type="button" class="button second" onClick={() => void meet()}>
        {t("again")}
      </button>
    </div>
  );
}
