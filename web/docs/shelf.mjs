// Which documents there are, and which door leads to each. A document of docs/ that no door names stands behind the last.

/**
 * `file` from the root of the repository; `fr` and `en` are how a door names it to those who read that language, and one
 * that is not named there has a twin in the other; `lang`, its own language, is English unless said.
 */
export const doors = [
  {
    id: "players",
    fr: ["Joueurs", "S'asseoir, jouer, revoir ses parties, passer une soirée entre amis."],
    en: ["Players", "Sit down, play, look at a game again, spend an evening with friends."],
    documents: [
      { file: "docs/jouer.md", lang: "fr", fr: "Jouer" },
      { file: "docs/playing.md", en: "Playing" },
      { file: "docs/soirees.md", lang: "fr", fr: "Soirées et clubs" },
      { file: "docs/evenings.md", en: "Evenings and clubs" },
      { file: "docs/regles-de-la-maison.md", lang: "fr", fr: "Les règles de la maison" },
      { file: "docs/house-rules.md", en: "The rules of the house" },
      { file: "docs/rules/README.md", fr: "Les règles, article par article (en anglais)", en: "The rule sheets" },
      { file: "docs/rules/kriegspiel.md", fr: "Kriegspiel", en: "Kriegspiel" },
      { file: "docs/rules/chevaliers.md", fr: "Échec aux Chevaliers", en: "Échec aux Chevaliers" },
      { file: "docs/rules/chars.md", fr: "Bataille de Chars", en: "Bataille de Chars" },
      { file: "docs/rules/paris.md", fr: "Siège de Paris", en: "Siège de Paris" },
      { file: "docs/rules/belligerants.md", fr: "Les Belligérants", en: "Les Belligérants" },
      { file: "docs/boards.md", fr: "Les plateaux, et les corriger", en: "Boards, and how to correct them" },
      { file: "docs/dice.md", fr: "Des dés que l'on vérifie", en: "Dice that a player can check" },
    ],
  },
  {
    id: "hosts",
    fr: ["Hôtes", "Ouvrir une maison pour un club, une ludothèque ou une famille, et la tenir."],
    en: ["Hosts", "Open a house for a club, a game library or a family, and keep it."],
    documents: [
      { file: "docs/hosting.md", fr: "Tenir une maison : installer, régler, sauvegarder, mettre à jour", en: "Keeping a house: install, configure, back up, upgrade" },
      { file: "docs/load.md", fr: "Ce que tient une machine", en: "How much a machine carries" },
      { file: "docs/security.md", fr: "Contre quoi la maison se défend", en: "What the house is defended against" },
      { file: "SECURITY.md", name: "reporting", fr: "Signaler une faille", en: "Reporting a weakness" },
      { file: "CHANGELOG.md", fr: "Ce qui a changé", en: "What has changed" },
    ],
  },
  {
    id: "bots",
    fr: ["Programmes qui jouent", "Un robot en soixante lignes ; l'interface de la maison ; nos adversaires pour votre programme."],
    en: ["Bot writers", "A bot in sixty lines; the interface of the house; our opponents for your program."],
    documents: [
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
    fr: ["Chercheurs", "Un simulateur exact et rapide, l'information cachée bien faite, des parties reproductibles."],
    en: ["Researchers", "A fast exact simulator, hidden information done right, games that can be reproduced."],
    documents: [
      { file: "docs/programs.md", fr: "Pour les programmes et la recherche", en: "For programs and researchers" },
      { file: "docs/python.md", fr: "Python", en: "Python" },
      { file: "docs/random.md", fr: "Les nombres au hasard", en: "Random numbers" },
      { file: "docs/strength.md", fr: "De quelle force", en: "How strong" },
      { file: "docs/studies/README.md", fr: "Ce que changent les lectures", en: "What the readings do" },
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
      { file: "docs/licences.md", fr: "Les licences de ce qui sert", en: "Licences of what is used" },
    ],
  },
];

/** The address of a document below /docs/: `docs/rules/chars.md` is `rules-chars`. */
export function nameOf({ file, name }) {
  return name ?? file.replace(/^docs\//, "").replace(/(\/README)?\.md$/, "").replaceAll("/", "-").toLowerCase();
}
