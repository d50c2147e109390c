/** Tous les textes des pages en français. */
import { server } from "./fr-server";
import { table } from "./fr-table";

export const fr = { ...server, ...table };
