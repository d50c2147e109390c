/** Tous les textes des pages en français. */
import { server } from "./fr-server";
import { stories } from "./fr-stories";
import { table } from "./fr-table";

export const fr = { ...server, ...stories, ...table };
