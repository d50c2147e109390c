/** The words of analysis and of the workshop of boards; importing this is enough to know them. */
import { analysis as en } from "./en-analysis";
import { analysis as fr } from "./fr-analysis";
import { learn } from "./words";

learn({ fr, en });
