/* The help of the screen of a game: keys, words, what is seen, how tokens are written, and the readings agreed on. */
#include <stdio.h>

#include "core/terms.h"
#include "tui/list.h"
#include "tui/stage.h"

static const struct bv_text keys = {
    "Touches\n"
    "   flèches           aller d'une case à l'autre\n"
    "   Entrée            toucher la case : prendre, puis aller où c'est marqué ;\n"
    "                     toucher la même encore : s'y arrêter, ou choisir\n"
    "   Tab, Maj-Tab      la prochaine case qu'on peut toucher, la précédente\n"
    "   Échap             lâcher ; effacer ce qu'on écrit\n"
    "   Espace            ce qui ne touche aucune case : finir, demander, lancer\n"
    "   souris            un clic touche la case ; la molette fait défiler\n"
    "   PgPréc, PgSuiv    relire ce qui s'est passé\n"
    "   F2 reprendre   F3 un conseil   F4 tous les coups permis\n"
    "   F8 abandonner   F9 nulle   F10, Ctrl-C sortir   Ctrl-L redessiner\n"
    " \n"
    "Écrire\n"
    "   un coup, comme dans les règles (docs/rules/), puis Entrée ; Tab complète.\n"
    "   Où plusieurs peuvent jouer : PLACE COUP.\n"
    "   aide, coups, reprendre, conseil, abandonner, nulle, sauver FICHIER,\n"
    "   quitter ; à une table de serveur : commencer, dire TEXTE, reprise, refuser,\n"
    "   rejoindre PLACE (demander à la partager), admettre.\n"
    " \n"
    "Ce qu'on voit\n"
    "   ▸ tenu   • où aller   ◦ où finit un coup, plus loin   souligné : peut jouer\n"
    "   fond gris : ce qui vient de se passer\n"
    " \n"
    "Partir\n"
    "   La partie est gardée après chaque coup : « bivouac play » la reprend.\n"
    " \n",
    "Keys\n"
    "   arrows            go from point to point\n"
    "   Enter             touch the point: take up, then go where it is marked;\n"
    "                     touch the same again: stop there, or choose\n"
    "   Tab, Shift-Tab    the next point that can be touched, the one before\n"
    "   Esc               let go; clear what is written\n"
    "   Space             what touches no point: to end, to ask, to roll\n"
    "   mouse             a click touches the point; the wheel scrolls\n"
    "   PgUp, PgDn        read again what happened\n"
    "   F2 undo   F3 some advice   F4 all legal tokens\n"
    "   F8 resign   F9 draw   F10, Ctrl-C leave   Ctrl-L draw again\n"
    " \n"
    "Writing\n"
    "   a token as in the rules (docs/rules/), then Enter; Tab completes it.\n"
    "   Where several may act: SEAT TOKEN.\n"
    "   help, list, undo, hint, resign, draw, save FILE, quit;\n"
    "   at a server's table: start, say TEXT, takeback, decline,\n"
    "   join SEAT (ask to share it), admit.\n"
    " \n"
    "What one sees\n"
    "   ▸ held   • where to go   ◦ where a token ends, further on   underlined: may act\n"
    "   grey ground: what has just happened\n"
    " \n"
    "Leaving\n"
    "   The game is kept after every token: 'bivouac play' takes it up again.\n"
    " \n",
};

void help_show(const struct table *table, void (*behind)(void *), void *context)
{
    static char text[8192];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_put(&out, say_in(keys));
    if (table->terms) {
        const struct bv_game *game = table->terms->game;
        bv_put(&out, say_in(game->name));
        bv_put(&out, "\n   ");
        bv_put(&out, say_in(game->about));
        bv_put(&out, "\n");
        for (int i = 0; i < game->readings; i++) {
            bv_put(&out, "   ");
            bv_put(&out, game->reading[i].name);
            bv_put(&out, " = ");
            bv_put(&out, bv_terms_value(table->terms, i));
            bv_put(&out, " : ");
            bv_put(&out, say_in(game->reading[i].what));
            bv_put(&out, "\n");
        }
    }
    list_read(SAY("Aide", "Help"), text, behind, context);
}
