/** Sans réseau : une nouvelle version, les parties finies que le serveur conserve. */
export const offline = {
  "version.ready": "Une nouvelle version de Bivouac est prête.",
  "version.take": "Mettre à jour",
  "version.later": "Plus tard",
  "kept.title": "Enregistrées sur le serveur",
  "kept.question":
    "Voulez-vous que le serveur conserve les parties que vous terminez sur vos appareils ? Vous les retrouverez partout où vous êtes connecté ; personne d'autre ne les voit.",
  "kept.yes": "Oui, les conserver",
  "kept.no": "Non, seulement sur cet appareil",
  "kept.choice": "Enregistrer sur le serveur les parties que je termine sur cet appareil. Celles que je finis hors ligne sont envoyées au retour du réseau.",
  "kept.none": "Aucune pour le moment.",
  "kept.look": "Revoir la partie",
  "kept.forget": "Supprimer",
  "kept.forget-of": "Supprimer du serveur cette partie de {game}",
};
