/** Adds the texts about reminders on import. */
import { reminders as en } from "./en-reminders";
import { reminders as fr } from "./fr-reminders";
import { learn } from "./words";

learn({ fr, en });
