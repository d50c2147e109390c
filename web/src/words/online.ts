/** Adds the texts of the pages where one meets other players on import. */
import { online as en } from "./en-online";
import { online as fr } from "./fr-online";
import { learn } from "./words";

learn({ fr, en });
