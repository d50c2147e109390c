/** A link to a seat: to copy, to send, or to photograph. */
import { encode } from "uqr";
import { t } from "../words/words";
import { CopyButton } from "./copy";

export function QrPicture({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: "M", border: 0 });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return (
    <svg class="qr" viewBox={`-4 -4 ${size + 8} ${size + 8}`} role="img" aria-label={t("share.qr")} shape-rendering="crispEdges">
      <path d={`M-4 -4h${size + 8}v${size + 8}h-${size + 8}z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

export function Share({ link, title }: { link: string; title: string }) {
  const send = () => void navigator.share({ title, url: link }).catch(() => undefined);
  return (
    <div class="share">
      <QrPicture text={link} />
      <div>
        <label class="field">
          <span>{title}</span>
          <input type="text" readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
        </label>
        <div class="row">
          <CopyButton text={link} label={t("share.copy")} />
          {"share" in navigator && (
            <button type="button" class="button second" onClick={send}>
              {t("share.send")}
            </button>
          )}
        </div>
      </div>
    </div>
  );
}
