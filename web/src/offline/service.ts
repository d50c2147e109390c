/** The page's side of the service worker: it is called when the page has come to rest, and says when there is a new version. */
import { signal } from "@preact/signals";
import { outside } from "../base";
import type { FromPage, FromWorker } from "./messages";

/** Whether a newer version of the server waits for this page to go. */
export const newVersion = signal(false);

const HOUR = 3600_000;
const version = document.querySelector<HTMLMetaElement>('meta[name="bivouac-version"]')?.content ?? "";
let waiting: ServiceWorker | null = null;

function tell(worker: ServiceWorker | null, ask: FromPage["ask"]): void {
  worker?.postMessage({ ask, version } satisfies FromPage);
}

function meetWaiting(worker: ServiceWorker | null): void {
  waiting = worker;
  tell(worker, "arrived");
}

/** A worker that is being installed while another is at work will wait. */
function watch(registration: ServiceWorkerRegistration): void {
  const { installing } = registration;
  installing?.addEventListener("statechange", () => {
    if (installing.state === "installed" && navigator.serviceWorker.controller) meetWaiting(installing);
  });
}

export async function keepOffline(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => (newVersion.value = data.ready !== version));
  const registration = await serviceWorker.register(outside("/service.js"), { scope: outside("/") });
  meetWaiting(registration.waiting);
  watch(registration);
  registration.addEventListener("updatefound", () => watch(registration));
  const look = () => void registration.update().catch(() => undefined);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && look());
  setInterval(look, HOUR);
  // Who counts bytes keeps what they open, and nothing else is fetched for them.
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  tell((await serviceWorker.ready).active, "settle");
}

/** Takes the new version: the worker that waits takes its place, then the page is loaded anew. */
export function takeNewVersion(): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  tell(waiting, "replace");
}
