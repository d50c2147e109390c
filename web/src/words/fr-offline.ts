/** Sans réseau : une nouvelle version, les parties que la maison garde. */
export const offline = {
  "version.region": "Nouvelle version",
  "version.ready": "Une nouvelle version de Bivouac est prête.",
  "version.take": "La prendre",
  "version.later": "Plus tard",
  "kept.title": "Gardées à la maison",
  "kept.question":
    "Voulez-vous que la maison garde les parties que vous terminez sur vos appareils ? Vous les retrouverez partout où vous êtes connecté ; personne d'autre ne les voit.",
  "kept.yes": "Oui, les garder",
  "kept.no": "Non, elles restent ici",
  "kept.choice": "Garder à la maison les parties que je termine sur cet appareil. Celles que l'on finit sans réseau y vont quand il revient.",
  "kept.none": "Aucune pour le moment.",
  "kept.look": "Revoir la partie",
  "kept.forget": "Effacer",
  "kept.forget-of": "Effacer de la maison cette partie de {game}",
};
