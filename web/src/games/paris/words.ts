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
    "Un jeu de siège paru en 1871, l'hiver du siège à peine passé. Au centre, la forteresse et sa garnison ; de part et d'autre, une armée blanche et une armée noire.",
    "A siege game that came out in 1871, soon after the winter of the siege. In the middle the fortress and its garrison; on either side a white and a black army.",
  ),
  story2: say(
    "La garnison seule peut prendre, mais jamais une pièce protégée, et les assiégeants peuvent la sommer de sortir prendre celle qu'ils lui offrent. À trois, deux alliés se concertent ; à deux, un seul joueur mène les deux armées.",
    "Only the garrison captures, but never a protected piece, and the besiegers may summon it to come out and take what they offer. Three play with two allies; with two, one player leads both armies.",
  ),
  aim: say(
    "Assiégeants : faire entrer deux soldats et un officier, ou immobiliser la garnison. Garnison : tenir, et prendre.",
    "Besiegers: bring in two soldiers and an officer, or leave the garrison without a move. Garrison: hold out, and capture.",
  ),
  print: say("Rien d'autre n'est nécessaire.", "Nothing else is needed."),
};

export const reasons = {
  stormed: say("La forteresse est prise d'assaut.", "The fortress is taken."),
  immobilised: say("La garnison ne peut plus bouger.", "The garrison cannot move."),
  annihilated: say("Les assiégeants sont anéantis.", "The besiegers are annihilated."),
  denied: say(
    "Un dernier soldat dans la forteresse empêche la victoire.",
    "A last soldier in the fortress denies the win.",
  ),
  lifted: say(
    "Le siège n'avance plus : il est levé, et la garnison gagne.",
    "Nobody presses the siege any more: it is lifted, and the garrison wins.",
  ),
};
