/** The words of the pages where one looks at a game again; importing this is enough to know them. */
import { replaying as en } from "./en-replay";
import { replaying as fr } from "./fr-replay";
import { learn } from "./words";

learn({ fr, en });
