/** Adds the texts of the administration pages on import. */
import { keeping as en } from "./en-keeping";
import { keeping as fr } from "./fr-keeping";
import { learn } from "./words";

learn({ fr, en });
