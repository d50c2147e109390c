/** Adds the texts of the lesson, puzzle and rule pages on import. */
import { learning as en } from "./en-learning";
import { learning as fr } from "./fr-learning";
import { learn } from "./words";

learn({ fr, en });
