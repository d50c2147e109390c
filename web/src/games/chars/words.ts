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
    "En 1975, MB met sous écran deux grilles de combat : chacun y pique ses tirs en secret pendant que l'autre prépare sa marche. Six chars de chaque côté, et personne ne sait lequel est le plus fort.",
    "In 1975 MB put two combat grids behind screens: on one's own, shots are pegged in secret while the enemy plans his march. Six tanks a side, and nobody knows which is the strongest.",
  ),
  story2: say(
    "On place en secret son Quartier Général, ses réserves, ses canons et ses mines. Puis les chars franchissent le fleuve, case après case. Un char arrivé au bout du plateau hisse son fanion : le voilà Char de Commandement.",
    "Headquarters, depots, guns and mines are placed in secret. Then the tanks cross the river, square by square. One that reaches the far edge raises its pennant: it is now a command tank.",
  ),
  aim: say("Détruire les six chars de l'adversaire.", "Destroy the enemy's six tanks."),
  print: say(
    "Pliez les pions doubles : debout, ils ne montrent leur face qu'à leur camp. Il faut aussi un dé ; sur un dé ordinaire, le un est la face rouge. Chacun note en secret ses mines et ses tirs sur une feuille.",
    "Fold the double counters: standing up, they show their face to their own side alone. You also need a die; on an ordinary die the one is the red face. Both note their mines and their shots in secret on a sheet of paper.",
  ),

  red: say("Face rouge", "Red face"),
  black: say("Face noire", "Black face"),
};
