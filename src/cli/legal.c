/* bivouac legal: what may be played now. */
#include <stdlib.h>

#include "cli/cli.h"

static void print_menu(struct session *session, int seat)
{
    struct bv_menu *menu = &session->menu;
    bv_menu_make(&session->terms, &session->state, seat, menu);
    for (uint32_t i = 0; i < menu->count; i++) {
        printf("%s %s", bv_seat_name(&session->terms, seat), bv_menu_token(menu, i));
        if (seat == BV_CHANCE)
            printf(" %u/%u", (unsigned)menu->item[i].weight, (unsigned)menu->weight);
        putchar('\n');
    }
}

static int run(void)
{
    struct session *session = open_played_game(0);
    if (!session) return EXIT_FAILED;
    bv_seats acting = session->terms.game->to_act(&session->terms, &session->state);
    int code = EXIT_DONE;
    if (common.seat) {
        int seat = bv_seat_named(&session->terms, bv_span_of(common.seat));
        if (seat < 0)
            code = complain(EXIT_MISUSED, "there is no seat '%s' in this game", common.seat);
        else
            acting &= bv_seat_bit(seat);
    }
    for (; code == EXIT_DONE && acting; acting &= acting - 1)
        print_menu(session, __builtin_ctz(acting));
    free(session);
    return code;
}

const struct command command_legal = {
    .name = "legal",
    .operands = {"JEU [COUP...]", "GAME [TOKEN...]"},
    .summary = {"Ce que l'on peut jouer : une ligne « PLACE COUP » par coup.",
                "What may be played: one line 'SEAT TOKEN' each."},
    .help = {"Les COUPS sont joués d'abord (« - » : sur l'entrée standard). L'ordre est celui de\n"
             "LC_ALL=C sort. Le sort est « # », avec ses chances. Partie finie : rien.",
             "TOKENs are played first ('-': from standard input). The order is that of\n"
             "LC_ALL=C sort. Chance is '#', with its odds. A finished game prints nothing."},
    .game = GAME_FIRST,
    .most = OPERANDS_MANY,
    .options = {position_options, seat_options, game_options},
    .run = run,
};
