/** Without a network: a new version, the games that the house keeps. */
import type { offline as fr } from "./fr-offline";

export const offline: Record<keyof typeof fr, string> = {
  "version.region": "A new version",
  "version.ready": "A new version of Bivouac is ready.",
  "version.take": "Take it",
  "version.later": "Later",
  "kept.title": "Kept at the house",
  "kept.question":
    "Shall the house keep the games that you finish on your devices? You find them wherever you are logged in; nobody else sees them.",
  "kept.yes": "Yes, keep them",
  "kept.no": "No, they stay here",
  "kept.choice": "Keep at the house the games that I finish on this device. Those that end without a network go there when it is back.",
  "kept.none": "None so far.",
  "kept.look": "Look at it again",
  "kept.forget": "Delete",
  "kept.forget-of": "Delete this game of {game} from the house",
};
