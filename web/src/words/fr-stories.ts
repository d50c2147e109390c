/** Les cinq boîtes : leurs noms, leurs époques, leurs histoires. */
export const stories = {
  "game.kriegspiel": "Kriegspiel",
  "game.chevaliers": "Échec aux Chevaliers",
  "game.chars": "Bataille de Chars",
  "game.paris": "Siège de Paris",
  "game.belligerants": "Les Belligérants",
  "year.kriegspiel": "Années 1970 · René Leduc",
  "year.chevaliers": "1969 · Max Gerchambeau",
  "year.chars": "1975 · MB Jeux",
  "year.paris": "Années 1870",
  "year.belligerants": "Années 1940 · Diamino",
  "line.kriegspiel": "Soldats, cavaliers et canons manœuvrent sur des hexagones, et le dé parle.",
  "line.chevaliers": "Une joute de sauts et de prises pour s'emparer du château adverse.",
  "line.chars": "Rangs cachés, mines et tirs secrets : devinez où l'ennemi mènera ses chars.",
  "line.paris": "Huit hommes tiennent la forteresse contre deux armées alliées.",
  "line.belligerants": "Deux armées, un dé et un diable : envahissez le camp ennemi ou négociez.",
  "story.kriegspiel.1":
    "Des figurines aimantées sur des disques de métal, un champ de bataille d'hexagones : dans les années 1970, René Leduc met la guerre en dentelles sur la table du salon. Français en bleu, Anglais en rouge.",
  "story.kriegspiel.2":
    "À chaque tour, l'armée dispose de quelques mouvements pour ses soldats, ses cavaliers et ses canons, puis elle tire. Tout est affaire d'orientation : un plateau n'avance et ne tire que droit devant lui. On joue à deux, ou jusqu'à six en se partageant les commandements.",
  "aim.kriegspiel": "Mettre l'armée adverse hors d'état de combattre.",
  "story.chevaliers.1":
    "« La transposition en jeu de société des combats que se livrèrent au Moyen Âge les Seigneurs Chevaliers et les Gens d'Armes », dit la notice de 1969. Argentés contre Dorés, sur un damier de 98 cases coupé de plans d'eau.",
  "story.chevaliers.2":
    "Les Chevaliers bondissent par-dessus leurs propres troupes, puis prennent en chaîne ; les Gens d'Armes avancent et ne reculent jamais. La prise est obligatoire : c'est le meilleur piège à tendre.",
  "aim.chevaliers": "Occuper le château adverse pendant un tour, ou éliminer toutes les pièces ennemies.",
  "story.chars.1":
    "En 1975, MB met sous écran deux grilles de combat : chacun y pique ses tirs en secret pendant que l'autre prépare sa marche. Six chars de chaque côté, et personne ne sait lequel est le plus fort.",
  "story.chars.2":
    "On place en secret son quartier général, ses réserves, ses canons et ses mines. Puis les chars franchissent le fleuve, case après case. Un char arrivé au bout du plateau hisse son fanion : le voilà char de commandement.",
  "aim.chars": "Détruire les six chars de l'adversaire.",
  "story.paris.1":
    "Un vieux jeu de siège, parent du renard et des poules, que la guerre de 1870 rebaptisa. Au centre, la forteresse et sa garnison ; de part et d'autre, une armée blanche et une armée noire.",
  "story.paris.2":
    "La garnison seule peut prendre, mais jamais une pièce protégée, et les assiégeants peuvent la sommer de sortir prendre celle qu'ils lui offrent. À trois, deux alliés se concertent ; à deux, un seul joueur mène les deux armées.",
  "aim.paris": "Assiégeants : faire entrer deux soldats et un officier, ou immobiliser la garnison. Garnison : tenir, et prendre.",
  "story.belligerants.1":
    "« Un jeu de stratégie moderne aux combinaisons innombrables », promet Diamino. Quinze pions par camp, de l'état-major au simple soldat, sans oublier l'espion que presque rien n'arrête.",
  "story.belligerants.2":
    "On jette le dé, on avance d'autant de cases, et le terrain fait le reste : rivière, trous d'obus, bois, carrefours étoilés. Le Diable vaut ce que l'on veut et fait rejouer. Et quand la partie tourne mal, il reste à demander l'armistice, et à en discuter le prix.",
  "aim.belligerants": "Amener ses pions dans le camp adverse et compter le plus de points, prisonniers compris.",
};
