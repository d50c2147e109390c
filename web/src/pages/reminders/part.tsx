/** Reminders on this device: by Web Push where the server and the browser can; else while the page is open. And by e-mail. */
import "../../words/reminders";
import { useEffect, useState } from "preact/hooks";
import type { QuietHours, ReminderDevice, ReminderMail } from "../../protocol";
import { t } from "../../words/words";
import { request, sentence } from "../api";
import { person, serverTrouble } from "../person";
import { notices } from "../settings";
import { Mail } from "./mail";
import { canPush, deviceHere, forget, remindHere } from "./push";

function Notices() {
  if (!("Notification" in window)) return null;
  const on = notices.value === "on" && Notification.permission === "granted";
  const toggle = async () => {
    if (on) notices.value = "off";
    else if ((await Notification.requestPermission()) === "granted") notices.value = "on";
  };
  return (
    <label class="sentence">
      <input type="checkbox" checked={on} onChange={() => void toggle()} />
      <span>
        <b>{t("notice.title")}</b> {t("notice.text")}
      </span>
    </label>
  );
}

const clock = (minutes: number): string => [Math.floor(minutes / 60), minutes % 60].map((n) => String(n).padStart(2, "0")).join(":");
const minutes = (value: string): number => Number(value.slice(0, 2)) * 60 + Number(value.slice(3, 5));
/** What is offered first. */
const NIGHT: QuietHours = { from: 22 * 60, to: 8 * 60 };

function Quiet({ quiet, change }: { quiet: QuietHours | null; change: (quiet: QuietHours | null) => void }) {
  const time = (side: keyof QuietHours) =>
    quiet && (
      <input
        type="time"
        required
        value={clock(quiet[side])}
        aria-label={t(`reminders.quiet-${side}`)}
        onChange={({ currentTarget }) => currentTarget.value && change({ ...quiet, [side]: minutes(currentTarget.value) })}
      />
    );
  return (
    <div class="row">
      <label>
        <input type="checkbox" data-do="quiet" checked={quiet !== null} onChange={() => change(quiet ? null : NIGHT)} /> {t("reminders.quiet")}
      </label>
      {quiet && (
        <span>
          {time("from")} – {time("to")}
        </span>
      )}
    </div>
  );
}

function Pushed({ publicKey, known }: { publicKey: string; known: ReminderDevice[] }) {
  const [devices, setDevices] = useState(known);
  const [busy, setBusy] = useState(false);
  const me = person.value?.id ?? "";
  const here = deviceHere(me, devices);
  const others = devices.filter((one) => one !== here);
  const look = async () => setDevices((await request<{ devices: ReminderDevice[] }>("GET", "/reminders")).devices);
  const act = async (action: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await action();
      await look();
    } catch (error) {
      serverTrouble.value = sentence(error);
    } finally {
      setBusy(false);
    }
  };
  const turn = () => void act(() => (here ? forget(here.id, true) : remindHere(me, publicKey, NIGHT)));
  return (
    <>
      <label class="sentence">
        <input type="checkbox" data-do="remind" checked={here !== undefined} disabled={busy} onChange={turn} />
        <span>
          <b>{t("reminders.title")}</b> {t("reminders.text")}
        </span>
      </label>
      {here && <Quiet quiet={here.quiet} change={(quiet) => void act(() => remindHere(me, publicKey, quiet))} />}
      {Notification.permission === "denied" && <p class="note">{t("reminders.denied")}</p>}
      {others.length > 0 && (
        <ul class="plain">
          {others.map((one) => (
            <li key={one.id} class="row">
              <span>{t("reminders.also", { device: one.device })}</span>
              <button type="button" class="quiet" onClick={() => void act(() => forget(one.id, false))}>
                {t("reminders.stop")}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface Answer {
  key: string | null;
  devices: ReminderDevice[];
  mail: ReminderMail | null;
}

export function Reminders() {
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => void request<Answer>("GET", "/reminders").then(setAnswer, () => setAnswer({ key: null, devices: [], mail: null })), []);
  if (!answer) return null;
  return (
    <>
      {answer.key && canPush() ? <Pushed publicKey={answer.key} known={answer.devices} /> : <Notices />}
      {answer.mail && <Mail known={answer.mail} />}
    </>
  );
}
