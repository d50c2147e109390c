/** Without a network: a new version, the finished games that the server stores. */
import type { offline as fr } from "./fr-offline";

export const offline: Record<keyof typeof fr, string> = {
  "version.ready": "A new version of Bivouac is ready.",
  "version.take": "Update",
  "version.later": "Later",
  "kept.title": "Stored on the server",
  "kept.question":
    "Shall the server store the games that you finish on your devices? You find them wherever you are logged in; nobody else sees them.",
  "kept.yes": "Yes, store them",
  "kept.no": "No, only on this device",
  "kept.choice": "Store on the server the games that I finish on this device. Those that end without a network are sent when it is back.",
  "kept.none": "None so far.",
  "kept.look": "Replay",
  "kept.forget": "Delete",
  "kept.forget-of": "Delete this game of {game} from the server",
};
