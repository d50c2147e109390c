/** Tout ce que la maison dit en français. */
import { house } from "./fr-house";
import { stories } from "./fr-stories";
import { table } from "./fr-table";

export const fr = { ...house, ...stories, ...table };
