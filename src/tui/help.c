/* The help of the screen of a game: keys, commands, marks, how tokens are written, and the rule
 * options in use. */
#include <stdio.h>

#include "core/terms.h"
#include "tui/game_screen.h"
#include "tui/list.h"

static const struct bv_text keys = {
    "Touches\n"
    "   flèches           aller d'une case à l'autre\n"
    "   Entrée            toucher la case : prendre la pièce, puis une case marquée ;\n"
    "                     toucher la même case encore : s'y arrêter, ou choisir\n"
    "   Tab, Maj-Tab      la prochaine case qu'on peut toucher, la précédente\n"
    "   Échap             lâcher la pièce ; effacer le texte\n"
    "   Espace            les coups sans case : finir, demander, lancer\n"
    "   souris            un clic touche la case ; la molette fait défiler\n"
    "   PgPréc, PgSuiv    faire défiler le journal\n"
    "   F2 reprendre   F3 un conseil   F4 tous les coups permis\n"
    "   F8 abandonner   F9 nulle   F10, Ctrl-C sortir   Ctrl-L redessiner\n"
    " \n"
    "Écrire\n"
    "   un coup, comme dans les règles (docs/rules/), puis Entrée ; Tab complète.\n"
    "   Si plusieurs places peuvent jouer : PLACE COUP.\n"
    "   aide, coups, reprendre, conseil, abandonner, nulle, sauver FICHIER,\n"
    "   quitter ; à une table de serveur : commencer, dire TEXTE, reprise, refuser,\n"
    "   rejoindre PLACE (demander à la partager), admettre.\n"
    " \n"
    "Marques\n"
    "   ▸ pris   • case suivante   ◦ fin d'un coup, plus loin   souligné : peut jouer\n"
    "   fond gris : ce qui vient de se passer\n"
    " \n"
    "Partir\n"
    "   La partie est enregistrée après chaque coup : « bivouac play » la reprend.\n"
    " \n",
    "Keys\n"
    "   arrows            go from point to point\n"
    "   Enter             touch the point: take a piece, then a marked point;\n"
    "                     touch the same again: stop there, or choose\n"
    "   Tab, Shift-Tab    the next, the previous point that can be touched\n"
    "   Esc               let go of the piece; clear the text\n"
    "   Space             tokens without a point: to end, to ask, to roll\n"
    "   mouse             a click touches the point; the wheel scrolls\n"
    "   PgUp, PgDn        scroll the log\n"
    "   F2 undo   F3 some advice   F4 all legal tokens\n"
    "   F8 resign   F9 draw   F10, Ctrl-C leave   Ctrl-L draw again\n"
    " \n"
    "Writing\n"
    "   a token as in the rules (docs/rules/), then Enter; Tab completes it.\n"
    "   If several seats may act: SEAT TOKEN.\n"
    "   help, list, undo, hint, resign, draw, save FILE, quit;\n"
    "   at a server's table: start, say TEXT, takeback, decline,\n"
    "   join SEAT (ask to share it), admit.\n"
    " \n"
    "Marks\n"
    "   ▸ taken   • next point   ◦ end of a token, further on   underlined: may act\n"
    "   grey background: what has just happened\n"
    " \n"
    "Leaving\n"
    "   The game is saved after every token: 'bivouac play' resumes it.\n"
    " \n",
};

void help_show(const struct tui_game *game, void (*behind)(void *), void *context)
{
    static char text[8192];
    struct bv_out out = bv_out_into(text, sizeof text);
    bv_put(&out, say(keys));
    if (game->terms) {
        const struct bv_game *rules = game->terms->game;
        bv_put(&out, say(rules->name));
        bv_put(&out, "\n   ");
        bv_put(&out, say(rules->about));
        bv_put(&out, "\n");
        for (int i = 0; i < rules->options; i++) {
            bv_put(&out, "   ");
            bv_put(&out, rules->option[i].name);
            bv_put(&out, " = ");
            bv_put(&out, bv_terms_value(game->terms, i));
            bv_put(&out, " : ");
            bv_put(&out, say(rules->option[i].what));
            bv_put(&out, "\n");
        }
    }
    list_read(SAY("Aide", "Help"), text, behind, context);
}
