/** The words of the pages where one learns and looks again; importing this is enough to know them. */
import { learning as en } from "./en-learning";
import { learning as fr } from "./fr-learning";
import { learn } from "./words";

learn({ fr, en });
