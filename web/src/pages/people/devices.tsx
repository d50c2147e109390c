/** Where one is logged in, and a way to log out there from here. */
import { useState } from "preact/hooks";
import type { Text } from "../../model";
import { t } from "../../words/words";
import type { Device } from "../../protocol";
import { request, sentence } from "../api";
import { Refusal } from "../refusal";
import { ago, day } from "../time";

export function Devices({ devices, changed }: { devices: Device[]; changed: () => Promise<void> }) {
  const [trouble, setTrouble] = useState<Text | null>(null);
  const out = async (which: string) => {
    try {
      await request("DELETE", `/account/sessions${which}`);
      setTrouble(null);
    } catch (error) {
      setTrouble(sentence(error));
    }
    await changed();
  };
  const nameOf = (one: Device) => one.device || t("devices.unknown");
  return (
    <section aria-labelledby="devices">
      <h2 id="devices">{t("devices.title")}</h2>
      <p>{t("devices.text")}</p>
      <Refusal text={trouble} />
      <ul class="lines">
        {devices.map((one) => (
          <li key={one.id}>
            <span>
              <bdi class="name">{nameOf(one)}</bdi> {one.current && <span class="mark">{t("devices.here")}</span>}
              <small class="faded">{t("devices.seen", { ago: ago(one.seen), day: day(one.created) })}</small>
            </span>
            {!one.current && (
              <button type="button" class="button second" aria-label={t("devices.out-of", { device: nameOf(one) })} onClick={() => void out(`/${one.id}`)}>
                {t("devices.out")}
              </button>
            )}
          </li>
        ))}
      </ul>
      {devices.length > 2 && (
        <button type="button" class="quiet" onClick={() => void out("")}>
          {t("devices.out-all")}
        </button>
      )}
    </section>
  );
}
