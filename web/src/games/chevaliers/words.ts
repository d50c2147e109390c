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
    "« La transposition en jeu de société des combats que se livrèrent au Moyen Âge les Seigneurs Chevaliers et les Gens d'Armes », dit la notice de 1969. Argentés contre Dorés, sur un damier de 98 cases coupé de plans d'eau.",
    "“The fights of Knights and Men-at-Arms in the Middle Ages, turned into a parlour game”, says the leaflet of 1969. Silver against Gold, on a board of 98 squares with ponds in it.",
  ),
  story2: say(
    "Les Chevaliers bondissent par-dessus leurs propres troupes, puis prennent en chaîne ; les Gens d'Armes avancent et ne reculent jamais. La prise est obligatoire : c'est le meilleur piège à tendre.",
    "Knights leap over their own troops and then capture in a row; Men-at-Arms go forward and never back. Captures are compulsory: there is no better trap to set.",
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
