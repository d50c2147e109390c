/** Reminders that come while no page is open: the service worker shows them, and opens the table that one is about. */
import type { ReminderKind } from "../protocol";

/** What the server encrypts for this browser (src/server/reminders/reminder_text.c). */
interface Reminder {
  what: ReminderKind;
  title: string;
  body: string;
  path: string;
}

/** A page that shows the table already is brought to the front; else another page of ours goes there; else a new one opens. */
async function open(scope: ServiceWorkerGlobalScope, address: string): Promise<void> {
  const pages = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find(({ url }) => new URL(url).pathname === address);
  if (there) return void (await there.focus());
  const [page] = pages;
  const moved = await page?.navigate(address).catch(() => null);
  if (moved) await moved.focus();
  else await scope.clients.openWindow(address);
}

export function showReminders(scope: ServiceWorkerGlobalScope, outside: (path: string) => string): void {
  scope.addEventListener("push", (event) => {
    const { title, body, path } = event.data?.json() as Reminder;
    // The same table replaces its earlier reminder.
    const shown = scope.registration.showNotification(title, { body, tag: path, icon: outside("/icon.svg"), data: outside(path) });
    event.waitUntil(shown);
  });
  scope.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(open(scope, event.notification.data as string));
  });
}
