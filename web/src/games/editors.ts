/** The editors of the games. They are fetched with the pages that edit, so they are apart from index.ts. */
import { editor as belligerants } from "./belligerants/editor";
import { editor as chars } from "./chars/editor";
import { editor as chevaliers } from "./chevaliers/editor";
import type { GameEditor } from "./editor";
import { editor as kriegspiel } from "./kriegspiel/editor";
import { editor as paris } from "./paris/editor";
import type { GameId } from "./index";

export const editors: Record<GameId, GameEditor> = { paris, belligerants, chevaliers, kriegspiel, chars };
