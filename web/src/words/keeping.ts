/** The words of the pages where the house is kept; importing this is enough to know them. */
import { keeping as en } from "./en-keeping";
import { keeping as fr } from "./fr-keeping";
import { learn } from "./words";

learn({ fr, en });
