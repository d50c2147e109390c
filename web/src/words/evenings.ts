/** The words of the pages for clubs and evenings; importing this is enough to know them. */
import { evenings as en } from "./en-evenings";
import { evenings as fr } from "./fr-evenings";
import { learn } from "./words";

learn({ fr, en });
