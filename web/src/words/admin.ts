/** Adds the texts of the administration pages on import. */
import { admin as en } from "./en-admin";
import { admin as fr } from "./fr-admin";
import { learn } from "./words";

learn({ fr, en });
