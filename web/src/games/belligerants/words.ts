/** The texts of Les Belligérants. */
import { both, say } from "../../words/text";

export const words = {
  name: say("Les Belligérants", "Les Belligérants"),
  year: both("Diamino"),
  line: say(
    "Deux armées, un dé et un diable : envahissez le camp ennemi ou négociez.",
    "Two armies, a die and a devil: overrun the enemy's camp, or bargain.",
  ),
  story1: say(
    "« Un jeu de stratégie moderne aux combinaisons innombrables », promet Diamino. Quinze pions par camp, de l'état-major au simple soldat, sans oublier l'espion que presque rien n'arrête.",
    "“A modern game of strategy with countless combinations”, Diamino promises. Fifteen pawns a side, from the staff to the common soldier, and a spy whom hardly anything stops.",
  ),
  story2: say(
    "On jette le dé, on avance d'autant de cases, et le terrain fait le reste : l'eau, les cases où l'on est caché, encerclé, blessé ou détruit, les carrefours étoilés. Le Diable vaut ce que l'on veut et fait rejouer. Et quand la partie tourne mal, il reste à demander l'armistice, et à en discuter le prix.",
    "Roll the die, move so many squares, and the ground does the rest: water, squares that hide, encircle, wound or destroy, starred crossroads. The Devil is any number you like, and another turn. And when things go badly you may ask for an armistice, and discuss its price.",
  ),
  aim: say(
    "Amener ses pions dans le camp adverse et compter le plus de points, prisonniers compris.",
    "Bring your pawns into the enemy's camp and score the most, prisoners included.",
  ),
  print: say(
    "Les pions se posent face visible. Les pions plats marquent le matériel pris à l'ennemi. Il faut aussi un dé ; sur un dé ordinaire, le six est le Diable.",
    "Counters lie face up. The flat counters mark material taken from the enemy. You also need a die; on an ordinary die the six is the Devil.",
  ),

  devilShown: say("Le dé montre le Diable", "The die shows the Devil"),
};

export const reasons = {
  entered: say(
    "Tous les pions d'un camp sont rentrés ou pris ; on a compté les points.",
    "All pawns of one side are home or taken; the points were counted.",
  ),
  armistice: say("L'armistice est signé.", "The armistice is signed."),
};
