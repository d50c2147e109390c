/** The texts of Bataille de Chars. */
import { say } from "../../words/text";

export const words = {
  name: say("Bataille de Chars", "Tank Battle"),
  year: say("1975 · MB Jeux", "1975 · MB Jeux"),
  line: say(
    "Rangs cachés, mines et tirs secrets : devinez où l'ennemi mènera ses chars.",
    "Hidden ranks, mines and secret shots: guess where the enemy will drive his tanks.",
  ),
  story1: say(
    "Un jeu de MB, avec deux grilles de combat derrière leurs écrans : chacun y place ses tirs en secret, avant que l'autre ne déplace ses chars. Six chars de chaque côté, dont l'adversaire ignore le rang.",
    "A game by MB with two combat grids behind screens: each player plots shots there in secret before the other moves. Six tanks a side, whose ranks the opponent does not know.",
  ),
  story2: say(
    "On place son Quartier Général, ses réserves et ses canons, on cache ses mines, puis les chars franchissent le fleuve, case par case. Un char qui atteint la dernière ligne ennemie reçoit un fanion : il devient Char de Commandement.",
    "Headquarters, depots and guns are placed and mines hidden; then the tanks cross the river, square by square. One that reaches the enemy's back rank is given a pennant: it becomes a command tank.",
  ),
  aim: say("Détruire les six chars de l'adversaire.", "Destroy the enemy's six tanks."),
  print: say(
    "Pliez les pions doubles : debout, ils ne montrent leur face qu'à leur camp. Il faut aussi un dé ; sur un dé ordinaire, le un est la face rouge. Chacun note en secret ses mines et ses tirs sur une feuille.",
    "Fold the double counters: standing up, they show their face to their own side alone. You also need a die; on an ordinary die the one is the red face. Both note their mines and their shots in secret on a sheet of paper.",
  ),

  red: say("Face rouge", "Red face"),
  black: say("Face noire", "Black face"),
};
