/** Everything the house says in English. */
import { house } from "./en-house";
import { stories } from "./en-stories";
import { table } from "./en-table";
import type { fr } from "./fr";

export const en: Record<keyof typeof fr, string> = { ...house, ...stories, ...table };
