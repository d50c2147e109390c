/** Copies a text, and says so. Where a page may not copy there is no button: what is shown can be selected by hand. */
import { useState } from "preact/hooks";
import { t } from "../words/words";

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);
  if (!navigator.clipboard) return null;
  const copy = () => void navigator.clipboard.writeText(text).then(() => setCopied(true), () => setCopied(false));
  return (
    <button type="button" class="button second" onClick={copy}>
      <span aria-live="polite">{copied ? t("share.copied") : label}</span>
    </button>
  );
}
