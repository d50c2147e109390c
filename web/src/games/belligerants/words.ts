/** The texts of Les Belligérants. */
import { say } from "../../words/text";

export const words = {
  name: say("Les Belligérants", "Les Belligérants"),
  year: say("Années 1940 · Diamino", "1940s · Diamino"),
  line: say(
    "Deux armées, un dé et un diable : envahissez le camp ennemi ou négociez.",
    "Two armies, a die and a devil: overrun the enemy's camp, or bargain.",
  ),
  story1: say(
    "« Un jeu de stratégie moderne aux combinaisons innombrables », promet Diamino. Quinze pions par camp, de l'état-major au simple soldat, sans oublier l'espion que presque rien n'arrête.",
    "“A modern game of strategy with countless combinations”, Diamino promises. Fifteen pawns a side, from the staff to the common soldier, and a spy whom hardly anything stops.",
  ),
  story2: say(
    "On jette le dé, on avance d'autant de cases, et le terrain fait le reste : rivière, trous d'obus, bois, carrefours étoilés. Le Diable vaut ce que l'on veut et fait rejouer. Et quand la partie tourne mal, il reste à demander l'armistice, et à en discuter le prix.",
    "Roll the die, move so many squares, and the ground does the rest: river, shell-holes, woods, starred crossroads. The Devil is any number one likes, and another turn. And when things go badly one may ask for an armistice, and haggle over its price.",
  ),
  aim: say(
    "Amener ses pions dans le camp adverse et compter le plus de points, prisonniers compris.",
    "Bring your pawns into the enemy's camp and score the most, prisoners included.",
  ),
  print: say(
    "Pliez les pions doubles : debout, ils ne montrent leur face qu'à leur camp. Les pions plats marquent le matériel pris à l'ennemi. Il faut aussi un dé ; sur un dé ordinaire, le six est le Diable.",
    "Fold the double counters: standing up, they show their face to their own side alone. The flat counters mark material taken from the enemy. You also need a die; on an ordinary die the six is the Devil.",
  ),

  devilShown: say("Le dé montre le Diable", "The die shows the Devil"),
  forfeitTitle: say("Une prise est possible", "You can take a pawn"),
  forfeitText: say(
    "La prise est obligatoire : si vous jouez autre chose, l'adversaire choisira l'un des pions qui pouvaient prendre et le fera prisonnier.",
    "Taking is compulsory: if you play something else, your opponent chooses one of the pawns that could have taken and makes it prisoner.",
  ),
  forfeitYes: say("Jouer quand même", "Play it anyway"),
  forfeitNo: say("Choisir un autre coup", "Choose another move"),
  ruinTitle: say("Ce pion sera détruit", "This pawn will be destroyed"),
  ruinText: say(
    "Il s'arrête sur une case noire : il quitte la partie et ne compte pour personne.",
    "It ends on a black square: it leaves the game and scores for nobody.",
  ),
  ruinYes: say("Le sacrifier", "Sacrifice it"),
};

export const reasons = {
  entered: say(
    "Tous les pions d'un camp sont rentrés ou pris ; on a compté les points.",
    "All pawns of one side are home or taken; the points were counted.",
  ),
  armistice: say("L'armistice est signé.", "The armistice is signed."),
};
