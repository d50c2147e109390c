/** Messages of the sessions; all other messages come from the rules or from the server. */
import type { Text } from "../model";
import { ruleError } from "../engine/rule-errors";

export const said = {
  declined: { fr: "L'ordinateur refuse la nulle.", en: "The computer declines the draw." },
  fixed: {
    fr: "On ne reprend rien après un jet de dé ou un secret révélé.",
    en: "Nothing is taken back across dice or a revealed secret.",
  },
  nothingToTakeBack: { fr: "Il n'y a rien à reprendre.", en: "There is nothing to take back." },
  notKept: {
    fr: "Ce navigateur n'enregistre pas la partie : elle sera perdue si vous fermez la page.",
    en: "This browser does not save the game: it will be lost if you close the page.",
  },
  lostMind: {
    fr: "Le calcul de l'ordinateur s'est arrêté. Il recommence.",
    en: "The computer stopped calculating. It starts again.",
  },
  turnComplete: { fr: "Tour complet : validez, ou reprenez une étape", en: "Turn complete: confirm, or take a step back" },
  notHere: { fr: "C'est impossible ici.", en: "This is not possible here." },
  tableGone: {
    fr: "Cette table n'existe pas, ou n'existe plus. Vos autres parties sont dans « Mes parties ».",
    en: "This table does not exist, or no longer exists. Your other games are in “My games”.",
  },
  newVersion: {
    fr: "Il y a une nouvelle version du serveur. Rechargez la page : rien n'est perdu.",
    en: "The server has a new version. Reload the page: nothing is lost.",
  },
  draftGone: {
    fr: "Le tour préparé ici n'est plus possible : un autre joueur a joué entre-temps.",
    en: "The turn prepared here is no longer possible: another player has played meanwhile.",
  },
} satisfies Record<string, Text>;

/** The rules refuse a move. */
export async function refusedByRules(error: unknown): Promise<Text> {
  const { fr, en } = await ruleError(error);
  return { fr: `Coup refusé : ${fr}.`, en: `Move refused: ${en}.` };
}
