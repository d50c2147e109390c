/** Adds the texts of prepared replies, notes and vacations on import. */
import { correspondence as en } from "./en-correspondence";
import { correspondence as fr } from "./fr-correspondence";
import { learn } from "./words";

learn({ fr, en });
