/** This browser's subscription to reminders, and what the server knows of it. */
import { outside } from "../../base";
import { recall, remember } from "../../kept";
import type { QuietHours, ReminderDevice, ReminderKind } from "../../protocol";
import { language } from "../../words/language";
import { request } from "../api";

const KINDS: readonly ReminderKind[] = ["turn", "late", "opponent", "challenge", "tournament"];

/** Which device of which person this browser is: `PERSON DEVICE`. */
const NAME = "reminders";

export const canPush = (): boolean => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** This browser among a person's devices. */
export function deviceHere(person: string, devices: readonly ReminderDevice[]): ReminderDevice | undefined {
  const [owner, id] = (recall(NAME) ?? "").split(" ");
  return owner === person && Notification.permission === "granted" ? devices.find((one) => one.id === id) : undefined;
}

async function subscriptions(): Promise<PushManager> {
  await navigator.serviceWorker.register(outside("/service.js"), { scope: outside("/") });
  return (await navigator.serviceWorker.ready).pushManager;
}

const base64 = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");

/** Asks the browser's owner, subscribes, and tells the server. A subscription of another person is ended first. */
export async function remindHere(person: string, publicKey: string, quiet: QuietHours | null): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") return;
  const manager = await subscriptions();
  const old = await manager.getSubscription();
  if (old && !recall(NAME)?.startsWith(`${person} `)) await old.unsubscribe();
  const subscription = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const { id } = await request<{ id: string }>("PUT", "/reminders/devices", {
    endpoint: subscription.endpoint,
    p256dh: base64(subscription.getKey("p256dh")),
    auth: base64(subscription.getKey("auth")),
    kinds: KINDS,
    offset: -new Date().getTimezoneOffset(),
    quiet,
    language: language.value,
  });
  remember(NAME, `${person} ${id}`);
}

/** No more reminders for a device; here: the browser forgets its subscription too. */
export async function forget(id: string, here: boolean): Promise<void> {
  await request("DELETE", `/reminders/devices/${id}`);
  if (!here) return;
  remember(NAME, "");
  await (await (await subscriptions()).getSubscription())?.unsubscribe();
}
