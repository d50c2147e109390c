/** The five boxes: their names, their years, their stories. */
export const stories = {
  "game.kriegspiel": "Kriegspiel",
  "game.chevaliers": "Échec aux Chevaliers",
  "game.chars": "Tank Battle",
  "game.paris": "Siege of Paris",
  "game.belligerants": "Les Belligérants",
  "year.kriegspiel": "1970s · René Leduc",
  "year.chevaliers": "1969 · Max Gerchambeau",
  "year.chars": "1975 · MB Jeux",
  "year.paris": "1870s",
  "year.belligerants": "1940s · Diamino",
  "line.kriegspiel": "Soldiers, cavalry and cannons wheel about on hexagons, and the die speaks.",
  "line.chevaliers": "A joust of leaps and captures for the enemy's castle.",
  "line.chars": "Hidden ranks, mines and secret shots: guess where the enemy will drive his tanks.",
  "line.paris": "Eight men hold the fortress against two allied armies.",
  "line.belligerants": "Two armies, a die and a devil: overrun the enemy's camp, or bargain.",
  "story.kriegspiel.1":
    "Magnetic figures on metal discs, a battlefield of hexagons: in the 1970s René Leduc brought eighteenth-century warfare to the living-room table. The French are blue, the English red.",
  "story.kriegspiel.2":
    "Each turn an army has a few movements for its soldiers, its cavalry and its cannons; then it fires. Facing is everything: a plate steps and fires straight ahead only. Two play, or up to six who share out the commands.",
  "aim.kriegspiel": "Leave the enemy army unable to fight.",
  "story.chevaliers.1":
    "“The fights of Knights and Men-at-arms in the Middle Ages, turned into a parlour game”, says the leaflet of 1969. Silver against Gold, on a board of 98 squares with ponds in it.",
  "story.chevaliers.2":
    "Knights leap over their own troops and then capture in a row; Men-at-arms go forward and never back. Captures are compulsory: there is no better trap to set.",
  "aim.chevaliers": "Hold the enemy's castle for one turn, or capture every enemy piece.",
  "story.chars.1":
    "In 1975 MB put two combat grids behind screens: on one's own, shots are pegged in secret while the enemy plans his march. Six tanks a side, and nobody knows which is the strongest.",
  "story.chars.2":
    "Headquarters, depots, guns and mines are placed in secret. Then the tanks cross the river, square by square. One that reaches the far edge raises its pennant: it is now a command tank.",
  "aim.chars": "Destroy the enemy's six tanks.",
  "story.paris.1":
    "An old siege game, a cousin of fox and geese, that the war of 1870 gave a new name. In the middle the fortress and its garrison; on either side a white and a black army.",
  "story.paris.2":
    "Only the garrison captures, but never a protected piece, and the besiegers may summon it to come out and take what they offer. Three play with two allies; with two, one player leads both armies.",
  "aim.paris": "Besiegers: bring in two soldiers and an officer, or leave the garrison without a move. Garrison: hold out, and capture.",
  "story.belligerants.1":
    "“A modern game of strategy with countless combinations”, Diamino promises. Fifteen pawns a side, from the staff to the common soldier, and a spy whom hardly anything stops.",
  "story.belligerants.2":
    "Roll the die, move so many squares, and the ground does the rest: river, shell-holes, woods, starred crossroads. The Devil is any number one likes, and another turn. And when things go badly one may ask for an armistice, and haggle over its price.",
  "aim.belligerants": "Bring your pawns into the enemy's camp and score the most, prisoners included.",
};
