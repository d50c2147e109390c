/** The same person on another device: a link and a QR code, good once within ten minutes, that lead where one is. */
import { useState } from "preact/hooks";
import { shared } from "../base";
import type { Text } from "../model";
import { t } from "../words/words";
import { request, sentence } from "./api";
import { Refusal } from "./refusal";
import { route } from "./route";
import { Share } from "./share";

export function OtherDevice() {
  const [link, setLink] = useState("");
  const [trouble, setTrouble] = useState<Text | null>(null);
  const here = route.value;
  const make = async () => {
    try {
      const { ticket } = await request<{ ticket: string }>("POST", "/me/ticket", {});
      setLink(shared(`/mine?ticket=${encodeURIComponent(ticket)}${here.page === "table" ? `&table=${here.id}` : ""}`));
      setTrouble(null);
    } catch (error) {
      setTrouble(sentence(error));
    }
  };
  if (link) return <Share link={link} title={t("device.link")} />;
  return (
    <>
      <Refusal text={trouble} />
      <button type="button" class="button second" onClick={() => void make()} data-do="other-device">
        {t("device.make")}
      </button>
    </>
  );
}
