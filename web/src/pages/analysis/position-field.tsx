/** The position as a line of text: to be read, changed, pasted and copied. */
import { useEffect, useState } from "preact/hooks";
import { say, t } from "../../words/words";
import { CopyButton } from "../copy";
import type { Study } from "./study";

export function PositionField({ study }: { study: Study }) {
  const { text, fault, lay } = study;
  const [written, setWritten] = useState(text);
  useEffect(() => setWritten(text), [text]);
  const write = (value: string) => {
    setWritten(value);
    const line = value.trim();
    if (line && line !== text) void lay(line);
  };
  return (
    <section class="position" aria-labelledby="position">
      <h2 id="position">{t("analysis.position")}</h2>
      <textarea
        rows={4}
        spellcheck={false}
        aria-labelledby="position"
        aria-describedby="position-hint"
        aria-invalid={fault !== null}
        value={written}
        onInput={(event) => write(event.currentTarget.value)}
      />
      <p id="position-hint" class="faded">
        {t("analysis.position-hint")}
      </p>
      {fault !== null && (
        <p class="notice fault" role="alert">
          {t("analysis.refused", { reason: say(fault) })}
        </p>
      )}
      <div class="row">
        <CopyButton key={`t ${text}`} text={text} label={t("analysis.copy")} />
        <CopyButton key={`l ${text}`} text={location.href} label={t("analysis.copy-link")} />
      </div>
    </section>
  );
}
