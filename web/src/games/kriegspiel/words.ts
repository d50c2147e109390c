/** The texts of Kriegspiel. */
import { both, say } from "../../words/text";

export const words = {
  name: say("Kriegspiel", "Kriegspiel"),
  year: both("René Leduc"),
  line: say(
    "Soldats, cavaliers et canons manœuvrent sur des hexagones, puis tirent au dé.",
    "Soldiers, cavalry and cannons manoeuvre on hexagons, then fire with a die.",
  ),
  story1: say(
    "Des figurines aimantées sur des disques de métal, un champ de bataille d'hexagones : un jeu créé et dessiné par René Leduc. Les soldats et cavaliers français sont bleus, les anglais rouges.",
    "Magnetic figures on metal discs, a battlefield of hexagons: a game created and drawn by René Leduc. The French soldiers and cavalry are blue, the English red.",
  ),
  story2: say(
    "À chaque tour, l'armée dispose de quelques mouvements pour ses soldats, ses cavaliers et ses canons, puis elle tire. L'orientation compte : un plateau ne se déplace et ne tire que droit devant lui. On joue à deux, ou jusqu'à six en se partageant les commandements.",
    "Each turn an army has a few movements for its soldiers, its cavalry and its cannons; then it fires. Facing matters: a plate steps and fires straight ahead only. Two play, or up to six who share out the commands.",
  ),
  aim: say("Mettre l'armée adverse hors d'état de combattre.", "Leave the enemy army unable to fight."),
  print: say(
    "Un plateau a autant de pions qu'il peut porter de figurines : quand il en perd une, changez de pion. Il faut aussi un dé marqué de 0 à 5 ; sur un dé ordinaire, le six vaut zéro.",
    "A plate has as many counters as it may carry figures: when it loses one, change the counter. You also need a die marked 0 to 5; on an ordinary die the six is nought.",
  ),
};

export const reasons = {
  beaten: say("Une armée ne peut plus combattre.", "One army can no longer fight."),
  quiet: say(
    "Trop de tours sans une perte : la partie s'arrête.",
    "Too many turns without a loss: the game stops.",
  ),
};
