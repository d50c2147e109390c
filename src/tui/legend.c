/* The legend of a game: what is under the cursor, the signs and pieces of the board, the keys, what
 * can be written, and the rule options in use. */
#include <stdio.h>

#include "core/help.h"
#include "core/terms.h"
#include "tui/game_screen.h"
#include "tui/list.h"

static const struct bv_text keys = {
    "Touches\n"
    "   flèches : aller d'une case à l'autre\n"
    "   Entrée : toucher la case : choisir la pièce, puis une case marquée ; toucher la même case "
    "encore : s'y arrêter, ou choisir\n"
    "   Tab, Maj-Tab : la prochaine case qu'on peut toucher, la précédente\n"
    "   Échap : lâcher la pièce ; effacer le texte\n"
    "   Espace : les coups sans case : finir, demander, lancer\n"
    "   Ctrl-T : tourner le plateau\n"
    "   souris : un clic touche la case ; la molette fait défiler\n"
    "   PgPréc, PgSuiv, F6 : le journal\n"
    "   F1 : les règles   F7 : cette légende   F4 : tous les coups permis\n"
    "   F2 : reprendre un coup   F3 : un conseil\n"
    "   F8 : abandonner   F9 : nulle   F10, Ctrl-C : sortir\n"
    "   Ctrl-L : redessiner\n"
    "   à la fin : ← → revoir les coups, Entrée : la suite\n"
    " \n"
    "Écrire\n"
    "   un coup, comme dans les règles, puis Entrée ; Tab le complète\n"
    "   si plusieurs places peuvent jouer : PLACE COUP\n"
    "   aide, règles, coups, tourner, journal, reprendre, conseil, abandonner, nulle, sauver "
    "FICHIER, quitter\n"
    "   à une table de serveur : commencer, dire TEXTE, reprise, refuser, revanche, rejoindre "
    "PLACE "
    "(demander à la partager), admettre\n"
    " \n"
    "Partir\n"
    "   La partie est enregistrée après chaque coup : « bivouac play » la reprend.\n"
    " \n",
    "Keys\n"
    "   arrows: go from point to point\n"
    "   Enter: touch the point: take a piece, then a marked point; touch the same again: stop "
    "there, or choose\n"
    "   Tab, Shift-Tab: the next, the previous point that can be touched\n"
    "   Esc: let go of the piece; clear the text\n"
    "   Space: moves without a point: to end, to ask, to roll\n"
    "   Ctrl-T: turn the board\n"
    "   mouse: a click touches the point; the wheel scrolls\n"
    "   PgUp, PgDn, F6: the log\n"
    "   F1: the rules   F7: this legend   F4: all legal moves\n"
    "   F2: undo a move   F3: a hint\n"
    "   F8: resign   F9: draw   F10, Ctrl-C: leave\n"
    "   Ctrl-L: draw everything again\n"
    "   at the end: ← → look at the moves again, Enter: what next\n"
    " \n"
    "Writing\n"
    "   a move as in the rules, then Enter; Tab completes it\n"
    "   if several seats may act: SEAT MOVE\n"
    "   help, rules, list, turn, log, undo, hint, resign, draw, save FILE, quit\n"
    "   at a server's table: start, say TEXT, takeback, decline, rematch, join SEAT (ask to share "
    "it), admit\n"
    " \n"
    "Leaving\n"
    "   The game is saved after every move: 'bivouac play' resumes it.\n"
    " \n",
};

static void put_thing(const struct bv_terms *terms, int entry, struct bv_out *out)
{
    struct bv_thing thing = {0};
    terms->game->thing(terms, entry, &thing);
    bv_putf(out, "   %s%s", say(thing.words->name), SAY(" :", ":"));
    for (int i = 0; i < BV_THING_LINES; i++) {
        const char *line = language_is_french() ? thing.line[i].fr : thing.line[i].en;
        if (*line) bv_putf(out, " %s.", line);
    }
    bv_put(out, "\n");
}

static void put_under_cursor(const struct game_screen *screen, struct bv_out *out)
{
    const struct tui_game *game = screen->game;
    uint8_t entry[BV_THINGS_AT_MAX];
    if (screen->cursor == BV_NOWHERE || !game->terms->game->things) return;
    uint32_t count = game->terms->game->things_at(game->terms, &game->view, screen->cursor, entry);
    if (!count) return;
    bv_put(out, SAY("Sous le curseur : ", "Under the cursor: "));
    game->terms->game->point(game->terms, screen->cursor, out);
    bv_put(out, "\n");
    for (uint32_t i = 0; i < count; i++) put_thing(game->terms, entry[i], out);
    bv_put(out, " \n");
}

/* A sign in so many columns, at least. */
static void put_sign(const char *sign, struct bv_out *out)
{
    enum { COLUMNS = 10 };
    bv_putf(out, "   %s", sign);
    for (int i = screen_width(sign); i < COLUMNS - 1; i++) bv_put_char(out, ' ');
    bv_put_char(out, ' ');
}

static void put_signs(const struct bv_game *game, struct bv_out *out)
{
    bv_put(out, SAY("Signes du plateau\n", "Signs of the board\n"));
    for (const struct bv_sign *sign = game->sign; sign->rich; sign++) {
        put_sign(screen_is_rich() ? sign->rich : sign->plain, out);
        bv_putf(out, "%s\n", say(sign->what));
    }
    bv_put(out, " \n");
    bv_put(out, SAY("Marques\n", "Marks\n"));
    static const struct bv_text marks[] = {
        {"la pièce choisie", "the piece that is taken up"},
        {"on peut toucher cette case ensuite", "this point can be touched next"},
        {"un coup finit là, plus loin", "a move ends there, further on"},
        {"la réponse à craindre, après un conseil", "the reply to fear, after a hint"},
    };
    static const char *const rich[] = {"▸", "•", "◦", "!"};
    static const char *const plain[] = {">", "*", "+", "!"};
    for (size_t i = 0; i < BV_COUNT(marks); i++) {
        put_sign(screen_is_ascii() ? plain[i] : rich[i], out);
        bv_putf(out, "%s\n", say(marks[i]));
    }
    bv_put(out, SAY("   souligné : peut jouer ; fond gris : ce qui vient de se passer\n"
                    "   dans le journal, « # » est le sort : #3, le dé montre 3\n \n",
                    "   underlined: may act; grey background: what has just happened\n"
                    "   in the log, '#' is chance: #3, the die shows 3\n \n"));
}

void legend_show(struct game_screen *screen, void (*behind)(void *), void *context)
{
    static char text[32768];
    const struct tui_game *game = screen->game;
    struct bv_out out = bv_out_into(text, sizeof text);
    if (game->terms) {
        put_under_cursor(screen, &out);
        put_signs(game->terms->game, &out);
    }
    bv_put(&out, say(keys));
    if (game->terms) {
        const struct bv_game *rules = game->terms->game;
        if (rules->things) bv_put(&out, SAY("Pièces et terrain\n", "Pieces and ground\n"));
        for (int entry = 0; entry < rules->things; entry++) put_thing(game->terms, entry, &out);
        bv_putf(&out, " \n%s\n   %s\n", say(rules->name), say(rules->about));
        for (int i = 0; i < rules->options; i++)
            bv_putf(&out, "   %s = %s : %s\n", rules->option[i].name,
                    bv_terms_value(game->terms, i), say(rules->option[i].what));
    }
    list_read(SAY("Légende", "Legend"), text, false, behind, context);
}
