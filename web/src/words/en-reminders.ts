/** Reminders on a device. */
import type { reminders as fr } from "./fr-reminders";

export const reminders: Record<keyof typeof fr, string> = {
  "reminders.title": "Remind me on this device.",
  "reminders.text":
    "A notification comes, even when Bivouac is closed: it is your turn, your time is running out, an opponent is found, you are challenged, your tournament begins. At most one a turn.",
  "reminders.quiet": "Nothing during these hours:",
  "reminders.quiet-from": "Quiet hours begin",
  "reminders.quiet-to": "Quiet hours end",
  "reminders.denied": "This browser blocks notifications of this site; its settings can allow them.",
  "reminders.also": "Reminders also on: {device}",
  "reminders.mail": "Receive these reminders by e-mail too:",
  "reminders.mail-ask": "Receive",
  "reminders.mail-sent": "A message is on its way to {address}: open its link to confirm the address.",
  "reminders.mail-on": "Reminders by e-mail: {address}",
  "reminders.stop": "Stop",
};
