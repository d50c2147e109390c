/** The language that the pages are read in. */
import { kept } from "../kept";
import type { Language } from "../model";

const speaksFrench = navigator.languages.some((one) => one.toLowerCase().startsWith("fr"));
const prefersEnglish = navigator.languages[0]?.toLowerCase().startsWith("en") ?? false;

export const language = kept<Language>("language", ["fr", "en"], speaksFrench && !prefersEnglish ? "fr" : "en");
