/** All texts of the pages in English. */
import { server } from "./en-server";
import { table } from "./en-table";
import type { fr } from "./fr";

export const en: Record<keyof typeof fr, string> = { ...server, ...table };
