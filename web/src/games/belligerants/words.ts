/** The texts of Les Belligérants. */
import { both, say } from "../../words/text";

export const words = {
  name: say("Les Belligérants", "Les Belligérants"),
  year: both("Diamino"),
  line: say(
    "Deux armées, un dé et le Diable : envahissez le camp ennemi ou demandez l'armistice.",
    "Two armies, a die and the Devil: overrun the enemy's camp, or ask for an armistice.",
  ),
  story1: say(
    "« Un jeu de stratégie moderne aux combinaisons innombrables », promet Diamino. Quinze pions par camp, de l'État-major au simple Soldat, sans oublier l'Espion, qui prend presque tout.",
    "“A modern game of strategy with countless combinations”, Diamino promises. Fifteen pawns a side, from the Staff to the common Soldier, and a Spy who takes nearly everything.",
  ),
  story2: say(
    "On lance le dé, on déplace un pion d'autant de cases, et le terrain compte : l'eau, les cases où l'on est à l'abri, encerclé, blessé ou détruit, les carrefours étoilés. Avec le Diable, on choisit son nombre et l'on rejoue. Quand la partie tourne mal, on peut demander l'armistice : l'adversaire fixe l'indemnité.",
    "Roll the die, move a pawn so many squares, and mind the ground: water, squares that shelter, encircle, wound or destroy, starred crossroads. On the Devil you choose your number and play again. When things go badly you may ask for an armistice: your opponent names the indemnity.",
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
    "Tous les pions d'un camp sont dans le camp ennemi ou pris ; on a compté les points.",
    "All pawns of one side are in the enemy camp or taken; the points were counted.",
  ),
  armistice: say("L'armistice est conclu.", "The armistice is agreed."),
};
