/** What sessions themselves have to say to people; everything else comes from the rules or from the server. */
import type { Text } from "../model";

export const said = {
  declined: { fr: "L'ordinateur décline la nulle.", en: "The computer declines the draw." },
  fixed: {
    fr: "On ne reprend rien par-dessus un dé jeté ou un secret révélé.",
    en: "Nothing is taken back across a thrown die or a secret that was shown.",
  },
  nothingToTakeBack: { fr: "Il n'y a rien à reprendre.", en: "There is nothing to take back." },
  elsewhere: {
    fr: "Cette partie est ouverte dans un autre onglet, et s'y poursuit.",
    en: "This game is open in another tab, and goes on there.",
  },
  notKept: {
    fr: "Ce navigateur ne garde pas la partie : elle sera perdue si vous fermez la page.",
    en: "This browser does not keep the game: it will be lost if you close the page.",
  },
  lostMind: {
    fr: "L'ordinateur a perdu le fil. Il recommence à réfléchir.",
    en: "The computer has lost its thread. It begins to think again.",
  },
  notHere: { fr: "Cela ne se peut pas ici.", en: "That cannot be done here." },
  tableGone: {
    fr: "Cette table n'existe pas ou plus. Vos autres parties vous attendent dans « Mes parties ».",
    en: "This table does not exist, or no longer. Your other games are waiting in “My games”.",
  },
  newVersion: {
    fr: "La maison a une nouvelle version. Rechargez la page : rien n'est perdu.",
    en: "The house has a new version. Load the page again: nothing is lost.",
  },
  draftGone: {
    fr: "Ce qui était préparé ici ne va plus : on a joué entre-temps.",
    en: "What was made up here no longer fits: somebody has played meanwhile.",
  },
} satisfies Record<string, Text>;

/** A reason that the rules give, which they write in English. */
export function refusedByRules(reason: string): Text {
  return { fr: `Coup refusé (${reason}).`, en: `Move refused (${reason}).` };
}
