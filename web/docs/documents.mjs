// Which documents there are, and which door leads to each. A document of docs/ that no door names stands behind the last.

/**
 * `file` from the root of the repository; `fr` and `en` are how a door names it to those who read that language, and one
 * that is not named there has a twin in the other; `lang`, its own language, is English unless said. A `place` is no
 * document but a page of the house, which speaks both languages.
 */
export const doors = [
  {
    id: "players",
    fr: ["Joueurs", "Jouer, revoir ses parties, participer à un tournoi."],
    en: ["Players", "Play, replay your games, take part in a tournament."],
    documents: [
      { file: "docs/jouer.md", lang: "fr", fr: "Jouer" },
      { file: "docs/playing.md", en: "Playing" },
      { file: "docs/tournois.md", lang: "fr", fr: "Tournois et clubs" },
      { file: "docs/tournaments.md", en: "Tournaments and clubs" },
      { file: "docs/regles-du-serveur.md", lang: "fr", fr: "Les règles du serveur" },
      { file: "docs/server-rules.md", en: "Server rules" },
      { place: "rules/kriegspiel", fr: "Kriegspiel : la règle", en: "Kriegspiel: the rule book" },
      { place: "rules/chevaliers", fr: "Échec aux Chevaliers : la règle", en: "Échec aux Chevaliers: the rule book" },
      { place: "rules/chars", fr: "Bataille de Chars : la règle", en: "Bataille de Chars: the rule book" },
      { place: "rules/paris", fr: "Siège de Paris : la règle", en: "Siège de Paris: the rule book" },
      { place: "rules/belligerants", fr: "Les Belligérants : la règle", en: "Les Belligérants: the rule book" },
      { file: "docs/rules/README.md", fr: "Les règles, article par article (en anglais)", en: "The rule sheets, clause by clause" },
      { file: "docs/rules/kriegspiel.md", en: "Kriegspiel, clause by clause" },
      { file: "docs/rules/chevaliers.md", en: "Échec aux Chevaliers, clause by clause" },
      { file: "docs/rules/chars.md", en: "Bataille de Chars, clause by clause" },
      { file: "docs/rules/paris.md", en: "Siège de Paris, clause by clause" },
      { file: "docs/rules/belligerants.md", en: "Les Belligérants, clause by clause" },
      { file: "docs/boards.md", fr: "Les plateaux, et comment les corriger", en: "Boards, and how to correct them" },
      { file: "docs/des.md", lang: "fr", fr: "Des dés que l'on vérifie" },
      { file: "docs/dice.md", fr: "Les dés, la définition complète (en anglais)", en: "Dice that a player can check" },
    ],
  },
  {
    id: "hosts",
    fr: ["Hôtes", "Héberger un serveur pour un club, une ludothèque ou une famille."],
    en: ["Hosts", "Run a server for a club, a game library or a family."],
    documents: [
      { file: "docs/heberger.md", lang: "fr", fr: "Héberger un serveur : installer, sauvegarder, mettre à jour" },
      { file: "docs/hosting.md", fr: "Tous les réglages et le détail (en anglais)", en: "Running a server: install, configure, back up, upgrade" },
      { file: "docs/scaling.md", fr: "Plusieurs machines pour un serveur", en: "Several machines for one server" },
      { file: "docs/load.md", fr: "Ce que tient une machine", en: "How much a machine carries" },
      { file: "docs/security.md", fr: "La sécurité", en: "Security" },
      { file: "SECURITY.md", name: "reporting", fr: "Signaler une faille", en: "Reporting a weakness" },
      { file: "CHANGELOG.md", fr: "Ce qui a changé", en: "What has changed" },
    ],
  },
  {
    id: "bots",
    fr: ["Auteurs de robots", "Un robot en soixante lignes ; l'interface du serveur ; nos adversaires pour votre programme."],
    en: ["Bot writers", "A bot in sixty lines; the interface of the server; our opponents for your program."],
    documents: [
      { file: "docs/bots.md", fr: "Écrire un robot", en: "Writing a bot" },
      { file: "docs/api.md", fr: "Jouer depuis un programme", en: "Playing from a program" },
      { file: "docs/engine-protocol.md", fr: "Le protocole des moteurs", en: "The engine protocol" },
      { file: "docs/library.md", fr: "La bibliothèque C", en: "The C library" },
      { file: "docs/positions.md", fr: "Les positions en texte", en: "Positions as text" },
      { file: "docs/records.md", fr: "Les parties en texte", en: "Records" },
      { file: "docs/opponents.md", fr: "Les adversaires", en: "The opponents" },
    ],
  },
  {
    id: "researchers",
    fr: ["Chercheurs", "Un simulateur exact et rapide, l'information cachée traitée exactement, des parties reproductibles."],
    en: ["Researchers", "A fast exact simulator, hidden information done right, games that can be reproduced."],
    documents: [
      { file: "docs/programs.md", fr: "Pour les programmes et la recherche", en: "For programs and researchers" },
      { file: "docs/python.md", fr: "Python", en: "Python" },
      { file: "docs/gpu.md", fr: "Les règles sur un processeur graphique", en: "The rules on a GPU" },
      { file: "docs/random.md", fr: "Les nombres aléatoires", en: "Random numbers" },
      { file: "docs/strength.md", fr: "La force des adversaires", en: "How strong" },
      { file: "docs/strength-notes.md", fr: "Notes sur leur force", en: "Notes on strength" },
      { file: "docs/studies/README.md", fr: "Ce que changent les options de règle", en: "What the rule options do" },
    ],
  },
  {
    id: "makers",
    fr: ["Ajouter un jeu", "Le sixième jeu, pas à pas, avec un exemple qui marche vraiment : Assaut."],
    en: ["Add a game", "The sixth game, step by step, with an example that really works: Assaut."],
    documents: [
      { file: "docs/adding-a-game.md", fr: "Le sixième jeu", en: "The sixth game" },
      { file: "examples/assaut/README.md", name: "assaut", fr: "Assaut, l'exemple", en: "Assaut, the example" },
      { file: "examples/assaut/rules.md", name: "assaut-rules", fr: "Les règles d'Assaut", en: "The rules of Assaut" },
      { file: "CONTRIBUTING.md", fr: "Travailler à Bivouac", en: "Working on Bivouac" },
      { file: "docs/glossary.md", fr: "Le glossaire (en anglais)", en: "Glossary" },
      { file: "docs/network-layer.md", fr: "Pourquoi notre propre couche réseau (en anglais)", en: "Why the network layer is our own" },
      { file: "docs/licences.md", fr: "Les licences des composants", en: "Licences of what is used" },
    ],
  },
];

/** The address of a document below /docs/: `docs/rules/chars.md` is `rules-chars`. */
export function nameOf({ file, name }) {
  return name ?? file.replace(/^docs\//, "").replace(/(\/README)?\.md$/, "").replaceAll("/", "-").toLowerCase();
}
