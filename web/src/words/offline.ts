/** The words of what begins once a page has come to rest; importing this is enough to know them. */
import { offline as en } from "./en-offline";
import { offline as fr } from "./fr-offline";
import { learn } from "./words";

learn({ fr, en });
