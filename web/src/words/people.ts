/** The words of the pages for people; importing this is enough to know them. */
import { people as en } from "./en-people";
import { people as fr } from "./fr-people";
import { learn } from "./words";

learn({ fr, en });
