/** The texts of Assaut. */
import { say } from "../../words/text";

export const words = {
  name: say("Assaut", "Assaut"),
  year: say("XIXe siècle", "19th century"),
  line: say("Vingt-quatre soldats contre deux officiers.", "Twenty-four Soldiers against two Officers."),
  story1: say("Un jeu de siège du dix-neuvième siècle.", "A siege game of the nineteenth century."),
  story2: say("Les soldats avancent ; les officiers prennent en sautant.", "Soldiers advance; Officers capture by leaping."),
  aim: say("Soldats : remplir la forteresse. Officiers : la garder.", "Soldiers: fill the fortress. Officers: hold it."),
  print: say("Rien d'autre n'est nécessaire.", "Nothing else is needed."),
};

export const reasons = {
  stormed: say("La forteresse est prise.", "The fortress is stormed."),
  disarmed: say("Il n'y a plus d'officiers.", "No Officer is left."),
  trapped: say("Les officiers sont enfermés.", "The Officers are trapped."),
  repelled: say("L'assaut est repoussé.", "The assault is repelled."),
  halted: say("Les soldats sont arrêtés.", "The Soldiers are halted."),
};
