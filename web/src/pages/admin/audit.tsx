/** What admins have done, the last first. */
import { hasWord, t } from "../../words/words";
import type { AuditEntry } from "../../protocol";
import { More, usePaged } from "../paged";
import { moment } from "../time";
import { WhoById } from "./who";

function whatWords(what: string): string {
  const key = `audit.${what}`;
  return hasWord(key) ? t(key) : what;
}

export function AuditPage() {
  const entries = usePaged<AuditEntry>("/admin/audit", "audit");
  return (
    <>
      <ul class="lines">
        {(entries.value ?? []).map((one, i) => (
          <li key={`${one.at}${i}`}>
            <span>
              <b>{whatWords(one.what)}</b> {one.whom && <code>{one.whom}</code>} {one.detail && <span class="name">{one.detail}</span>}
              <small class="faded">
                {moment(one.at)}
                {" · "}
                <WhoById id={one.by} />
              </small>
            </span>
          </li>
        ))}
      </ul>
      <More of={entries} none={t("audit.none")} />
    </>
  );
}
