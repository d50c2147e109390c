/** Les rappels sur un appareil. */
export const reminders = {
  "reminders.title": "Recevoir des rappels sur cet appareil.",
  "reminders.text":
    "Une notification arrive, même quand Bivouac est fermé : c'est à vous de jouer, il vous reste peu de temps, un adversaire est trouvé, un joueur vous défie, votre tournoi commence. Une par tour au plus.",
  "reminders.quiet": "Rien pendant ces heures :",
  "reminders.quiet-from": "Début des heures de silence",
  "reminders.quiet-to": "Fin des heures de silence",
  "reminders.denied": "Ce navigateur bloque les notifications de ce site ; ses réglages permettent de les autoriser.",
  "reminders.also": "Rappels aussi sur : {device}",
  "reminders.stop": "Arrêter",
  "reminders.mail": "Recevoir aussi ces rappels par e-mail :",
  "reminders.mail-ask": "Recevoir",
  "reminders.mail-sent": "Un message est parti vers {address} : ouvrez son lien pour confirmer l'adresse.",
  "reminders.mail-on": "Rappels par e-mail : {address}",
};
