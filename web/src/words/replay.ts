/** Adds the texts of the replay pages on import. */
import { replaying as en } from "./en-replay";
import { replaying as fr } from "./fr-replay";
import { learn } from "./words";

learn({ fr, en });
