/** Adds the texts of analysis and of the board editor on import. */
import { analysis as en } from "./en-analysis";
import { analysis as fr } from "./fr-analysis";
import { learn } from "./words";

learn({ fr, en });
