/** Adds the texts of the offline pages on import. */
import { offline as en } from "./en-offline";
import { offline as fr } from "./fr-offline";
import { learn } from "./words";

learn({ fr, en });
