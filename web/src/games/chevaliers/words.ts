/** The texts of Échec aux Chevaliers. */
import { say } from "../../words/text";

export const words = {
  name: say("Échec aux Chevaliers", "Échec aux Chevaliers"),
  year: say("1969 · Max Gerchambeau", "1969 · Max Gerchambeau"),
  line: say(
    "Une joute de sauts et de prises pour s'emparer du château adverse.",
    "A joust of leaps and captures for the enemy's castle.",
  ),
  story1: say(
    "« La transposition en jeu de société des combats que se livrèrent au Moyen Âge les Seigneurs Chevaliers et les Gens d'Armes », dit la notice. Argentés contre Dorés, sur un damier de 98 cases où se trouvent quatre plans d'eau.",
    "“The fights of Knights and Men-at-Arms in the Middle Ages, turned into a parlour game”, says the leaflet. Silver against Gold, on a board of 98 squares with four ponds.",
  ),
  story2: say(
    "Les Chevaliers sautent par-dessus leurs propres pièces, puis peuvent prendre plusieurs ennemis de suite ; les Gens d'Armes ne reculent jamais. La prise est obligatoire : c'est le meilleur piège à tendre.",
    "Knights leap over their own pieces and may then capture several enemies in a row; Men-at-Arms never go back. Captures are compulsory: there is no better trap to set.",
  ),
  aim: say(
    "Occuper le château adverse pendant un tour, ou éliminer toutes les pièces ennemies.",
    "Hold the enemy's castle for one turn, or capture every enemy piece.",
  ),
  print: say("Rien d'autre n'est nécessaire.", "Nothing else is needed."),
};

export const reasons = {
  castle: say("Le château est pris.", "The castle is taken."),
  blocked: say("Aucun camp ne peut plus bouger.", "Neither side can move."),
};
