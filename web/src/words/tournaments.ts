/** Adds the texts of the club and tournament pages on import. */
import { tournaments as en } from "./en-tournaments";
import { tournaments as fr } from "./fr-tournaments";
import { learn } from "./words";

learn({ fr, en });
