/** Adds the texts of the account pages on import. */
import { people as en } from "./en-people";
import { people as fr } from "./fr-people";
import { learn } from "./words";

learn({ fr, en });
