/** Opens a game from a text: pasted, chosen, or dropped onto the page. */
import { useState } from "preact/hooks";
import { ruleError } from "../../engine/rule-errors";
import { say, t } from "../../words/words";
import { Heading } from "../heading";
import { ReplayView } from "./replay-view";
import { openText, type Opened } from "./source";

const LARGEST = 8_000_000;

export function OpenFile() {
  const [text, setText] = useState("");
  const [trouble, setTrouble] = useState("");
  const [opened, setOpened] = useState<Opened | null>(null);
  const show = (given: string) => {
    setTrouble("");
    openText(given).then(setOpened, async (error: unknown) => setTrouble(t("replay.open-wrong", { why: say(await ruleError(error)) })));
  };
  const take = async (file: File | undefined | null) => {
    if (!file) return;
    if (file.size > LARGEST) return setTrouble(t("replay.open-large"));
    const given = await file.text();
    setText(given);
    show(given);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void take(event.dataTransfer?.files[0]);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    show(text);
  };
  if (opened) return <ReplayView opened={opened} again={() => setOpened(null)} />;
  return (
    <div class="page narrow" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <Heading title={t("replay.open-title")} />
      <p>{t("replay.open-text")}</p>
      <form class="form" onSubmit={submit}>
        <label class="field">
          <span>{t("replay.open-file")}</span>
          <input type="file" accept=".record,.json,.txt,text/plain,application/json" onChange={(event) => void take(event.currentTarget.files?.[0])} />
        </label>
        <label class="field">
          <span>{t("replay.open-label")}</span>
          <textarea rows={10} spellcheck={false} required value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        {trouble && (
          <p class="notice" role="alert">
            {trouble}
          </p>
        )}
        <button class="button" type="submit">
          {t("replay.open-do")}
        </button>
      </form>
    </div>
  );
}
