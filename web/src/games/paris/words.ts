/** The texts of Siège de Paris. */
import { both, say } from "../../words/text";

export const words = {
  name: say("Siège de Paris", "Siege of Paris"),
  year: both("1871"),
  line: say(
    "Huit hommes tiennent la forteresse contre deux armées alliées.",
    "Eight men hold the fortress against two allied armies.",
  ),
  story1: say(
    "Un jeu paru en Grande-Bretagne en 1871, après le siège de l'hiver précédent, puis en France. Au centre, la forteresse et sa garnison ; de part et d'autre, une armée blanche et une armée noire.",
    "A game that came out in Britain in 1871, after the siege of the winter before, and then in France. In the middle the fortress and its garrison; on either side a white and a black army.",
  ),
  story2: say(
    "La garnison seule peut prendre, mais jamais une pièce protégée, et les assiégeants peuvent la sommer de sortir prendre celle qu'ils lui offrent. À trois, chacun des alliés mène son armée ; à deux, un seul joueur mène les deux.",
    "Only the garrison captures, but never a protected piece, and the besiegers may summon it to come out and take what they offer. With three players each ally leads an army; with two, one player leads both.",
  ),
  aim: say(
    "Assiégeants : faire entrer deux Soldats et un officier, ou immobiliser la garnison. Garnison : prendre tous les Soldats et six officiers, ou tenir jusqu'à la levée du siège.",
    "Besiegers: bring in two Soldiers and an officer, or leave the garrison without a move. Garrison: capture all Soldiers and six officers, or hold out until the siege is lifted.",
  ),
  print: say("Rien d'autre n'est nécessaire.", "Nothing else is needed."),
};

export const reasons = {
  stormed: say("La forteresse est prise d'assaut.", "The fortress is taken."),
  immobilised: say("La garnison ne peut plus bouger.", "The garrison cannot move."),
  annihilated: say("Les assiégeants sont anéantis.", "The besiegers are annihilated."),
  denied: say(
    "Un dernier Soldat dans la forteresse empêche la victoire de la garnison.",
    "A last Soldier in the fortress denies the garrison its win.",
  ),
  lifted: say(
    "Le siège n'avance plus : il est levé, et la garnison gagne.",
    "Nobody presses the siege any more: it is lifted, and the garrison wins.",
  ),
};
